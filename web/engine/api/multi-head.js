// Many heads: project, attend, concatenate, mix with W_O.

import { maskOptions } from '../mask-options.js';
import { readAll, traceOutputs } from '../trace.js';
import { ATTENTION_TRACE, kvHeads, scoreOptions } from './attention.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */
/** @typedef {import('../mask-options.js').MaskOptions} MaskOptions */
/** @typedef {import('./attention.js').ScoreOptions} ScoreOptions */
/** @typedef {import('./attention.js').AttentionTrace} AttentionTrace */

/**
 * @typedef {object} MultiHeadSizes
 * @property {number} seqLen
 * @property {number} [kvLen]  default seqLen
 * @property {number} dModel
 * @property {number} [contextDim]  default dModel
 * @property {number} nHeads
 * @property {number} [nKvHeads]  default nHeads
 * @property {number} [headDim]  default dModel / nHeads
 * @property {number} [vHeadDim]  default headDim
 */

/**
 * Params are [out, in]; biases may be left out.
 * @typedef {object} MultiHeadArgs
 * @property {Numbers} x  [seqLen, dModel]
 * @property {Numbers} [context]  [kvLen, contextDim]; default x: self-attention
 * @property {Numbers} wQ  [nHeads * headDim, dModel]
 * @property {Numbers} wK  [nKvHeads * headDim, contextDim]
 * @property {Numbers} wV  [nKvHeads * vHeadDim, contextDim]
 * @property {Numbers} wO  [dModel, nHeads * vHeadDim]
 * @property {Numbers | null} [bQ]
 * @property {Numbers | null} [bK]
 * @property {Numbers | null} [bV]
 * @property {Numbers | null} [bO]
 * @property {boolean} [trace]  default false
 */

/**
 * @typedef {object} MultiHeadResult
 * @property {Float32Array} output  [seqLen, dModel]
 * @property {Float32Array} query  [nHeads, seqLen, headDim]
 * @property {Float32Array} key  [nKvHeads, kvLen, headDim]
 * @property {Float32Array} value  [nKvHeads, kvLen, vHeadDim]
 * @property {Float32Array} headOutputs  [nHeads, seqLen, vHeadDim]
 * @property {Float32Array} concat  [seqLen, nHeads * vHeadDim]
 * @property {AttentionTrace | null} trace
 */

/**
 * MultiHead(x) = Concat(head_1 ... head_h) W_O
 * @param {Call} call
 * @param {MultiHeadArgs & MultiHeadSizes & ScoreOptions & MaskOptions} args
 * @returns {MultiHeadResult}
 */
export function multiHead(call, args) {
  const { x, context, wQ, wK, wV, wO, bQ, bK, bV, bO, trace = false, ...rest } = args;
  const { sizes, score, mask } = multiHeadSizes(call, rest);
  const { seqLen, kvLen, nHeads, dModel, contextDim } = sizes;
  const outputs = multiHeadOutputs(call, sizes);
  const wanted = call.flag('trace', trace) ? ATTENTION_TRACE : /** @type {const} */ (['weights']);
  const traced = traceOutputs(call, wanted, nHeads * seqLen, kvLen);
  const input = call.input('x', x, [seqLen, dModel]);
  call.invoke('attn_multi_head', {
    outputs: call.pointers(outputs),
    trace: traced.struct,
    x: input,
    context: contextInput(call, context, input, [kvLen, contextDim]),
    params: multiHeadParamsStruct(call, { wQ, wK, wV, wO, bQ, bK, bV, bO }, sizes),
    mask: maskOptions(call, mask, { batch: 1, nHeads, seqLen, kvLen }),
    options: call.struct(sizes, score),
  });
  const result = readAll(outputs);
  return { ...result, trace: trace ? /** @type {AttentionTrace} */ (traced.read()) : null };
}

/** @param {Call} call @param {MultiHeadSizes & ScoreOptions & MaskOptions} args */
function multiHeadSizes(call, args) {
  const {
    seqLen,
    kvLen = seqLen,
    dModel,
    contextDim = dModel,
    nHeads,
    nKvHeads = nHeads,
    headDim,
    vHeadDim,
    ...rest
  } = args;
  call.count('nHeads', nHeads, 1);
  const width = headWidth(call, call.count('dModel', dModel, 1), nHeads, headDim);
  const sizes = {
    seqLen: call.count('seqLen', seqLen),
    kvLen: call.count('kvLen', kvLen),
    dModel,
    contextDim: call.count('contextDim', contextDim, 1),
    nHeads,
    nKvHeads: kvHeads(call, nHeads, nKvHeads),
    headDim: width,
    vHeadDim: call.count('vHeadDim', vHeadDim ?? width, 1),
  };
  const { scale, softcap, temperature, ...mask } = rest;
  return { sizes, score: scoreOptions(call, { scale, softcap, temperature }, width), mask };
}

