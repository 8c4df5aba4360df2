/** What attn-pattern computes: the whole matrix with its masks, and one row of it. */
import { scoresOf } from '../../model/rules.js';
import { tokensOf } from '../../model/tokens.js';

/** @typedef {import('../figure-element.js').State} State */

/** @param {State} state */
export const isMasking = (state) => state.mask === 'causal' || state.hide.length > 0;

/** @param {any} engine @param {State} state */
export function patternNumbers(engine, state) {
  const tokens = tokensOf(state.text);
  const count = tokens.length;
  const shape = { rows: count, cols: count };
  const masks = maskOptions(state, count);
  const scores = scoresOf(tokens, state);
  const free = engine.softmax({ scores, ...shape });
  const right = engine.softmax({ scores, ...shape, ...masks });
  const even = engine.softmax({ scores: new Float32Array(count * count), ...shape, ...masks });
  const isWrong = state.zeroAfter && isMasking(state);
  const weights = isWrong
    ? engine.zeroAfterSoftmax({ weights: free.weights, ...shape, ...masks }).weights
    : right.weights;
  const { rowSum } = engine.zeroAfterSoftmax({ weights, ...shape });
  const isMaskedCell = (/** @type {number} */ q, /** @type {number} */ k) =>
    right.masked[q * count + k] === -Infinity;
  return { count, scores, free, right, even, weights, rowSum, isWrong, isMaskedCell };
}

/** @param {State} state @param {number} count @returns {object} mask options of the engine */
function maskOptions(state, count) {
  const allow = new Uint8Array(count * count).fill(1);
  for (let q = 0; q < count; q++) for (const k of state.hide) allow[q * count + k] = 0;
  return { causal: state.mask === 'causal', align: 'top-left', allow };
}

/** The matrix, and the row of a query. @param {ReturnType<typeof patternNumbers>} all @param {number} q */
export function rowOf(all, q) {
  const { count, right } = all;
  const part = (/** @type {Float32Array} */ data) => data.subarray(q * count, (q + 1) * count);
  return {
    ...all,
    q,
    row: {
      scores: part(all.scores),
      maskedScores: part(right.masked),
      before: part(all.free.weights),
      weights: part(all.weights),
      isMasked: (/** @type {number} */ k) => all.isMaskedCell(q, k),
      sum: all.rowSum[q],
      entropy: right.entropy[q],
      bits: right.entropyBits[q],
      most: all.even.entropy[q],
    },
  };
}
