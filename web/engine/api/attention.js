// Attention, and what it is made of: linear maps, weighted sums, heads.

import { maskOptions } from '../mask-options.js';
import { traceOutputs } from '../trace.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */
/** @typedef {import('../mask-options.js').MaskOptions} MaskOptions */

export const ATTENTION_TRACE = /** @type {const} */ ([
  'rawScores',
  'scores',
  'cappedScores',
  'maskedScores',
  'rowMax',
  'exponentials',
  'rowSum',
  'weights',
  'logSumExp',
  'entropy',
  'entropyBits',
]);
const WEIGHTS = /** @type {const} */ (['weights']);

/**
 * What happened on the way: [batch, nHeads, seqLen, kvLen], or [batch, nHeads, seqLen].
 * @typedef {Record<(typeof ATTENTION_TRACE)[number], Float32Array>} AttentionTrace
 */

/**
 * @typedef {object} ScoreOptions
 * @property {number} [scale]  what q . k is multiplied by; default 1 / sqrt(headDim)
 * @property {number} [softcap]  scores become softcap * tanh(scores / softcap); 0 (default) is off
 * @property {number} [temperature]  attention temperature, 0 to Infinity; default 1
 */

/**
 * @typedef {object} AttentionArgs
 * @property {Numbers} query  [batch, nHeads, seqLen, headDim]
 * @property {Numbers} key  [batch, nKvHeads, kvLen, headDim]
 * @property {Numbers} value  [batch, nKvHeads, kvLen, vHeadDim]
 * @property {number} [batch]  default 1
 * @property {number} [nHeads]  default 1
 * @property {number} [nKvHeads]  default nHeads; head h reads KV head floor(h / (nHeads / nKvHeads))
 * @property {number} seqLen
 * @property {number} [kvLen]  default seqLen
 * @property {number} headDim
 * @property {number} [vHeadDim]  default headDim
 * @property {boolean} [trace]  default false
 */

/**
 * output = softmax(mask(softcap(scale * query key^T) / temperature)) value
 * @param {Call} call
 * @param {AttentionArgs & ScoreOptions & MaskOptions} args
 * @returns {{ output: Float32Array, trace: AttentionTrace | null }}  output [batch, nHeads, seqLen, vHeadDim]
 */
export function attention(call, args) {
  const { query, key, value, trace = false, ...rest } = args;
  const { shape, score, mask } = attentionShape(call, rest);
  const { batch, nHeads, nKvHeads, seqLen, kvLen, headDim, vHeadDim } = shape;
  const output = call.output([batch, nHeads, seqLen, vHeadDim]);
  const wanted = call.flag('trace', trace) ? ATTENTION_TRACE : WEIGHTS;
  const traced = traceOutputs(call, wanted, batch * nHeads * seqLen, kvLen);
  call.invoke('attn_attention', {
    output,
    trace: traced.struct,
    query: call.input('query', query, [batch, nHeads, seqLen, headDim]),
    key: call.input('key', key, [batch, nKvHeads, kvLen, headDim]),
    value: call.input('value', value, [batch, nKvHeads, kvLen, vHeadDim]),
    mask: maskOptions(call, mask, shape),
    options: call.struct(shape, score),
  });
  return {
    output: output.read(),
    trace: trace ? /** @type {AttentionTrace} */ (traced.read()) : null,
  };
}

/** @param {Call} call @param {Omit<AttentionArgs, 'query' | 'key' | 'value'> & ScoreOptions & MaskOptions} args */
export function attentionShape(call, args) {
  const {
    batch = 1,
    nHeads = 1,
    nKvHeads = nHeads,
    seqLen,
    kvLen = seqLen,
    headDim,
    vHeadDim = headDim,
    ...rest
  } = args;
  const shape = {
    batch: call.count('batch', batch),
    nHeads: call.count('nHeads', nHeads, 1),
    nKvHeads: kvHeads(call, nHeads, nKvHeads),
    seqLen: call.count('seqLen', seqLen),
    kvLen: call.count('kvLen', kvLen),
    headDim: call.count('headDim', headDim, 1),
    vHeadDim: call.count('vHeadDim', vHeadDim, 1),
  };
  const { scale, softcap, temperature, ...mask } = rest;
  return { shape, score: scoreOptions(call, { scale, softcap, temperature }, headDim), mask };
}

/** @param {Call} call @param {number} nHeads @param {number} nKvHeads */
export function kvHeads(call, nHeads, nKvHeads) {
  call.count('nKvHeads', nKvHeads, 1);
  if (nHeads % nKvHeads === 0) return nKvHeads;
  throw call.range('nKvHeads', `expected a divisor of nHeads = ${nHeads}, got ${nKvHeads}`);
}

/** @param {Call} call @param {ScoreOptions} options @param {number} headDim */
export function scoreOptions(call, options, headDim) {
  const {
    scale = call.exports.attn_default_scale(headDim),
    softcap = 0,
    temperature = 1,
  } = options;
  return {
    scale: call.number('scale', scale),
    softcap: call.number('softcap', softcap, 0),
    temperature: call.number('temperature', temperature, 0, Infinity),
  };
}

/**
 * output[q] = sum over k of weights[q, k] value[k]
 * @param {Call} call
 * @param {{ weights: Numbers, value: Numbers, rows: number, cols: number, dim: number }} args
 *   weights [rows, cols], value [cols, dim]
 * @returns {{ output: Float32Array }}  [rows, dim]
 */
export function weightedSum(call, { weights, value, rows, cols, dim, ...unknown }) {
  call.nothingElse(unknown);
  call.count('rows', rows);
  call.count('cols', cols);
  call.count('dim', dim);
  const output = call.output([rows, dim]);
  call.invoke('attn_weighted_sum', {
    output,
    weights: call.input('weights', weights, [rows, cols]),
    value: call.input('value', value, [cols, dim]),
    rows,
    cols,
    dim,
  });
  return { output: output.read() };
}

/**
 * y = x w^T + bias
 * @param {Call} call
 * @param {{ x: Numbers, w: Numbers, bias?: Numbers | null, rows: number, inDim: number, outDim: number }} args
 *   x [rows, inDim], w [outDim, inDim], bias [outDim]
 * @returns {{ y: Float32Array }}  [rows, outDim]
 */
export function linear(call, { x, w, bias = null, rows, inDim, outDim, ...unknown }) {
  call.nothingElse(unknown);
  call.count('rows', rows);
  call.count('inDim', inDim);
  call.count('outDim', outDim);
  const y = call.output([rows, outDim]);
  call.invoke('attn_linear', {
    y,
    x: call.input('x', x, [rows, inDim]),
    w: call.input('w', w, [outDim, inDim]),
    bias: call.optional('bias', bias, [outDim]),
    rows,
    inDim,
    outDim,
  });
  return { y: y.read() };
}

/**
 * The mean of matrices of one size, element by element.
 * @param {Call} call
 * @param {{ matrices: Numbers, count: number, size: number }} args  [count, size]
 * @returns {{ mean: Float32Array }}  [size]
 */
export function meanMatrices(call, { matrices, count, size, ...unknown }) {
  call.nothingElse(unknown);
  call.count('count', count, 1);
  call.count('size', size);
  const mean = call.output([size]);
  const input = call.input('matrices', matrices, [count, size]);
  call.invoke('attn_mean_matrices', { mean, matrices: input, count, size });
  return { mean: mean.read() };
}
