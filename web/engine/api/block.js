// The block, its params, and what they count.

import { blockInputs, layoutOf, packed, paramsOf, stepsOf } from '../block-run.js';
import { PARAMS, blockFields } from '../block-shape.js';
import { maskOptions } from '../mask-options.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */
/** @typedef {import('../mask-options.js').MaskOptions} MaskOptions */
/** @typedef {import('../block-shape.js').BlockOptions} BlockOptions */
/** @typedef {import('../block-shape.js').RopeOptions} RopeOptions */
/** @typedef {import('../block-run.js').BlockParams} BlockParams */
/** @typedef {import('../block-run.js').Steps} Steps */

/**
 * @typedef {object} BlockArgs
 * @property {Numbers} x  [seqLen, dModel]
 * @property {number} seqLen
 * @property {BlockParams} params
 * @property {RopeOptions | null} [rope]  RoPE in self-attention; default none
 * @property {boolean} [trace]  default false
 */

/**
 * @typedef {object} BlockResult
 * @property {Float32Array} output  [seqLen, dModel]
 * @property {Steps | null} steps  with trace: every tensor on the way, by its name
 */

/**
 * Self-attention, then the feed-forward network, each adding to the residual
 * stream. With `causal` it is the block of a decoder-only model.
 * @param {Call} call
 * @param {BlockArgs & BlockOptions & MaskOptions} args
 * @returns {BlockResult}
 */
export function encoderBlock(call, args) {
  return runBlock(call, { ...args, memory: null, memoryLen: 0 }, false);
}

/**
 * The same with cross-attention in between: queries from the stream, keys and
 * values from the memory, which is an encoder's output.
 * @param {Call} call
 * @param {BlockArgs & BlockOptions & MaskOptions & { memory: Numbers, memoryLen: number, memoryMask?: MaskOptions }} args
 *   memory [memoryLen, dModel]; causal is true by default
 * @returns {BlockResult}
 */
export function decoderBlock(call, args) {
  return runBlock(call, { causal: true, ...args }, true);
}

/** @param {Call} call @param {any} args @param {boolean} cross @returns {BlockResult} */
function runBlock(call, args, cross) {
  const { x, memory, params, rope = null, memoryMask = {}, seqLen, memoryLen, trace = false, ...rest } = args; // prettier-ignore
  const { options, mask } = splitOptions(rest);
  const { whole, floats } = blockFields(call, options, { seqLen, memoryLen, cross, trace, rope });
  const struct = call.struct(whole, floats);
  const places = layoutOf(call, struct);
  const output = call.output([seqLen, whole.dModel]);
  const steps = call.output([places.steps[places.steps.length - 1]]);
  const { nHeads } = whole;
  call.invoke('attn_block', {
    output,
    steps,
    x: blockInputs(call, { x, memory, rope }, whole),
    mask: maskOptions(call, mask, { batch: 1, nHeads, seqLen, kvLen: seqLen }),
    memoryMask: maskOptions(call, memoryMask, { batch: 1, nHeads, seqLen, kvLen: memoryLen }),
    params: call.input('params', packed(call, params, places.params, whole), [places.params[PARAMS.length]]), // prettier-ignore
    options: struct,
  });
  return { output: output.read(), steps: trace ? stepsOf(steps.read(), places.steps) : null };
}

const MASK_NAMES = /** @type {const} */ ([
  'causal', 'align', 'causalOffset', 'window', 'kvLengths', 'allow', 'allowShape', 'mask', 'maskShape',
]); // prettier-ignore

/**
 * Mask options and block options come in one object.
 * @param {Record<string, unknown>} args
 * @returns {{ options: BlockOptions, mask: MaskOptions }}
 */
export function splitOptions(args) {
  const isMask = (/** @type {string} */ name) => /** @type {readonly string[]} */ (MASK_NAMES).includes(name); // prettier-ignore
  const entries = Object.entries(args);
  return {
    options: /** @type {BlockOptions} */ (
      /** @type {unknown} */ (Object.fromEntries(entries.filter(([name]) => !isMask(name))))
    ),
    mask: Object.fromEntries(entries.filter(([name]) => isMask(name))),
  };
}

/**
 * @typedef {object} BlockCounts
 * @property {Record<string, number>} parts  by the name of each part the block has
 * @property {number} attention  without its norm
 * @property {number} crossAttention
 * @property {number} feedForward
 * @property {number} norms
 * @property {number} total
 */

