// Attention in tiles, all at once or step by step, and how far two results differ.

import { attentionShape } from './attention.js';
import { maskOptions } from '../mask-options.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */
/** @typedef {import('../mask-options.js').MaskOptions} MaskOptions */
/** @typedef {import('./attention.js').AttentionArgs} AttentionArgs */
/** @typedef {import('./attention.js').ScoreOptions} ScoreOptions */

/**
 * @typedef {object} TileArgs
 * @property {number} tileQ  queries in a tile, from 1; more than there are is all
 * @property {number} tileK  keys in a tile
 */

/**
 * The same as attention, without ever holding more than a tile of the scores.
 * @param {Call} call
 * @param {Omit<AttentionArgs, 'trace'> & TileArgs & ScoreOptions & MaskOptions} args  the
 *   attention temperature must be finite and above 0
 * @returns {{ output: Float32Array, logSumExp: Float32Array, fastMemory: number }}  output [batch,
 *   nHeads, seqLen, vHeadDim], logSumExp [batch, nHeads, seqLen], fastMemory in numbers
 */
export function tiledAttention(call, args) {
  const job = tileJob(call, args);
  call.invoke('attn_tiled_attention', {
    output: job.output,
    logSumExp: job.logSumExp,
    scratch: job.scratch,
    ...job.inputs,
  });
  const { output, logSumExp, fastMemory } = job;
  return { output: output.read(), logSumExp: logSumExp.read(), fastMemory };
}

const STATES = /** @type {const} */ (['computed', 'causal', 'window', 'masked']);
/** The arrays of attn_tile_trace after the state, in the order of its declaration. */
const FIELDS = /** @type {const} */ ([
  'scores', 'exponentials', 'tileMax', 'tileSum', 'maxBefore', 'maxAfter', 'factor',
  'sumBefore', 'sumAfter', 'accumulatorBefore', 'accumulatorAfter',
]); // prettier-ignore

/**
 * One (tile row, tile column). What is by row has `queries` entries, matrices are
 * [queries, keys], accumulators [queries, vHeadDim]. A row that has no key in the
 * tile keeps what it had, with factor 1, tileMax -Infinity and tileSum 0.
 * @typedef {object} TileStep
 * @property {number} tileRow
 * @property {number} tileCol
 * @property {number} firstQuery
 * @property {number} queries  how many; the last tile may be cut off
 * @property {number} firstKey
 * @property {number} keys
 * @property {'computed' | 'causal' | 'window' | 'masked'} state  computed, or the mask for which
 *   the tile is skipped
 * @property {Float32Array | null} scores  scaled and masked; null where skipped
 * @property {Float32Array | null} exponentials  exp(score - maxAfter); null where skipped
 * @property {Float32Array} tileMax  the largest score of this tile
 * @property {Float32Array} tileSum  the sum of the tile's exponentials
 * @property {Float32Array} maxBefore  row_max before this tile
 * @property {Float32Array} maxAfter  max(maxBefore, tileMax)
 * @property {Float32Array} factor  exp(maxBefore - maxAfter)
 * @property {Float32Array} sumBefore  row_sum before this tile
 * @property {Float32Array} sumAfter  sumBefore * factor + tileSum
 * @property {Float32Array} accumulatorBefore
 * @property {Float32Array} accumulatorAfter  accumulatorBefore * factor + sum of exponential * value
 */

/**
 * The loops of one head, tile by tile, skipped tiles too.
 * @param {Call} call
 * @param {Omit<AttentionArgs, 'trace' | 'batch' | 'nHeads' | 'nKvHeads'> & TileArgs & ScoreOptions & MaskOptions} args
 * @returns {{ tileQ: number, tileK: number, tileRows: number, tileCols: number, steps: TileStep[], output: Float32Array, logSumExp: Float32Array, fastMemory: number }}
 */
export function tileSteps(call, args) {
  for (const name of ['batch', 'nHeads', 'nKvHeads']) {
    if (name in args) call.nothingElse({ [name]: 'the steps are those of one head' });
  }
  const job = tileJob(call, args);
  const { tileQ, tileK, seqLen, kvLen, vHeadDim } = job;
  const tileRows = Math.ceil(seqLen / tileQ);
  const tileCols = Math.ceil(kvLen / tileK);
  const state = call.output([tileRows * tileCols], Int32Array);
  const widths = [tileK, tileK, 1, 1, 1, 1, 1, 1, 1, vHeadDim, vHeadDim];
  const fields = widths.map((width) => call.output([tileRows * tileCols, tileQ, width]));
  call.invoke('attn_tile_steps', {
    trace: call.pointers({ state, ...byName(fields) }),
    output: job.output,
    logSumExp: job.logSumExp,
    scratch: job.scratch,
    ...job.inputs,
  });
  const states = state.read();
  const arrays = fields.map((field) => field.read());
  const steps = Array.from(states, (code, step) => {
    const place = placeOf(step, tileCols, job);
    const part = (/** @type {number} */ i) => {
      const isMatrix = i < 2;
      if (isMatrix && code !== 0) return null;
      const cols = isMatrix ? place.keys : widths[i];
      return partOf(arrays[i], step, place.queries, tileQ, widths[i], cols);
    };
    return /** @type {any} */ (new LazyStep(place, STATES[code], part));
  });
  const { output, logSumExp, fastMemory } = job;
  return {
    ...{ tileQ, tileK, tileRows, tileCols, steps, fastMemory },
    ...{ output: output.read(), logSumExp: logSumExp.read() },
  };
}

