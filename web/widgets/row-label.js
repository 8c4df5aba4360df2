/** Spoken summaries of the rows and the columns of a grid. */
import { percent } from '../model/format.js';

/** @typedef {{ texts: any, plain: (sentence: string, values: any) => string }} Figure */

/** Weights that differ by less are the same. */
const EVEN = 1e-6;

/**
 * Where each row looks most, and who looks at each column most: “it” looks most at “ball”, 48.7 %,
 * then “heavy”. Of numbers that are no weights, where the largest stand.
 * @param {Figure} figure
 * @param {readonly string[]} rows names; of what has none nothing is said
 * @param {readonly string[]} columns
 * @param {(row: number, column: number) => number} at
 * @param {((value: number) => string) | null} [text] how such numbers are written; none for weights
 */
export function spoken(figure, rows, columns, at, text) {
  const { looksMost, lookedAt, largest } = figure.texts.frame;
  return {
    rowLabel: (/** @type {number} */ row) =>
      said(figure, rows[row], columns, (k) => at(row, k), text ? largest : looksMost, text),
    columnLabel: (/** @type {number} */ k) =>
      said(figure, columns[k], rows, (row) => at(row, k), text ? largest : lookedAt, text),
  };
}

/** How a matrix of so many columns is asked for a number. @param {ArrayLike<number>} data @param {number} columns */
export const cellOf =
  (data, columns) => (/** @type {number} */ row, /** @type {number} */ column) =>
    data[row * columns + column];

/** @param {Figure} figure @param {number} channel */
export const channelName = (figure, channel) =>
  figure.plain(figure.texts.words.channel, { channel });

/** @param {Figure} figure @param {number} length */
export const channelNames = (figure, length) =>
  Array.from({ length }, (_, channel) => channelName(figure, channel));

/** @param {Figure} figure @param {string} row @param {string} column @param {string} value */
export const cellName = (figure, row, column, value) =>
  figure.plain(figure.texts.words.cell, { row, column, value });

/**
 * All that is spoken of a grid of numbers: of its rows, its columns and the cell in hand.
 * @param {Figure} figure
 * @param {readonly string[]} rows @param {readonly string[]} columns names
 * @param {(row: number, column: number) => number} at
 * @param {{ current: { row: number, column: number } }} walked
 * @param {(value: number) => string} text how numbers are written, and what NaN means
 */
export const sayings = (figure, rows, columns, at, { current: { row, column } }, text) => ({
  ...spoken(figure, rows, columns, at, text),
  name: cellName(figure, rows[row], columns[column], text(at(row, column))),
});

/**
 * @param {Figure} figure @param {string} query @param {readonly string[]} others
 * @param {(i: number) => number} weightOf @param {string} most
 * @param {((value: number) => string) | null} [text]
 */
function said(figure, query, others, weightOf, most, text) {
  const { frame, words } = figure.texts;
  // What is masked is said of no one: a weight of 0, a score of minus infinity.
  const seen = others
    .map((key, i) => ({ key, value: weightOf(i) }))
    .filter(({ value }) => (text ? Number.isFinite(value) : value > 0));
  if (!query || seen.length === 0) return query;
  const [first, ...same] = largestOf(seen);
  const weight = (text ?? percent)(first.value);
  if (same.length > 0) {
    const names = [first, ...same].map(({ key }) => figure.plain(words.quoted, { name: key }));
    const keys = names.length > 3 ? names.length : names.join(words.comma);
    return figure.plain(frame.looksAlike, { query, keys, weight });
  }
  const told = figure.plain(most, { query, key: first.key, weight });
  const [second, ...alike] = largestOf(seen.filter((one) => one !== first));
  // Of those that share a weight none is the second.
  return second && alike.length === 0
    ? told + figure.plain(frame.looksThen, { key: second.key })
    : told;
}

/** @param {{ key: string, value: number }[]} list */
function largestOf(list) {
  const most = Math.max(...list.map(({ value }) => value));
  return list.filter(({ value }) => most - value < EVEN);
}
