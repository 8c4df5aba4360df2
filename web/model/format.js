/** Numbers as people read them: tabular, with the digits that matter. */

const NO_BREAK_SPACE = '\u00a0';
const MINUS = '\u2212';

/** @param {string} text @returns {string} the text with a true minus sign, and no negative zero */
function typographic(text) {
  const isZero = !/[1-9]/.test(text);
  return text.replace(/^-/, isZero ? '' : MINUS).replace('e-', `e${MINUS}`);
}

/** @param {number} value @returns {string | null} words for what has no digits */
function special(value) {
  if (Number.isNaN(value)) return 'not a number';
  if (value === Infinity) return '∞';
  if (value === -Infinity) return `${MINUS}∞`;
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
  return special(weight) ?? `${typographic((weight * 100).toFixed(1))}${NO_BREAK_SPACE}%`;
}

/** A weight as per cent without the sign, for tight places. @param {number} weight */
export function percentDigits(weight) {
  return special(weight) ?? typographic((weight * 100).toFixed(1));
}

/** A score: two decimals. @param {number} value */
export const score = (value) => fixed(value, 2);

/** An entropy or another measured quantity: three decimals. @param {number} value */
export const measure = (value) => fixed(value, 3);

/** A whole number with thin separators: 36864 gives "36,864". @param {number} value */
export function count(value) {
  return special(value) ?? typographic(Math.round(value).toLocaleString('en-GB'));
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

/** @param {number} value @param {number} digits */
function trimmed(value, digits) {
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  return value.toFixed(Math.max(0, digits - 1 - exponent));
}
