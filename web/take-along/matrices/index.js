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
  const tables = figure.tables(results, state).map(wholeOf);
  const more = MORE[figure.figureName]?.(figure, results) ?? { of: {}, matrices: [] };
  const known = new Set(tables.map((/** @type {Matrix} */ { id }) => id));
  return [...tables, ...(more.matrices ?? []).filter(({ id }) => !known.has(id))]
    .filter(({ data }) => data.length > 0)
    .map((matrix) => ({ ...matrix, of: more.of?.[matrix.id] }));
}

/** The tables as they are shown: of a matrix that is too large for one, a part. @param {any} figure @returns {Matrix[]} */
export const tablesOf = (figure) => figure.tables(figure.results, figure.state).map(fromTable);

/** @param {any} table @returns {Matrix} */
function fromTable(table) {
  return { ...table, shape: [table.rowNames.length, table.columnNames.length] };
}

/** @param {any} table @returns {Matrix} */
function wholeOf({ whole, ...table }) {
  if (!whole) return fromTable(table);
  const { caption, rowNames, columnNames, matrix } = whole;
  return fromTable({ ...table, caption, rowNames, columnNames, data: matrix.data });
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
