/**
 * A sentence as tokens: words and punctuation, as Unicode divides them. Real models cut finer,
 * with a vocabulary; for looking at attention, words are enough.
 *
 * One space between words only separates them. Any other white space, and every control
 * character, is a token that is shown by a mark, so that a pasted table shows what it holds.
 */
import { EXAMPLE_TOKENS } from './example.js';

/** As many tokens as the small figures take. */
export const MAX_TOKENS = 64;

/** As many UTF-16 units as a figure takes, so that a link stays a link. */
export const TEXT_MAX_LENGTH = 2000;

/** The same of a figure that paints large matrices: 1,024 words of English are some 5,500 units. */
export const LONG_TEXT = Object.freeze({ maxTokens: 1024, maxLength: 8000 });

export const EXAMPLE_TEXT = EXAMPLE_TOKENS.join(' ');

// The language is fixed, so that the same sentence gives the same tokens everywhere.
const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * @typedef {object} Tokenized
 * @property {string[]} tokens at most `most` of them
 * @property {string} used the part of the text that they cover; the whole text if all fit
 * @property {boolean} isCut whether there was more
 * @property {boolean} [isLong] whether it was cut for its length, however many tokens it has
 */

/** @typedef {{ maxTokens?: number, maxLength?: number }} Limits as a parameter has them */

/** Texts that were cut last: the figures of a page ask for the same few again and again. */
/** @type {Map<string, Tokenized>} */
const known = new Map();
const KEPT = 32;

/**
 * Cut a text into tokens, reading no further than needed.
 * @param {string} text
 * @param {Limits} [limits]
 * @returns {Readonly<Tokenized>}
 */
export function tokenize(text, { maxTokens = MAX_TOKENS, maxLength = TEXT_MAX_LENGTH } = {}) {
  const read = text.slice(0, maxLength + 1);
  const key = `${maxTokens} ${maxLength} ${read}`;
  const found = known.get(key) ?? cut(read, maxTokens, maxLength);
  known.delete(key);
  known.set(key, found);
  if (known.size > KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
  return found;
}

/** @param {string} text @param {number} most @param {number} longest @returns {Tokenized} */
function cut(text, most, longest) {
  const isLong = text.length > longest;
  const head = text.slice(0, longest);
  /** @type {string[]} */
  const tokens = [];
  let end = 0;
  for (const { segment, index } of words.segment(head)) {
    // The last piece of a shortened text may be half a word, or half a grapheme.
    const isHalf = isLong && index + segment.length === head.length;
    const isToken = segment !== ' ';
    if (isHalf || (isToken && tokens.length === most)) {
      return { tokens, used: text.slice(0, end), isCut: true, isLong: isHalf };
    }
    if (!isToken) continue;
    tokens.push(segment.normalize('NFC'));
    end = index + segment.length;
  }
  return { tokens, used: text, isCut: false };
}

/**
 * The tokens that a figure shows for a text: the example where the text has none.
 * @param {string} text
 * @param {Limits} [limits]
 * @returns {readonly string[]} the same list for the same text
 */
export function tokensOf(text, limits) {
  if (text === EXAMPLE_TEXT) return EXAMPLE_TOKENS;
  const { tokens } = tokenize(text, limits);
  return tokens.length > 0 ? tokens : EXAMPLE_TOKENS;
}

/** @type {Record<string, string>} */
const MARKS = {
  ' ': '␣',
  '\t': '⇥',
  '\n': '↵',
  '\u007f': '␡',
  '\u00a0': '⍽',
};

/** White space, control and format characters, and what is no character at all. */
const UNSEEN = /[\s\p{C}]/u;

/** More marks on one letter than any script has, which browsers take seconds to place. */
const PILE = /(\p{M}{16})\p{M}+/gu;

/**
 * A token as it can be seen: marks for white space and control characters, a circle under a
 * lone accent. Joiners inside an emoji or a word stay what they are.
 * @param {string} token
 * @returns {string}
 */
export function visible(token) {
  const isWord = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(token);
  const marked = [...token.replace(PILE, '$1…')]
    .map((c) => (UNSEEN.test(c) && !(isWord && isJoiner(c)) ? markOf(c) : c))
    .join('');
  return /^\p{M}/u.test(marked) ? `◌${marked}` : marked;
}

/** @param {string} c */
const isJoiner = (c) => c === '\u200c' || c === '\u200d' || (c >= '\u{e0020}' && c <= '\u{e007f}');

/** @param {string} c */
function markOf(c) {
  const code = /** @type {number} */ (c.codePointAt(0));
  if (MARKS[c]) return MARKS[c];
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return `‹${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}

/**
 * A text of at most so many graphemes, none of them cut.
 * @param {string} text
 * @param {number} [most]
 */
export function shortened(text, most = 24) {
  if (text.length <= most) return text;
  let [count, end] = [0, 0];
  for (const { index } of graphemes.segment(text)) {
    if (count === most) return `${text.slice(0, end)}…`;
    count += 1;
    end = index;
  }
  return text;
}