/** @param {Call} call @param {number} dModel @param {number} nHeads @param {number} [headDim] */
export function headWidth(call, dModel, nHeads, headDim) {
  if (headDim !== undefined) return call.count('headDim', headDim, 1);
  if (dModel % nHeads === 0) return dModel / nHeads;
  throw call.range('nHeads', `expected a divisor of dModel = ${dModel}, got ${nHeads}`);
}

/** @typedef {Required<MultiHeadSizes>} FullSizes */

/** @param {Call} call @param {FullSizes} sizes */
function multiHeadOutputs(call, { seqLen, kvLen, dModel, nHeads, nKvHeads, headDim, vHeadDim }) {
  return {
    output: call.output([seqLen, dModel]),
    query: call.output([nHeads, seqLen, headDim]),
    key: call.output([nKvHeads, kvLen, headDim]),
    value: call.output([nKvHeads, kvLen, vHeadDim]),
    headOutputs: call.output([nHeads, seqLen, vHeadDim]),
    concat: call.output([seqLen, nHeads * vHeadDim]),
  };
}

/**
 * @param {Call} call @param {Numbers | undefined} context
 * @param {import('../call.js').Input} x @param {[number, number]} shape
 */
function contextInput(call, context, x, shape) {
  if (context !== undefined && context !== null) return call.input('context', context, shape);
  if (shape[0] === x.shape[0] && shape[1] === x.shape[1]) return x;
  throw call.range('context', `needed where kvLen or contextDim differ from seqLen or dModel`);
}

/**
 * @param {Call} call
 * @param {Pick<MultiHeadArgs, 'wQ' | 'wK' | 'wV' | 'wO' | 'bQ' | 'bK' | 'bV' | 'bO'>} params
 * @param {FullSizes} sizes
 */
export function multiHeadParamsStruct(call, params, sizes) {
  const { dModel, contextDim, nHeads, nKvHeads, headDim, vHeadDim } = sizes;
  return call.struct({
    wQ: call.nested('wQ', params.wQ, [nHeads * headDim, dModel]).pointer,
    wK: call.nested('wK', params.wK, [nKvHeads * headDim, contextDim]).pointer,
    wV: call.nested('wV', params.wV, [nKvHeads * vHeadDim, contextDim]).pointer,
    wO: call.nested('wO', params.wO, [dModel, nHeads * vHeadDim]).pointer,
    bQ: call.optional('bQ', params.bQ, [nHeads * headDim]).pointer,
    bK: call.optional('bK', params.bK, [nKvHeads * headDim]).pointer,
    bV: call.optional('bV', params.bV, [nKvHeads * vHeadDim]).pointer,
    bO: call.optional('bO', params.bO, [dModel]).pointer,
  });
}

/**
 * How many params a multi-head attention has, by part.
 * @param {Call} call
 * @param {{ dModel: number, nHeads: number, nKvHeads?: number, headDim?: number, vHeadDim?: number, bias?: boolean }} args
 * @returns {{ wQ: number, wK: number, wV: number, wO: number, biases: number, total: number }}
 */
export function multiHeadParams(call, args) {
  const { dModel, nHeads, nKvHeads = nHeads, headDim, vHeadDim, bias = false, ...unknown } = args;
  call.nothingElse(unknown);
  call.count('nHeads', nHeads, 1);
  const width = headWidth(call, call.count('dModel', dModel, 1), nHeads, headDim);
  const counts = call.output([6], Float64Array);
  call.invoke('attn_multi_head_param_counts', {
    counts,
    dModel,
    nHeads,
    nKvHeads: kvHeads(call, nHeads, nKvHeads),
    headDim: width,
    vHeadDim: call.count('vHeadDim', vHeadDim ?? width, 1),
    bias: Number(call.flag('bias', bias)),
  });
  const [wQ, wK, wV, wO, biases, total] = counts.read();
  return { wQ, wK, wV, wO, biases, total };
}
