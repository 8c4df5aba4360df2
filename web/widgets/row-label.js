/** Spoken summaries of the rows of a grid of weights. */
import { percent } from '../model/format.js';

/** @typedef {{ texts: any, plain: (sentence: string, values: any) => string }} Figure */

/**
 * Where a row looks most: “it” looks most at “ball”, 48.7 %, then “heavy”.
 * @param {Figure} figure
 * @param {readonly string[]} queries names of the rows
 * @param {readonly string[]} keys names of the columns
 * @param {ArrayLike<number>} weights row-major
 * @returns {(row: number) => string}
 */
export function rowLabel(figure, queries, keys, weights) {
  return (row) => {
    const [first, second, third] = keys
      .map((key, k) => ({ key, weight: weights[row * keys.length + k] }))
      .sort((a, b) => b.weight - a.weight);
    const { looksMost, looksThen } = figure.texts.frame;
    if (!first.weight) return queries[row];
    const said = { query: queries[row], ...first, weight: percent(first.weight) };
    // Of keys that share a weight none is the second.
    const hasSecond = second?.weight > (third?.weight ?? 0);
    return figure.plain(looksMost, said) + (hasSecond ? figure.plain(looksThen, second) : '');
  };
}
