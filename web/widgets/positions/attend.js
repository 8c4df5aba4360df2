/**
 * One small head of attention with each of five ways to put order in: the ground of the two
 * tests of chapter 7, shuffle and shift. Params and words are seeded random numbers.
 */
import { placeOf } from '../pipeline/compute.js';

export const DIM = 8;

/** No positions, and four ways to put them in. */
export const KINDS = ['none', 'learned', 'sinusoidal', 'rope', 'alibi'];

/** Rows of the learned table. */
export const LEARNED_ROWS = 128;

/** Entries of this deviation, 1/√8, keep the variance of a row through a projection. */
const DEVIATION = 0.35355339;

/** The learned table begins behind the three matrices, in a stream of its own seed. */
const TABLE_SEED = 1_000_003;

/** One vector a token: the same word has the same in every place. */
/** @param {any} engine @param {readonly string[]} tokens @param {number} seed @returns {Float32Array} */
export function wordVectors(engine, tokens, seed) {
  const x = new Float32Array(tokens.length * DIM);
  tokens.forEach((token, t) => {
    x.set(engine.random({ seed, count: DIM, skip: placeOf(token) }).values, t * DIM);
  });
  return x;
}

/**
 * @typedef {object} Model
 * @property {any} engine
 * @property {Float32Array[]} params w_q, w_k, w_v
 * @property {Float32Array} table the learned vectors of positions
 * @property {string} kind one of KINDS
 * @property {boolean} [isCausal]
 * @property {'interleaved' | 'halves'} [pairing]
 */

/** @param {any} engine @param {number} seed @param {string} kind @returns {Model} */
export function seededModel(engine, seed, kind) {
  const params = [0, 1, 2].map((index) => {
    const options = { seed, count: DIM * DIM, deviation: DEVIATION, skip: index * DIM * DIM };
    return engine.random(options).values;
  });
  const table = engine.random({ seed: seed + TABLE_SEED, count: LEARNED_ROWS * DIM }).values;
  return { engine, params, table, kind };
}

/**
 * The outputs and the scores of tokens that stand at positions first, first + 1 …
 * @param {Model} model
 * @param {Float32Array} words [count, DIM]
 * @param {number} [first]
 * @returns {{ output: Float32Array, scores: Float32Array }} [count, DIM], [count, count]
 */
export function attend(model, words, first = 0) {
  const { engine, params, kind, isCausal = false } = model;
  const seqLen = words.length / DIM;
  const x = withPositions(model, words, first);
  const project = (/** @type {Float32Array} */ w) =>
    engine.linear({ x, w, rows: seqLen, inDim: DIM, outDim: DIM }).y;
  const turn = (/** @type {Float32Array} */ vectors) =>
    kind === 'rope' ? turned(model, vectors, first) : vectors;
  const { output, trace } = engine.attention({
    query: turn(project(params[0])),
    key: turn(project(params[1])),
    value: project(params[2]),
    seqLen,
    headDim: DIM,
    causal: isCausal,
    trace: true,
    ...(kind === 'alibi' && { mask: distances(engine, seqLen, first) }),
  });
  return { output, scores: trace.maskedScores };
}

/** @param {Model} model @param {Float32Array} x @param {number} first */
function withPositions({ engine, table, kind }, x, first) {
  const seqLen = x.length / DIM;
  const sum = (/** @type {Float32Array} */ update) => engine.residual({ x, update }).sum;
  if (kind === 'sinusoidal') return sum(engine.sinusoidal({ seqLen, dModel: DIM, first }).pe);
  if (kind !== 'learned') return x;
  const rows = LEARNED_ROWS;
  return sum(engine.learnedPositions({ table, rows, dModel: DIM, seqLen, first }).vectors);
}

/** @param {Model} model @param {Float32Array} x @param {number} first */
function turned({ engine, pairing }, x, first) {
  return engine.rope({ x, seqLen: x.length / DIM, headDim: DIM, first, pairing }).y;
}

/** ALiBi's distances, cut from those of a longer text; the slope is that of the first of 8 heads. */
/** @param {any} engine @param {number} count @param {number} first */
function distances(engine, count, first) {
  const seqLen = first + count;
  const slopes = engine.alibiSlopes({ nHeads: 8 }).slopes.slice(0, 1);
  const { mask } = engine.alibiMask({ nHeads: 1, seqLen, slopes });
  const cut = new Float32Array(count * count);
  for (let q = 0; q < count; q++) {
    const from = (first + q) * seqLen + first;
    cut.set(mask.subarray(from, from + count), q * count);
  }
  return cut;
}

/** Rows in another order: row p of the answer is row order[p]. */
/** @param {Float32Array} rows [count, DIM] @param {ArrayLike<number>} order */
export function reordered(rows, order) {
  const answer = new Float32Array(rows.length);
  for (let p = 0; p < order.length; p++) {
    answer.set(rows.subarray(order[p] * DIM, (order[p] + 1) * DIM), p * DIM);
  }
  return answer;
}

/** Where each token of the first order stands in the other. @param {ArrayLike<number>} order */
export function placesIn(order) {
  /** @type {number[]} */
  const places = [];
  for (let p = 0; p < order.length; p++) places[order[p]] = p;
  return places;
}

/** Above this, no order of additions explains a difference. */
export const ROUNDING = 1e-4;

/**
 * The same tokens in two orders, and their outputs side by side.
 * @param {Model} model @param {Float32Array} words @param {ArrayLike<number>} order
 */
export function shuffleTest(model, words, order) {
  const before = attend(model, words).output;
  const after = attend(model, reordered(words, order)).output;
  const back = reordered(after, placesIn(order));
  const { maxDifference, position } = model.engine.maxDifference({ a: before, b: back });
  return { before, after, back, maxDifference, position };
}

/** @param {Model} model @param {Float32Array} words @param {number} shift */
export function shiftTest(model, words, shift) {
  const a = attend(model, words).scores;
  const b = attend(model, words, shift).scores;
  return model.engine.maxDifference({ a, b }).maxDifference;
}
