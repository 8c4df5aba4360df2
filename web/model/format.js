/**
 * Numbers as people read them: tabular, with the digits that matter. The digits are the same in
 * every language; the marks between and around them are those of the present one.
 *
 * Arabic keeps the digits 0 to 9: they stand beside formulas and in links, tables and files, half
 * of its readers use no others, and the figures would else show two sets at once.
 */
import { currentLanguage, isRightToLeft } from './language.js';

const NO_BREAK_SPACE = '\u00a0';
const MINUS = '\u2212';

/** @typedef {{ decimal: string, group: string, percent: string }} Marks */

/** English is written with a space before the sign, as the article does. */
/** @type {Map<string, Marks>} */
const marksOf = new Map([['en', { decimal: '.', group: ',', percent: `${NO_BREAK_SPACE}%` }]]);

/** The marks of a language, asked for once. @param {string} language @returns {Marks} */
function marks(language) {
  const known = marksOf.get(language);
  if (known) return known;
  const options = { style: 'percent', minimumFractionDigits: 1, numberingSystem: 'latn' };
  const parts = new Intl.NumberFormat(language, /** @type {any} */ (options)).formatToParts(12345);
  const of = (/** @type {string} */ type) => parts.find((part) => part.type === type)?.value ?? '';
  const after = parts.slice(parts.findIndex((part) => part.type === 'fraction') + 1);
  const made = {
    decimal: of('decimal'),
    group: of('group'),
    percent: after.map(({ value }) => value).join(''),
  };
  marksOf.set(language, made);
  return made;
}

/**
 * A number in the present language: with its decimal mark, a true minus, and no negative zero.
 * @param {string} text as JavaScript spells it, groups marked by commas
 * @param {string} [after] what belongs to the number
 */
function typographic(text, after = '') {
  const { decimal, group } = marks(currentLanguage());
  const isZero = !/[1-9]/.test(text);
  const written = text
    .replace(/[.,]/g, (mark) => (mark === '.' ? decimal : group))
    .replace(/^-/, isZero ? '' : MINUS)
    .replace('e-', `e${MINUS}`);
  return inOrder(written + after);
}

/** In a right-to-left sentence a sign would leave the front of its number. @param {string} text */
const inOrder = (text) => (isRightToLeft() && /[^\d.,]/.test(text) ? `\u2066${text}\u2069` : text);

/** @param {number} value @returns {string | null} what has no digits */
function special(value) {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Infinity) return '∞';
  if (value === -Infinity) return inOrder(`${MINUS}∞`);
  return null;
}

/**
 * A number with a fixed count of decimals.
 * @param {number} value
 * @param {number} [decimals]
 */
export function fixed(value, decimals = 2) {
  return special(value) ?? typographic(value.toFixed(decimals));
}

/** A weight as per cent with one decimal: 0.4866 gives "48.7 %". @param {number} weight */
export function percent(weight) {
  const sign = marks(currentLanguage()).percent;
  return special(weight) ?? typographic((weight * 100).toFixed(1), sign);
}

/** A weight as per cent without the sign, for tight places. @param {number} weight */
export function percentDigits(weight) {
  return special(weight) ?? typographic((weight * 100).toFixed(1));
}

/** A score: two decimals. @param {number} value */
export const score = (value) => fixed(value, 2);

/** An entropy or another measured quantity: three decimals. @param {number} value */
export const measure = (value) => fixed(value, 3);

const THOUSANDS = /\B(?=(\d{3})+$)/g;

/** A whole number with separators: 36864 gives "36,864". @param {number | bigint} value */
export function count(value) {
  if (typeof value === 'bigint') return typographic(String(value).replace(THOUSANDS, ','));
  return (
    special(value) ?? typographic(BigInt(Math.round(value)).toString().replace(THOUSANDS, ','))
  );
}

/**
 * A number of any size with a few significant digits: 0.000123 gives "0.000123",
 * 1.2e-9 gives "1.20e−9".
 * @param {number} value
 * @param {number} [digits]
 */
export function significant(value, digits = 3) {
  const words = special(value);
  if (words !== null) return words;
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return typographic(trimmed(value, digits));
  return typographic(value.toExponential(digits - 1).replace('e+', 'e'));
}

/** A number that somebody chose, with the digits it has: 0.5, or 1e−30. @param {number} value */
export const shortest = (value) => special(value) ?? typographic(String(value).replace('e+', 'e'));

/** @param {number} value @param {number} digits */
function trimmed(value, digits) {
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  return value.toFixed(Math.max(0, digits - 1 - exponent));
}
