/**
 * Every matrix that a figure shows, at full precision: its tables, and the numbers of its picture
 * that are in no table.
 */
import { MORE } from './more.js';

/**
 * @typedef {object} Matrix
 * @property {string} id stands in the file's name
 * @property {string} [of] what it is of, where that can change: the chosen query
 * @property {string} caption
 * @property {string} corner what the row names are
 * @property {readonly number[]} shape rows, columns
 * @property {readonly string[]} rowNames
 * @property {readonly string[]} columnNames
 * @property {ArrayLike<number>} data row-major
 * @property {(value: number, column: number) => string} format as the figure writes it
 */

/**
 * @param {any} figure
 * @returns {Matrix[]}
 */
export function matricesOf(figure) {
  const { results, state } = figure;
  const tables = figure.tables(results, state).map(fromTable);
  const more = MORE[figure.figureName]?.(figure, results) ?? { of: {}, matrices: [] };
  const known = new Set(tables.map((/** @type {Matrix} */ { id }) => id));
  return [...tables, ...(more.matrices ?? []).filter(({ id }) => !known.has(id))]
    .filter(({ data }) => data.length > 0)
    .map((matrix) => ({ ...matrix, of: more.of?.[matrix.id] }));
}

/** @param {any} table @returns {Matrix} */
function fromTable(table) {
  return { ...table, shape: [table.rowNames.length, table.columnNames.length] };
}

/** A name that says what the file holds: attn-pattern_it_row. @param {string} figure @param {Matrix} matrix */
export function fileName(figure, { id, of }) {
  return [figure, of && slug(of), slug(id)].filter(Boolean).join('_');
}

/** What every file system takes. @param {string} text */
export const slug = (text) =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'unnamed';
