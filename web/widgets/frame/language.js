/** Which language a figure speaks, and its texts: English at once, others when they have come. */
import { spokenFor } from '../../model/language.js';
import { completed } from '../../model/texts/completed.js';
import { en } from '../../model/texts/en.js';
import { sideScript } from './side-script.js';

/** @typedef {import('../../model/texts/en.js').Texts} Texts */

/** Where the scripts of the languages leave their texts. */
const PLACE = Symbol.for('attention-explorer.texts.1');

/** @type {Set<() => void>} */
const listeners = new Set();
const announce = () => listeners.forEach((listener) => listener());
/** @type {MutationObserver | undefined} */
let observer;

/** @type {Map<string, Texts>} */
const known = new Map([['en', en]]);
/** Those whose script could not be loaded. @type {Set<string>} */
const missing = new Set();

/**
 * The language that an element's `lang`, or its nearest ancestor's, asks for, through shadow roots.
 * @param {Element} element
 * @returns {string} one that figures speak
 */
export function languageFor(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = parentOf(at)) {
    const tag = at.getAttribute('lang');
    if (tag !== null) return spokenFor(tag);
  }
  return 'en';
}

/** @param {Element} element @returns {Element | null} */
const parentOf = (element) =>
  element.parentElement ?? /** @type {any} */ (element.getRootNode?.())?.host ?? null;

/**
 * Be told when a language may have changed, or its texts have come.
 * @param {Element} element
 * @param {() => void} listener
 * @returns {() => void} stops it
 */
export function onLanguageChange(element, listener) {
  for (let at = /** @type {Element | null} */ (element); at;) {
    const root = /** @type {any} */ (at.getRootNode());
    observer ??= new MutationObserver(announce);
    observer.observe(root, { subtree: true, attributeFilter: ['lang'] });
    at = root.host ?? null;
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) observer?.disconnect();
  };
}

export const textsFile = (/** @type {string} */ language) => `attn-texts.${language}.js`;

/**
 * The texts of a language, completed by the English ones; English until they have come.
 * @param {string} language
 * @returns {Texts}
 */
export function textsIn(language) {
  const texts = known.get(language);
  if (texts) return texts;
  const look = () => /** @type {any} */ (globalThis)[PLACE]?.[language];
  const present = look();
  if (present) return keep(language, present);
  if (!missing.has(language)) fetchTexts(language, look);
  return en;
}

/** @param {string} language @param {any} texts */
function keep(language, texts) {
  const { takeAlong, seq2seq, large } = texts;
  const whole = { ...completed(texts, en), takeAlong, seq2seq, large };
  known.set(language, whole);
  return whole;
}

/** @type {Set<string>} */
const asked = new Set();

/** @param {string} language @param {() => any} look */
async function fetchTexts(language, look) {
  if (asked.has(language)) return;
  asked.add(language);
  try {
    await sideScript(textsFile(language), look);
  } catch {
    missing.add(language);
  }
  announce();
}

/** Whether the texts of a language could not be had. @param {string} language */
export const isMissing = (language) => missing.has(language);
