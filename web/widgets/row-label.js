/** Spoken summaries of the rows and the columns of a grid of weights. */
import { percent } from '../model/format.js';

/** @typedef {{ texts: any, plain: (sentence: string, values: any) => string }} Figure */

/**
 * Where a row looks most: “it” looks most at “ball”, 48.7 %, then “heavy”.
 * @param {Figure} figure
 * @param {readonly string[]} queries names of the rows
 * @param {readonly string[]} keys names of the columns
 * @param {(row: number, column: number) => number} weight
 * @returns {(row: number) => string}
 */
export function rowLabel(figure, queries, keys, weight) {
  const { looksMost, looksThen } = figure.texts.frame;
  return (row) => said(figure, queries[row], keys, (k) => weight(row, k), looksMost, looksThen);
}

/** Who looks at a column most. @type {typeof rowLabel} */
export function columnLabel(figure, queries, keys, weight) {
  const { lookedAt, looksThen } = figure.texts.frame;
  return (k) => said(figure, keys[k], queries, (row) => weight(row, k), lookedAt, looksThen);
}

/**
 * @param {Figure} figure @param {string} name @param {readonly string[]} others
 * @param {(i: number) => number} weightOf @param {string} most @param {string} then
 */
function said(figure, name, others, weightOf, most, then) {
  const [first, second, third] = others
    .map((key, i) => ({ key, weight: weightOf(i) }))
    .sort((a, b) => b.weight - a.weight);
  if (!first.weight) return name;
  const told = figure.plain(most, { query: name, ...first, weight: percent(first.weight) });
  // Of those that share a weight none is the second.
  return second?.weight > (third?.weight ?? 0) ? told + figure.plain(then, second) : told;
}
