/** What attn-alignment asks of the engine. */
import { valueFor } from './situations.js';

/** @typedef {[number, number]} Point */

/**
 * @typedef {object} KeyNumbers
 * @property {Point} at @property {number} value @property {number} dot @property {number} score
 * @property {number} length @property {number} degrees @property {number} cosine
 * @property {number} weight
 * @property {boolean} hasAngle false where an arrow has no length
 */

/** @param {number[]} keys [count, 2] @param {number} k @returns {Point} */
export const keyAt = (keys, k) => [keys[2 * k], keys[2 * k + 1]];

/** One value a key, whatever the list has. @param {any} state @returns {number[]} */
export function valuesFor({ keys, keyValues }) {
  return Array.from({ length: keys.length / 2 }, (_, k) => keyValues[k] ?? valueFor(k));
}

/** @param {any} engine @param {any} state */
export function align(engine, state) {
  const { query, keys } = state;
  const values = valuesFor(state);
  const count = values.length;
  const compared = engine.compareVectors({ query, keys, count, dim: 2 });
  const found = engine.lookup({ query, keys, values, count, dim: 2, valueDim: 1 });
  const most = Math.max(...found.weights);
  return {
    query,
    queryLength: compared.queryNorm,
    keys: values.map((value, k) => keyNumbers(keyAt(keys, k), value, compared, found, k)),
    /** The keys with the largest weight. @type {number[]} */
    leaders: values.map((_, k) => k).filter((k) => found.weights[k] === most),
    output: found.soft[0],
  };
}

/** @param {Point} at @param {number} value @param {any} compared @param {any} found @param {number} k @returns {KeyNumbers} */
function keyNumbers(at, value, compared, found, k) {
  return {
    at,
    value,
    dot: compared.dots[k],
    score: found.scores[k],
    length: compared.norms[k],
    degrees: (compared.angles[k] * 180) / Math.PI,
    cosine: compared.cosines[k],
    weight: found.weights[k],
    hasAngle: compared.norms[k] > 0 && compared.queryNorm > 0,
  };
}