/**
 * How many params a block has, by part.
 * @param {Call} call
 * @param {BlockOptions & { cross?: boolean }} args
 * @returns {BlockCounts}
 */
export function blockParams(call, { cross = false, ...options }) {
  const { whole, floats } = blockFields(call, options, { cross });
  const counts = call.output([PARAMS.length + 5], Float64Array);
  call.invoke('attn_block_param_counts', { counts, options: call.struct(whole, floats) });
  const all = counts.read();
  const parts = PARAMS.map(({ name }, i) => [name, all[i]]).filter(([, count]) => count);
  const [attention, crossAttention, feedForward, norms, total] = all.slice(PARAMS.length);
  return { parts: Object.fromEntries(parts), attention, crossAttention, feedForward, norms, total };
}

/**
 * @typedef {object} ModelSizes
 * @property {number} [nEncoderLayers]  default 0: decoder-only
 * @property {number} [nDecoderLayers]  default 0: encoder-only
 * @property {number} [vocabulary]
 * @property {number} [nPositions]  of a table of learned positions
 * @property {number} [nFinalNorms]  default 1 for each stack of pre-LN blocks, else 0
 * @property {boolean} [tied]  the logits are made with the embedding; default true
 */

/**
 * How many params a whole model has, by part.
 * @param {Call} call
 * @param {ModelSizes & BlockOptions} args
 * @returns {{ embedding: number, positions: number, encoder: number, decoder: number, finalNorms: number, head: number, total: number }}
 */
export function modelParams(call, args) {
  const { nEncoderLayers = 0, nDecoderLayers = 0, vocabulary = 0, nPositions = 0, nFinalNorms, tied = true, ...options } = args; // prettier-ignore
  const { whole, floats } = blockFields(call, options);
  const stacks = [nEncoderLayers, nDecoderLayers].filter((count) => count !== 0).length;
  const counts = call.output([7], Float64Array);
  const sizes = {
    nEncoderLayers: call.count('nEncoderLayers', nEncoderLayers),
    nDecoderLayers: call.count('nDecoderLayers', nDecoderLayers),
    vocabulary: call.count('vocabulary', vocabulary),
    nPositions: call.count('nPositions', nPositions),
    nFinalNorms: call.count(
      'nFinalNorms',
      nFinalNorms === undefined ? stacks * whole.normFirst : nFinalNorms,
    ),
    tied: Number(call.flag('tied', tied)),
  };
  call.invoke('attn_model_param_counts', {
    counts,
    options: call.struct({ ...sizes, ...whole }, floats),
  });
  const [embedding, positions, encoder, decoder, finalNorms, head, total] = counts.read();
  return { embedding, positions, encoder, decoder, finalNorms, head, total };
}

/**
 * Params for a figure, from a seed: matrices of normal numbers with variance
 * 2 / (in + out) (Glorot and Bengio 2010), scales 1, biases 0.
 * @param {Call} call
 * @param {BlockOptions & { seed: number, nLayers?: number, finalNorm?: boolean, cross?: boolean }} args
 *   nLayers default 1; finalNorm default false
 * @returns {{ params: Float32Array, layers: Record<string, Float32Array>[] }}  all in one array, as
 *   the blocks and stacks take them; and taken apart by name
 */
export function seededBlock(call, args) {
  const { seed, nLayers = 1, finalNorm = false, cross = false, ...options } = args;
  const { whole, floats } = blockFields(call, options, { cross });
  const { params: places } = layoutOf(call, call.struct(whole, floats));
  const stack = { nLayers: call.count('nLayers', nLayers), finalNorm: Number(call.flag('finalNorm', finalNorm)), keepSteps: 0 }; // prettier-ignore
  const struct = call.struct({ ...stack, ...whole }, floats);
  const params = call.output([call.exports.attn_stack_param_count(struct.pointer) >>> 0]);
  const [seedLow, seedHigh] = call.halves('seed', seed);
  call.invoke('attn_seeded_params', { params, seedLow, seedHigh, options: struct });
  const flat = params.read();
  const size = places[PARAMS.length];
  const layers = Array.from({ length: nLayers }, (_, l) => paramsOf(flat.subarray(l * size, (l + 1) * size), places)); // prettier-ignore
  return { params: flat, layers };
}
