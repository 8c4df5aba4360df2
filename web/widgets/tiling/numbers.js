/** What attn-tiling computes: the loops tile by tile, the plain way beside them, both counted. */
import { scoresOf } from '../../model/rules.js';

/** Channels of the values, few enough to write each sum out. */
export const CHANNELS = 3;
/** The larger case that is counted: channels of a head, queries and keys in a tile. */
export const LARGE = { headDim: 64, tileQ: 128, tileK: 128 };

/** The key that makes Q Kᵀ the scores themselves: the identity. @param {number} n */
const identity = (n) => Float32Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? 1 : 0));

/**
 * Values with one decimal, so that what is shown is all there is.
 * @param {any} engine @param {number} seed @param {number} n @returns {Float32Array} [n, CHANNELS]
 */
function shortValues(engine, seed, n) {
  const { values } = engine.random({ seed, count: n * CHANNELS });
  return values.map((/** @type {number} */ value) => Number(value.toFixed(1)));
}

/** @param {any} engine @param {readonly string[]} tokens @param {any} state */
export function tilingNumbers(engine, tokens, { rule, seed, causal, tileQ, tileK }) {
  const n = tokens.length;
  const value = shortValues(engine, seed, n);
  const query = scoresOf(tokens, { rule });
  const shape = { seqLen: n, headDim: n, vHeadDim: CHANNELS, causal };
  const args = { query, key: identity(n), value, scale: 1, ...shape };
  const tiled = engine.tileSteps({ ...args, tileQ, tileK });
  const plain = engine.attention({ ...args, trace: true });
  return {
    value,
    // A row a channel, as they are drawn.
    channels: value.map((_, i) => value[(i % n) * CHANNELS + Math.floor(i / n)]),
    tiled,
    plain,
    difference: engine.maxDifference({ a: tiled.output, b: plain.output }).maxDifference,
    cost: engine.attentionCosts({ ...shape, tileQ, tileK }),
  };
}

/** The larger case, counted on its own since it takes a while. @param {any} engine @param {any} state */
export const largeCost = (engine, { countTokens, causal }) =>
  engine.attentionCosts({ seqLen: countTokens, causal, ...LARGE });

/**
 * The chosen row inside the chosen tile.
 * @param {any} all what tilingNumbers gives @param {any} state
 */
export function rowInTile({ tiled, value }, { query, tile, tileQ }) {
  const index = Math.floor(query / tileQ) * tiled.tileCols + tile;
  const step = tiled.steps[index];
  const r = query - step.firstQuery;
  const row = (/** @type {Float32Array | null} */ data, /** @type {number} */ width) =>
    data?.subarray(r * width, (r + 1) * width) ?? new Float32Array(0);
  return {
    index,
    step,
    isLast: tile === tiled.tileCols - 1,
    scores: row(step.scores, step.keys),
    exponentials: row(step.exponentials, step.keys),
    values: value.subarray(step.firstKey * CHANNELS, (step.firstKey + step.keys) * CHANNELS),
    tileMax: step.tileMax[r],
    tileSum: step.tileSum[r],
    maxBefore: step.maxBefore[r],
    maxAfter: step.maxAfter[r],
    factor: step.factor[r],
    sumBefore: step.sumBefore[r],
    sumAfter: step.sumAfter[r],
    before: row(step.accumulatorBefore, CHANNELS),
    after: row(step.accumulatorAfter, CHANNELS),
  };
}

/**
 * What somebody gets from the rounded numbers on the screen.
 * @param {any} engine @param {ReturnType<typeof rowInTile>} row
 * @returns {any} null where the tile is skipped
 */
export function byHand(engine, row) {
  if (row.exponentials.length === 0) return null;
  const rounded = (/** @type {ArrayLike<number>} */ list, /** @type {number} */ digits) =>
    Array.from(list, (value) => Number(value.toFixed(digits)));
  const exponentials = rounded(row.exponentials, 4);
  const factor = rounded([row.factor], 4);
  const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) => engine.dot({ a, b }).dot;
  const ones = exponentials.map(() => 1);
  return {
    tileSum: dot(exponentials, ones),
    kept: dot([row.sumBefore], [row.factor]),
    sum: dot(rounded([row.sumBefore, row.tileSum], 3), [...factor, 1]),
    after: Array.from(row.after, (_, d) => {
      const channel = rounded(row.values, 1).filter((_value, i) => i % CHANNELS === d);
      return dot([...rounded([row.before[d]], 3), ...exponentials], [...factor, ...channel]);
    }),
  };
}
