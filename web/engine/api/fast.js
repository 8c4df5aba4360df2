// The fast path: the same meanings as their namesakes, by SIMD kernels and
// without the steps in between. The results differ by rounding only.

import { maskOptions } from '../mask-options.js';
import { attentionShape } from './attention.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */

/** @param {Call} call @param {number} count  floats to work in */
export const scratchOf = (call, count) => call.output([count >>> 0]);

/** So many numbers surely fit a processor's own cache. */
const CACHED = 1 << 16;

/**
 * Runs over the parts of a large input, all in the same place of the memory: what is copied there
 * is still in the processor's cache when it is read.
 * @param {Call} call
 * @param {number} units  what may be parted: rows, or heads
 * @param {number} each  units at a time
 * @param {(first: number, count: number) => import('../call.js').Output<Float32Array>} run
 *   computes so many units
 */
function inPieces(call, units, each, run) {
  if (each >= units) return run(0, units).read();
  let whole = new Float32Array(0);
  for (let first = 0; first < units; first += each) {
    const mark = call.arena.mark();
    try {
      const count = Math.min(each, units - first);
      const part = run(first, count).view();
      if (first === 0) whole = new Float32Array((part.length / count) * units);
      whole.set(part, (part.length / count) * first);
    } catch {
      // Refused once more, as a whole: so the positions in the message are those of the whole.
      return run(0, units).read();
    } finally {
      call.arena.release(mark);
    }
  }
  return whole;
}

/** @param {any} numbers @param {number} units @param {number} first @param {number} count */
function partOf(numbers, units, first, count) {
  const size = numbers.length / units;
  const part = numbers.subarray ?? numbers.slice;
  return /** @type {Numbers} */ (part.call(numbers, first * size, (first + count) * size));
}

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
  const given = {
    query: call.shaped('query', query, [batch, nHeads, seqLen, headDim]),
    key: call.shaped('key', key, [batch, nKvHeads, kvLen, headDim]),
    value: call.shaped('value', value, [batch, nKvHeads, kvLen, vHeadDim]),
  };
  const count = given.query.length + given.key.length + given.value.length;
  const units = batch * nKvHeads;
  const each = count < CACHED || hasHeads(mask) ? units : 1;
  const output = inPieces(call, units, each, (first, many) => {
    if (many === units) return attend(call, given, shape, score, mask);
    const part = (/** @type {Numbers} */ numbers) => partOf(numbers, units, first, many);
    const own = { query: part(given.query), key: part(given.key), value: part(given.value) };
    const piece = { ...shape, batch: 1, nHeads: nHeads / nKvHeads, nKvHeads: 1 };
    return attend(call, own, piece, score, mask);
  });
  return { output };
}

/** Whether the mask is another one for each text or head. @param {any} mask */
function hasHeads({ kvLengths, allowShape = [], maskShape = [] }) {
  return Boolean(kvLengths) || allowShape?.length > 2 || maskShape?.length > 2;
}

/**
 * @param {Call} call @param {{ query: Numbers, key: Numbers, value: Numbers }} given
 * @param {ReturnType<typeof attentionShape>['shape']} shape @param {Record<string, number>} score
 * @param {import('../mask-options.js').MaskOptions} mask
 */
function attend(call, given, shape, score, mask) {
  const { batch, nHeads, nKvHeads, seqLen, kvLen, headDim, vHeadDim } = shape;
  const options = call.struct(shape, score);
  const output = call.output([batch, nHeads, seqLen, vHeadDim]);
  call.invoke('attn_attention_fast', {
    output,
    scratch: scratchOf(call, call.exports.attn_attention_fast_scratch_size(options.pointer)),
    query: call.input('query', given.query, [batch, nHeads, seqLen, headDim]),
    key: call.input('key', given.key, [batch, nKvHeads, kvLen, headDim]),
    value: call.input('value', given.value, [batch, nKvHeads, kvLen, vHeadDim]),
    mask: maskOptions(call, mask, shape),
    options,
  });
  return output;
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
  call.number('temperature', temperature, 0, Infinity);
  const given = call.shaped('scores', scores, [rows, cols]);
  const each = Math.max(1, Math.floor(CACHED / cols));
  const weights = inPieces(call, rows, each, (first, many) => {
    const part = call.output([many, cols]);
    const input = call.input('scores', partOf(given, rows, first, many), [many, cols]);
    call.invoke('attn_softmax_fast', {
      weights: part,
      scores: input,
      rows: many,
      cols,
      temperature,
    });
    return part;
  });
  return { weights };
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
