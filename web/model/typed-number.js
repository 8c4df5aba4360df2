/**
 * Numbers as people type them: "0,2", "٠٫٢", "２５６", "1e3" and "−3" are what they say, with the
 * digits of any script and the marks of any language.
 */
import { parseNumber } from './number-text.js';

/**
 * Digits stand in tens, which begin at a code that ends in 0 or in 6; in the first plane of Unicode,
 * which is where languages have theirs.
 * @param {string} digit
 */
function plainDigit(digit) {
  if (digit[1]) return digit;
  const code = digit.charCodeAt(0);
  const ten = code & ~15;
  return String(code - (/\p{Nd}/u.test(String.fromCharCode(ten)) ? ten : ten + 6));
}

/** Full-width forms; what orders text and is no part of it; signs and marks. */
const SIGNS = /** @type {[RegExp, any][]} */ ([
  [/[！-～]/g, (/** @type {string} */ form) => form.normalize('NFKC')],
  [/\p{Cf}/gu, ''],
  [/[−‐-–ー]/g, '-'],
  [/[٫。]/g, '.'],
  [/[،、]/g, ','],
  [/\p{Nd}/gu, plainDigit],
  // Groups of three, parted by what is no decimal mark anywhere.
  [/(?<=\d)[\s'’٬](?=\d{3}(?!\d))/g, ''],
]);

/** A whole number in groups of three, parted by what may be a decimal mark elsewhere. */
const GROUPED = /^[-+]?[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)$/;

/** No number that people type is longer. */
const LONGEST = 1000;

/**
 * A comma is a decimal mark, but before three digits of what must be a whole number.
 * @param {string} text
 * @param {boolean} [isWhole]
 * @returns {number} NaN if it is none
 */
export function typedNumber(text, isWhole = false) {
  if (text.length > LONGEST) return NaN;
  const plain = SIGNS.reduce((all, [sign, meant]) => all.replace(sign, meant), text.trim());
  const isGrouped = isWhole && GROUPED.test(plain);
  return parseNumber(isGrouped ? plain.replace(/[.,]/g, '') : plain.replace(',', '.'));
}
