/**
 * The language that sentences and numbers are written in. A figure draws itself within
 * `inLanguage`; outside of it everything is English, which is what links, data and files hold.
 */

/** What figures speak besides English; each has a file in model/texts. */
export const TRANSLATIONS = ['ar', 'ja'];

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

let current = 'en';

export const currentLanguage = () => current;

/**
 * Do something, which may not wait, in a language.
 * @template T
 * @param {string} language @param {() => T} work
 * @returns {T}
 */
export function inLanguage(language, work) {
  const before = current;
  current = language;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** @param {string} tag as in a `lang` attribute: "ja-JP" @returns {string} "ja" */
const primary = (tag) => tag.trim().toLowerCase().split(/[-_]/)[0];

/** The language to speak where a page says `tag`. @param {string} tag */
export const spokenFor = (tag) => TRANSLATIONS.find((known) => known === primary(tag)) ?? 'en';

/** @param {string} [language] as `spokenFor` gives it */
export const isRightToLeft = (language = current) => RIGHT_TO_LEFT.has(language);

/** Hebrew, Arabic and the scripts beside them. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufefc]/;
/** What in a right-to-left sentence would run the other way, or be moved by what stands beside it. */
const FROM_LEFT = /[^\u0600-\u06ff\s]/;

/**
 * A piece put into a sentence of the present language, isolated (U+2068 … U+2069) where the two
 * would disturb each other's order.
 * @template T
 * @param {T} piece anything that is no string is left as it is
 * @returns {T | string}
 */
export function isolated(piece) {
  if (typeof piece !== 'string') return piece;
  const isForeign = isRightToLeft() ? FROM_LEFT : FROM_RIGHT;
  return isForeign.test(piece) ? `\u2068${piece}\u2069` : piece;
}
