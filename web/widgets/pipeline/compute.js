/** The numbers of every stage, all of them from the engine. */
import { D_K, D_MODEL, MATRICES, shapeOf } from './stages.js';

/** @typedef {import('./stages.js').MatrixId} MatrixId */
/** @typedef {{ data: Float32Array, rows: number, columns: number }} Matrix */

/**
 * @typedef {object} Stages
 * @property {Record<MatrixId, Matrix>} matrices
 * @property {Record<string, Uint8Array>} changed 1 where the mask changed a cell
 * @property {Record<string, number>} changedCount
 * @property {any} trace of the engine, with row_max, exponentials and row_sum
 * @property {{ vectors: number, scores: number }} extents what gets the full colour
 */

/**
 * Entries with this deviation, 1/√8, keep the variance of a row of X through a projection, so
 * queries, keys and values vary about as much as X does.
 */
const PARAM_DEVIATION = 0.35355339;

const PARAM_COUNT = D_MODEL * D_K;

/** The stream of a seed begins with the three matrices; the tokens' vectors come behind. */
const TOKENS_FROM = 3 * PARAM_COUNT;

/**
 * Where in the stream a token's vector stands: by its spelling (FNV-1a), so that the same word
 * has the same vector in every place and in every sentence.
 * @param {string} token
 * @returns {number}
 */
export function placeOf(token) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < token.length; i++) {
    hash = Math.imul(hash ^ token.charCodeAt(i), 0x01000193) >>> 0;
  }
  return TOKENS_FROM + hash * D_MODEL;
}

/**
 * All stages for a sentence.
 * @param {any} engine
 * @param {readonly string[]} tokens
 * @param {{ seed: number, isCausal: boolean }} options
 * @returns {Stages}
 */
export function computeStages(engine, tokens, { seed, isCausal }) {
  const count = tokens.length;
  const x = embed(engine, tokens, seed);
  const params = [0, 1, 2].map((index) => drawParams(engine, seed, index));
  const [q, k, v] = params.map((w) => project(engine, x, w, count));
  const shape = { query: q, key: k, value: v, seqLen: count, headDim: D_K, trace: true };
  const free = engine.attention(shape);
  const shown = isCausal ? engine.attention({ ...shape, causal: true, align: 'top-left' }) : free;
  const [wQ, wK, wV] = params.map(turned);
  const all = {
    x,
    'w-q': wQ,
    'w-k': wK,
    'w-v': wV,
    q,
    k,
    v,
    raw: shown.trace.rawScores,
    scaled: shown.trace.scores,
    masked: shown.trace.maskedScores,
    weights: shown.trace.weights,
    output: shown.output,
  };
  return {
    matrices: /** @type {any} */ (
      Object.fromEntries(MATRICES.map((id) => [id, { data: all[id], ...shapeOf(id, count) }]))
    ),
    ...changes(all, free),
    trace: shown.trace,
    extents: { vectors: largest([x, q, k, v, wQ, wK, wV]), scores: largest([all.raw]) },
  };
}

/** One vector a token. @param {any} engine @param {readonly string[]} tokens @param {number} seed */
function embed(engine, tokens, seed) {
  const x = new Float32Array(tokens.length * D_MODEL);
  tokens.forEach((token, t) => {
    const { values } = engine.random({ seed, count: D_MODEL, skip: placeOf(token) });
    x.set(values, t * D_MODEL);
  });
  return x;
}

/** @param {any} engine @param {number} seed @param {number} index @returns {Float32Array} [D_K × D_MODEL] */
function drawParams(engine, seed, index) {
  const skip = index * PARAM_COUNT;
  return engine.random({ seed, count: PARAM_COUNT, deviation: PARAM_DEVIATION, skip }).values;
}

/** @param {any} engine @param {Float32Array} x @param {Float32Array} w @param {number} rows @returns {Float32Array} */
function project(engine, x, w, rows) {
  return engine.linear({ x, w, rows, inDim: D_MODEL, outDim: D_K }).y;
}

/** The engine keeps params as [out, in]; the formula X W shows them as [in × out]. */
/** @param {Float32Array} w */
function turned(w) {
  return Float32Array.from(w, (_, i) => w[(i % D_K) * D_MODEL + Math.floor(i / D_K)]);
}

/** Which cells differ from the same sentence without a mask. @param {any} all @param {any} free */
function changes(all, free) {
  const before = {
    masked: free.trace.maskedScores,
    weights: free.trace.weights,
    output: free.output,
  };
  const changed = Object.fromEntries(
    Object.entries(before).map(([id, data]) => [
      id,
      Uint8Array.from(data, (/** @type {number} */ value, /** @type {number} */ i) =>
        Number(value !== all[id][i]),
      ),
    ]),
  );
  const changedCount = Object.fromEntries(
    Object.entries(changed).map(([id, marks]) => [id, marks.filter(Boolean).length]),
  );
  return { changed, changedCount };
}

/** The largest size of a number, for the colour scale. @param {ArrayLike<number>[]} lists */
function largest(lists) {
  let most = 0;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) most = Math.max(most, Math.abs(list[i]));
  }
  return most;
}
