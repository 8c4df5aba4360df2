/** The one way from a text to a number, as attributes, links and fields spell it. */

/**
 * Digits never say infinity: those of more than a number can hold are the largest there is, which is
 * beyond every bound.
 * @param {string} text
 * @returns {number} NaN if it is none
 */
export function parseNumber(text) {
  const word = text.trim().toLowerCase();
  if (/^[-+]?(inf|infinity|∞)$/.test(word)) return word[0] === '-' ? -Infinity : Infinity;
  if (!/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/.test(word)) return NaN;
  return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, Number(word)));
}