/**
 * The largest |a - b|, and where it is first found.
 * @param {Call} call
 * @param {{ a: Numbers, b: Numbers }} args  of one length
 * @returns {{ maxDifference: number, position: number }}  position -1 where there are no numbers
 */
export function maxDifference(call, { a, b, ...unknown }) {
  call.nothingElse(unknown);
  const count = a?.length ?? 0;
  const result = call.output([1]);
  const position = call.output([1], Uint32Array);
  call.invoke('attn_max_difference', {
    result,
    position,
    a: call.input('a', a, [count]),
    b: call.input('b', b, [count]),
    count,
  });
  return { maxDifference: result.read()[0], position: count > 0 ? position.read()[0] : -1 };
}

/**
 * A step whose arrays are made when they are asked for: there may be thousands of steps, of which a
 * caller looks at few, and all of their arrays at once would take a fifth of a second.
 */
class LazyStep {
  #part;
  static {
    FIELDS.forEach((field, i) => {
      Object.defineProperty(LazyStep.prototype, field, {
        get() {
          return this.#part(i);
        },
      });
    });
  }

  /**
   * @param {ReturnType<typeof placeOf>} place @param {TileStep['state']} state
   * @param {(field: number) => Float32Array | null} part  by its place in FIELDS
   */
  constructor(place, state, part) {
    Object.assign(this, place, { state });
    this.#part = part;
  }
}

/**
 * The same run with all arrays in place, as a worker must send it.
 * @param {ReturnType<typeof tileSteps>} run @returns {ReturnType<typeof tileSteps>}
 */
export function wholeSteps(run) {
  const whole = (/** @type {TileStep} */ step) =>
    /** @type {TileStep} */ ({ ...step, ...byName(FIELDS.map((field) => step[field])) });
  return { ...run, steps: run.steps.map(whole) };
}

/** @template T @param {T[]} values  one for each field of the trace @returns {Record<string, T>} */
function byName(values) {
  return Object.fromEntries(FIELDS.map((field, i) => [field, values[i]]));
}

/**
 * Everything that both tiled functions need.
 * @param {Call} call @param {Omit<AttentionArgs, 'trace'> & TileArgs & ScoreOptions & MaskOptions} args
 */
function tileJob(call, { query, key, value, tileQ, tileK, ...rest }) {
  const { shape, score, mask } = attentionShape(call, rest);
  const { batch, nHeads, nKvHeads, seqLen, kvLen, headDim, vHeadDim } = shape;
  const tiles = {
    tileQ: Math.max(1, Math.min(call.count('tileQ', tileQ, 1), seqLen)),
    tileK: Math.max(1, Math.min(call.count('tileK', tileK, 1), kvLen)),
  };
  const options = call.struct(shape, score);
  const tileOptions = call.struct(tiles);
  const fastMemory =
    call.exports.attn_tiled_scratch_size(options.pointer, tileOptions.pointer) >>> 0;
  return {
    ...tiles,
    ...{ seqLen, kvLen, vHeadDim, fastMemory },
    output: call.output([batch, nHeads, seqLen, vHeadDim]),
    logSumExp: call.output([batch, nHeads, seqLen]),
    scratch: call.output([fastMemory]),
    inputs: {
      query: call.input('query', query, [batch, nHeads, seqLen, headDim]),
      key: call.input('key', key, [batch, nKvHeads, kvLen, headDim]),
      value: call.input('value', value, [batch, nKvHeads, kvLen, vHeadDim]),
      mask: maskOptions(call, mask, shape),
      options,
      tiles: tileOptions,
    },
  };
}

/**
 * @param {number} step @param {number} tileCols
 * @param {{ tileQ: number, tileK: number, seqLen: number, kvLen: number }} job
 */
function placeOf(step, tileCols, { tileQ, tileK, seqLen, kvLen }) {
  const tileRow = Math.floor(step / tileCols);
  const tileCol = step % tileCols;
  const firstQuery = tileRow * tileQ;
  const firstKey = tileCol * tileK;
  const queries = Math.min(tileQ, seqLen - firstQuery);
  const keys = Math.min(tileK, kvLen - firstKey);
  return { tileRow, tileCol, firstQuery, queries, firstKey, keys };
}

/**
 * The first `rows` rows and `cols` columns of a step's tile: a view, or a copy
 * where columns are cut off.
 * @param {Float32Array} array  [steps, tileQ, width]
 * @param {number} step @param {number} rows @param {number} tileQ @param {number} width @param {number} cols
 * @returns {Float32Array}
 */
function partOf(array, step, rows, tileQ, width, cols) {
  const start = step * tileQ * width;
  if (cols === width) return array.subarray(start, start + rows * width);
  const part = new Float32Array(rows * cols);
  for (let row = 0; row < rows; row++) {
    const from = start + row * width;
    part.set(array.subarray(from, from + cols), row * cols);
  }
  return part;
}
