import { parseNumber } from './number-text.js';

/**
 * A square matrix as a text: rows between semicolons or on lines of their own, numbers between
 * commas or spaces, or the same as JSON.
 * @param {string} text
 * @param {number} size of rows and of columns
 * @returns {Float32Array | null} row-major; null where the text is none of that size
 */
export function readMatrix(text, size) {
  const rows = text
    .trim()
    .replace(/\]\s*,\s*\[/g, ';')
    .replace(/^\[\s*\[|\]\s*\]$/g, '')
    .split(/[;\n]+/)
    .map((row) => row.trim().split(/[\s,]+/));
  const numbers = Float32Array.from(rows.flat(), parseNumber);
  const isSquare = rows.length === size && rows.every(({ length }) => length === size);
  return isSquare && numbers.every(Number.isFinite) ? numbers : null;
}
