// The fast path: the same meanings as their namesakes, by SIMD kernels and
// without the steps in between. The results differ by rounding only.

import { maskOptions } from '../mask-options.js';
import { attentionShape } from './attention.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */

/** @param {Call} call @param {number} count  floats to work in */
const scratchOf = (call, count) => call.output([count >>> 0]);

/**
 * softmax(mask(softcap(scale * query key^T) / temperature)) value, by tiles: the
 * seqLen x kvLen weights are never in memory.
 * @param {Call} call
 * @param {Omit<import('./attention.js').AttentionArgs, 'trace'> & import('./attention.js').ScoreOptions & import('../mask-options.js').MaskOptions} args
 * @returns {{ output: Float32Array }}  [batch, nHeads, seqLen, vHeadDim]
 */
export function attentionFast(call, args) {
  const { query, key, value, ...rest } = args;
  const { shape, score, mask } = attentionShape(call, rest);
  const { batch, nHeads, nKvHeads, seqLen, kvLen, headDim, vHeadDim } = shape;
  const options = call.struct(shape, score);
  const output = call.output([batch, nHeads, seqLen, vHeadDim]);
  call.invoke('attn_attention_fast', {
    output,
    scratch: scratchOf(call, call.exports.attn_attention_fast_scratch_size(options.pointer)),
    query: call.input('query', query, [batch, nHeads, seqLen, headDim]),
    key: call.input('key', key, [batch, nKvHeads, kvLen, headDim]),
    value: call.input('value', value, [batch, nKvHeads, kvLen, vHeadDim]),
    mask: maskOptions(call, mask, shape),
    options,
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
export function linearFast(call, { x, w, bias = null, rows, inDim, outDim, ...unknown }) {
  call.nothingElse(unknown);
  call.count('rows', rows);
  call.count('inDim', inDim);
  call.count('outDim', outDim);
  const y = call.output([rows, outDim]);
  call.invoke('attn_linear_fast', {
    y,
    scratch: scratchOf(call, call.exports.attn_linear_fast_scratch_size(inDim)),
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
 * weights = softmax(scores / temperature), row by row, without mask.
 * @param {Call} call
 * @param {{ scores: Numbers, rows?: number, cols: number, temperature?: number }} args
 *   scores [rows, cols]; temperature from 0 to Infinity, default 1
 * @returns {{ weights: Float32Array }}  [rows, cols]
 */
export function softmaxFast(call, { scores, rows = 1, cols, temperature = 1, ...unknown }) {
  call.nothingElse(unknown);
  call.count('rows', rows);
  call.count('cols', cols);
  const weights = call.output([rows, cols]);
  const input = call.input('scores', scores, [rows, cols]);
  call.number('temperature', temperature, 0, Infinity);
  call.invoke('attn_softmax_fast', { weights, scores: input, rows, cols, temperature });
  return { weights: weights.read() };
}

/**
 * y = scale (x - mean) / sqrt(variance + eps) + bias, row by row.
 * @param {Call} call
 * @param {{ x: Numbers, scale?: Numbers | null, bias?: Numbers | null, rows?: number, dim: number, eps?: number }} args
 *   x [rows, dim], scale and bias [dim]
 * @returns {{ y: Float32Array }}  [rows, dim]
 */
export function layerNormFast(call, args) {
  const { x, scale = null, bias = null, rows = 1, dim, eps = 1e-5, ...unknown } = args;
  call.nothingElse(unknown);
  call.count('rows', rows);
  call.count('dim', dim);
  call.number('eps', eps, 0);
  const y = call.output([rows, dim]);
  call.invoke('attn_layer_norm_fast', {
    y,
    x: call.input('x', x, [rows, dim]),
    scale: call.optional('scale', scale, [dim]),
    bias: call.optional('bias', bias, [dim]),
    rows,
    dim,
    eps,
  });
  return { y: y.read() };
}

/**
 * y = x Phi(x), Phi the normal distribution.
 * @param {Call} call
 * @param {{ x: Numbers }} args
 * @returns {{ y: Float32Array }}
 */
export function geluFast(call, { x, ...unknown }) {
  call.nothingElse(unknown);
  const count = x?.length ?? 0;
  const y = call.output([count]);
  call.invoke('attn_gelu_fast', { y, x: call.input('x', x, [count]), count });
  return { y: y.read() };
}

/** The params of a block, in the order of attn_block_fast_params; d, D: dModel, dFf. */
const BLOCK_PARAMS = /** @type {const} */ ([
  ['attentionNorm', 'd'],
  ['attentionNormBias', 'd'],
  ['wQ', 'dd'],
  ['wK', 'dd'],
  ['wV', 'dd'],
  ['wO', 'dd'],
  ['bQ', 'd'],
  ['bK', 'd'],
  ['bV', 'd'],
  ['bO', 'd'],
  ['feedForwardNorm', 'd'],
  ['feedForwardNormBias', 'd'],
  ['w1', 'Dd'],
  ['b1', 'D'],
  ['w2', 'dD'],
  ['b2', 'd'],
]);

/**
 * A pre-LN encoder block: middle = x + MultiHead(LN(x)), output = middle + W2
 * GELU(W1 LN(middle)).
 * @param {Call} call
 * @param {{ x: Numbers, seqLen: number, dModel: number, nHeads: number, dFf: number, causal?: boolean, eps?: number, params: Partial<Record<(typeof BLOCK_PARAMS)[number][0], Numbers>> }} args
 *   x [seqLen, dModel]; params: wQ, wK, wV, wO [dModel, dModel], w1 [dFf, dModel], w2 [dModel,
 *   dFf]; optional norms,
 *   their biases, bQ, bK, bV, bO, b2 [dModel] and b1 [dFf]
 * @returns {{ output: Float32Array }}  [seqLen, dModel]
 */
export function blockFast(call, args) {
  const { x, seqLen, dModel, nHeads, dFf, causal = false, eps = 1e-5, params, ...unknown } = args;
  call.nothingElse(unknown);
  const sizes = {
    seqLen: call.count('seqLen', seqLen),
    dModel: call.count('dModel', dModel, 1),
    nHeads: call.count('nHeads', nHeads, 1),
    dFf: call.count('dFf', dFf, 1),
    causal: Number(call.flag('causal', causal)),
  };
  if (dModel % nHeads !== 0)
    throw call.range('nHeads', `expected a divisor of dModel = ${dModel}, got ${nHeads}`);
  const options = call.struct(sizes, { eps: call.number('eps', eps, 0) });
  const output = call.output([seqLen, dModel]);
  call.invoke('attn_block_fast', {
    output,
    scratch: scratchOf(call, call.exports.attn_block_fast_scratch_size(options.pointer)),
    x: call.input('x', x, [seqLen, dModel]),
    params: blockParams(call, params, { d: dModel, D: dFf }),
    options,
  });
  return { output: output.read() };
}

/**
 * @param {Call} call
 * @param {Partial<Record<string, Numbers>>} params
 * @param {Record<string, number>} sizes
 */
function blockParams(call, params, sizes) {
  const { ...left } = params;
  const entries = BLOCK_PARAMS.map(([name, letters]) => {
    const shape = [...letters].map((letter) => sizes[letter]);
    const given = left[name];
    delete left[name];
    if (name.startsWith('w')) return [name, call.nested(name, given, shape)];
    return [name, call.optional(name, given, shape)];
  });
  call.nothingElse(left);
  return call.pointers(/** @type {any} */ (Object.fromEntries(entries)));
}
