/** The numbers of every stage, all of them from the engine. */
import { D_K, D_MODEL, MATRICES, shapeOf } from './stages.js';

/** @typedef {import('./stages.js').MatrixId} MatrixId */
/**
 * @typedef {object} Matrix
 * @property {number} rows
 * @property {number} columns
 * @property {(row: number) => Float32Array} row
 * @property {Float32Array} data row-major; of a long text it is put together when it is asked for
 */

/**
 * @typedef {object} Stages
 * @property {Record<MatrixId, Matrix>} matrices
 * @property {(id: MatrixId, row: number, column: number) => boolean} isChanged by the mask
 * @property {Record<string, number>} changedCount
 * @property {Run} run
 * @property {{ vectors: number, scores: number }} extents what gets the full colour
 */

/**
 * What attention starts from: X, the params as the formula shows them, Q, K and V.
 * @typedef {Record<'x' | 'w-q' | 'w-k' | 'w-v' | 'q' | 'k' | 'v', Float32Array>} Inputs
 */

/** @typedef {Record<'raw' | 'scaled' | 'masked' | 'weights' | 'exponentials' | 'output' | 'rowMax' | 'rowSum', Matrix>} Run */

/** What the mask can change. */
export const AFTER_MASK = /** @type {const} */ (['masked', 'weights', 'output']);

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
  const inputs = inputsOf(engine, tokens, seed);
  const { q: query, k: key, v: value } = inputs;
  const shape = { query, key, value, seqLen: count, headDim: D_K, trace: true };
  const run = (/** @type {object} */ mask) => {
    const { trace, output } = engine.attention({ ...shape, ...mask });
    return runOf(count, (field, columns) => matrixOf(trace[field] ?? output, count, columns));
  };
  const free = run({});
  const shown = isCausal ? run({ causal: true, align: 'top-left' }) : free;
  return {
    ...stagesOf(inputs, count, free, shown),
    changedCount: Object.fromEntries(
      AFTER_MASK.map((id) => [id, differences(shown[id].data, free[id].data)]),
    ),
    extents: { vectors: largest(Object.values(inputs)), scores: largest([shown.raw.data]) },
  };
}

/**
 * @param {any} engine @param {readonly string[]} tokens @param {number} seed
 * @returns {Inputs}
 */
export function inputsOf(engine, tokens, seed) {
  const x = embed(engine, tokens, seed);
  const params = [0, 1, 2].map((index) => drawParams(engine, seed, index));
  const [q, k, v] = params.map((w) => project(engine, x, w, tokens.length));
  const [wQ, wK, wV] = params.map(turned);
  return { x, 'w-q': wQ, 'w-k': wK, 'w-v': wV, q, k, v };
}

/**
 * @param {Inputs} inputs @param {number} count of tokens
 * @param {Run} free without a mask @param {Run} run with the mask, if there is one
 */
export function stagesOf(inputs, count, free, run) {
  const entries = MATRICES.map((id) => {
    const { rows, columns } = shapeOf(id, count);
    const made = run[/** @type {'raw'} */ (id)];
    return [id, made ?? matrixOf(inputs[/** @type {'x'} */ (id)], rows, columns)];
  });
  return {
    /** @type {Record<MatrixId, Matrix>} */
    matrices: Object.fromEntries(entries),
    isChanged: (/** @type {any} */ id, /** @type {number} */ row, /** @type {number} */ column) => {
      const [now, before] = [run, free].map((all) => all[/** @type {'masked'} */ (id)].row(row));
      return now[column] !== before[column];
    },
    run,
  };
}

/**
 * @param {number} count of tokens
 * @param {(field: string, columns: number) => Matrix} of a field of the trace, or the output
 * @returns {Run}
 */
export const runOf = (count, of) => ({
  raw: of('rawScores', count),
  scaled: of('scores', count),
  masked: of('maskedScores', count),
  weights: of('weights', count),
  exponentials: of('exponentials', count),
  rowMax: of('rowMax', 1),
  rowSum: of('rowSum', 1),
  output: of('output', D_K),
});

/** @param {Float32Array} data @param {number} rows @param {number} columns @returns {Matrix} */
const matrixOf = (data, rows, columns) => ({
  rows,
  columns,
  data,
  row: (r) => data.subarray(r * columns, (r + 1) * columns),
});

/** One vector a token. @param {any} engine @param {readonly string[]} tokens @param {number} seed */
function embed(engine, tokens, seed) {
  const x = new Float32Array(tokens.length * D_MODEL);
  const known = new Map();
  tokens.forEach((token, t) => {
    const draw = () => engine.random({ seed, count: D_MODEL, skip: placeOf(token) }).values;
    if (!known.has(token)) known.set(token, draw());
    x.set(known.get(token), t * D_MODEL);
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

/** How many numbers differ. @param {Float32Array} a @param {Float32Array} b */
export function differences(a, b) {
  let count = 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) count++;
  return count;
}

/** The largest size of a number, for the colour scale. @param {readonly Float32Array[]} lists */
export function largest(lists) {
  let most = 0;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) most = Math.max(most, Math.abs(list[i]));
  }
  return most;
}
