// Stacks of blocks, and the two machines that are made of them.

import { blockInputs, layoutOf, packed, stepsOf } from '../block-run.js';
import { PARAMS, blockFields } from '../block-shape.js';
import { consecutive } from '../numbers.js';
import { maskOptions } from '../mask-options.js';
import { splitOptions } from './block.js';
import { gather } from './positions.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */
/** @typedef {import('../mask-options.js').MaskOptions} MaskOptions */
/** @typedef {import('../block-shape.js').BlockOptions} BlockOptions */
/** @typedef {import('../block-shape.js').RopeOptions} RopeOptions */
/** @typedef {import('../block-run.js').BlockParams} BlockParams */
/** @typedef {import('../block-run.js').Steps} Steps */

/**
 * The params of a stack: one array (block by block, then the final norm's scale
 * and bias), or the blocks apart.
 * @typedef {Numbers | { layers: BlockParams[], finalNorm?: Numbers, finalNormBias?: Numbers }} StackParams
 */

/**
 * @typedef {object} StackArgs
 * @property {Numbers} x  [seqLen, dModel]
 * @property {number} seqLen
 * @property {StackParams} params
 * @property {number} nLayers
 * @property {boolean} [finalNorm]  one more norm after the last block; default false
 * @property {Numbers | null} [memory]  [memoryLen, dModel]: the blocks have cross-attention to it
 * @property {number} [memoryLen]
 * @property {MaskOptions} [memoryMask]
 * @property {RopeOptions | null} [rope]
 * @property {boolean} [trace]  default false
 */

/**
 * @typedef {object} StackResult
 * @property {Float32Array} output  [seqLen, dModel]
 * @property {Float32Array} stream  [seqLen, dModel] the residual stream before the final norm
 * @property {Float32Array} norms  [nLayers + 1, seqLen] its norm before and after each block
 * @property {Float32Array} meanNorms  [nLayers + 1] the mean of these over the tokens
 * @property {Steps[] | null} layers  with trace: every tensor on the way, block by block
 */

/**
 * Blocks one after the other on one residual stream.
 * @param {Call} call
 * @param {StackArgs & BlockOptions & MaskOptions} args
 * @returns {StackResult}
 */
export function stack(call, args) {
  return runStack(call, args, { x: 'x', memory: 'memory', params: 'params' });
}

/**
 * @param {Call} call @param {StackArgs & BlockOptions & MaskOptions} args
 * @param {{ x: string, memory: string, params: string }} names  of the caller's arguments
 * @returns {StackResult}
 */
function runStack(call, args, names) {
  const { x, seqLen, params, nLayers, finalNorm = false, memory = null, memoryLen = 0, memoryMask = {}, rope = null, trace = false, ...rest } = args; // prettier-ignore
  const { options, mask } = splitOptions(rest);
  const cross = memory !== null;
  const { whole, floats } = blockFields(call, options, { seqLen, memoryLen, cross, trace, rope });
  const places = layoutOf(call, call.struct(whole, floats));
  const sizes = {
    nLayers: call.count('nLayers', nLayers),
    finalNorm: Number(call.flag('finalNorm', finalNorm)),
    keepSteps: Number(trace),
  };
  const struct = call.struct({ ...sizes, ...whole }, floats);
  const paramCount = call.exports.attn_stack_param_count(struct.pointer) >>> 0;
  const outputs = {
    output: call.output([seqLen, whole.dModel]),
    stream: call.output([seqLen, whole.dModel]),
    norms: call.output([nLayers + 1, seqLen]),
    meanNorms: call.output([nLayers + 1]),
    steps: call.output([call.exports.attn_stack_step_count(struct.pointer) >>> 0]),
  };
  const { nHeads } = whole;
  const flat = packedStack(call, params, places.params, whole, { nLayers, paramCount });
  call.invoke('attn_stack', {
    outputs: call.pointers(outputs),
    x: blockInputs(call, { x, memory, rope, names }, whole),
    mask: maskOptions(call, mask, { batch: 1, nHeads, seqLen, kvLen: seqLen }),
    memoryMask: maskOptions(call, memoryMask, { batch: 1, nHeads, seqLen, kvLen: memoryLen }),
    [names.params]: call.input(names.params, flat, [paramCount]),
    options: struct,
  });
  return {
    output: outputs.output.read(),
    stream: outputs.stream.read(),
    norms: outputs.norms.read(),
    meanNorms: outputs.meanNorms.read(),
    layers: trace ? keptSteps(outputs.steps.read(), places.steps, nLayers) : null,
  };
}

/** @param {Float32Array} flat @param {Uint32Array} places @param {number} nLayers */
function keptSteps(flat, places, nLayers) {
  const size = places[places.length - 1];
  return Array.from({ length: nLayers }, (_, l) =>
    stepsOf(flat.subarray(l * size, (l + 1) * size), places),
  );
}

/**
 * @param {Call} call @param {any} params @param {Uint32Array} places
 * @param {import('../block-shape.js').BlockSizes} sizes
 * @param {{ nLayers: number, paramCount: number }} counts
 * @returns {Numbers}
 */
function packedStack(call, params, places, sizes, { nLayers, paramCount }) {
  if (!Array.isArray(params?.layers)) return params;
  const { layers, finalNorm, finalNormBias, ...unknown } = params;
  call.nothingElse(unknown);
  if (layers.length !== nLayers) {
    throw call.range('params.layers', `expected ${nLayers}, got ${layers.length}`);
  }
  const size = places[PARAMS.length];
  const flat = new Float32Array(paramCount);
  layers.forEach((/** @type {BlockParams} */ layer, /** @type {number} */ l) => {
    const block = packed(call, layer, places, sizes, `layers[${l}].`);
    if (block.length !== size) {
      throw call.range(`params.layers[${l}]`, `expected ${size} numbers, got ${block.length}`);
    }
    flat.set(block, l * size);
  });
  fillFinalNorm(call, flat.subarray(nLayers * size), { finalNorm, finalNormBias }, sizes.dModel);
  return flat;
}

/** @param {Call} call @param {Float32Array} rest @param {any} given @param {number} dModel */
function fillFinalNorm(call, rest, { finalNorm, finalNormBias }, dModel) {
  const parts = /** @type {const} */ ([['params.finalNorm', finalNorm, 1], ['params.finalNormBias', finalNormBias, 0]]); // prettier-ignore
  parts.forEach(([name, given, otherwise], i) => {
    const part = rest.subarray(i * dModel, (i + 1) * dModel);
    part.fill(otherwise);
    if (given === undefined || given === null) return;
    if (given.length !== part.length) {
      throw call.range(name, `expected ${part.length} numbers, got ${given.length}`);
    }
    part.set(given);
  });
}

/**
 * @typedef {object} EncoderDecoderArgs
 * @property {Numbers} source  [sourceLen, dModel]
 * @property {number} sourceLen
 * @property {Numbers} target  [targetLen, dModel]
 * @property {number} targetLen
 * @property {StackParams} encoder
 * @property {StackParams} decoder
 * @property {number} nEncoderLayers
 * @property {number} nDecoderLayers
 * @property {boolean} [finalNorm]  after each stack; default true
 * @property {boolean} [causal]  in the decoder's self-attention; default true
 * @property {MaskOptions} [sourceMask]  of the encoder; its padding is the memory's
 * @property {MaskOptions} [targetMask]  of the decoder's self-attention
 * @property {MaskOptions} [memoryMask]  of cross-attention; default: sourceMask's kvLengths
 * @property {boolean} [trace]  default false
 */

/**
 * The transformer of 2017: the encoder reads all of the source, unmasked; the
 * decoder, causal, reads its own text and the encoder's output.
 * @param {Call} call
 * @param {EncoderDecoderArgs & BlockOptions} args
 * @returns {{ output: Float32Array, memory: Float32Array, encoder: StackResult, decoder: StackResult }}
 */
export function encoderDecoder(call, args) {
  const { source, sourceLen, target, targetLen, encoder, decoder, nEncoderLayers, nDecoderLayers, finalNorm = true, causal = true, sourceMask = {}, targetMask = {}, memoryMask, trace = false, ...options } = args; // prettier-ignore
  const shared = { ...options, finalNorm, trace };
  const read = runStack(
    call,
    {
      ...shared,
      ...sourceMask,
      x: source,
      seqLen: sourceLen,
      params: encoder,
      nLayers: nEncoderLayers,
    },
    { x: 'source', memory: 'memory', params: 'encoder' },
  );
  const { kvLengths } = sourceMask;
  const written = runStack(
    call,
    {
      ...shared,
      causal,
      ...targetMask,
      x: target,
      seqLen: targetLen,
      params: decoder,
      nLayers: nDecoderLayers,
      memory: read.output,
      memoryLen: sourceLen,
      memoryMask: memoryMask ?? (kvLengths ? { kvLengths } : {}),
    },
    { x: 'target', memory: 'source', params: 'decoder' },
  );
  return { output: written.output, memory: read.output, encoder: read, decoder: written };
}

/**
 * @typedef {object} DecoderOnlyArgs
 * @property {Numbers} tokens  [seqLen] ids
 * @property {number} vocabulary
 * @property {Numbers} embedding  [vocabulary, dModel]
 * @property {Numbers | null} [head]  [vocabulary, dModel]; default the embedding: tied
 * @property {Numbers | null} [positions]  [nPositions, dModel] learned vectors, added to the tokens
 * @property {number} [nPositions]
 * @property {number} [first]  the position of the first token; default 0
 * @property {StackParams} params
 * @property {number} nLayers
 * @property {boolean} [finalNorm]  default true
 * @property {RopeOptions | null} [rope]
 * @property {boolean} [trace]  default false
 */

/**
 * A decoder-only model: tokens, positions, causal blocks, a final norm, logits.
 * With LayerNorm and learned positions it is GPT-2; with RMSNorm, RoPE, a gate
 * and fewer KV heads it is Llama 2.
 * @param {Call} call
 * @param {DecoderOnlyArgs & BlockOptions} args
 * @returns {StackResult & { logits: Float32Array, embedded: Float32Array }}
 *   logits [seqLen, vocabulary]; embedded [seqLen, dModel], what enters the first block
 */
export function decoderOnly(call, args) {
  const { tokens, vocabulary, embedding, head = null, positions = null, nPositions = 0, first = 0, finalNorm = true, rope = null, ...rest } = args; // prettier-ignore
  const { dModel } = rest;
  call.count('dModel', dModel, 1);
  const seqLen = tokens?.length ?? 0;
  const sizes = { rows: call.count('vocabulary', vocabulary), dim: dModel };
  const words = gather(call, { ...sizes, table: embedding, ids: tokens, idsName: 'tokens', tableName: 'embedding' }); // prettier-ignore
  const embedded = positions
    ? addPositions(call, words, { positions, nPositions, ids: consecutive(call, seqLen, first), dim: dModel }) // prettier-ignore
    : words.read();
  const run = runStack(
    call,
    { ...rest, x: embedded, seqLen, finalNorm, causal: true, rope: rope && { first, ...rope } },
    { x: 'tokens', memory: 'memory', params: 'params' },
  );
  const name = head === null ? 'embedding' : 'head';
  const logits = call.output([seqLen, vocabulary]);
  call.invoke('attn_linear', {
    logits,
    tokens: call.input('tokens', run.output, [seqLen, dModel]),
    [name]: call.input(name, head ?? embedding, [vocabulary, dModel]),
    bias: 0,
    rows: seqLen,
    dModel,
    vocabulary,
  });
  return { logits: logits.read(), embedded, ...run };
}

/**
 * @param {Call} call @param {import('../call.js').Output<Float32Array>} words
 * @param {{ positions: Numbers, nPositions: number, ids: number[], dim: number }} args
 */
function addPositions(call, words, { positions, nPositions, ids, dim }) {
  const rows = call.count('nPositions', nPositions);
  const places = gather(call, { table: positions, rows, dim, ids, idsName: 'first', tableName: 'positions' }); // prettier-ignore
  const sum = call.output([ids.length, dim]);
  call.invoke('attn_residual', { sum, tokens: words, positions: places, count: ids.length * dim });
  return sum.read();
}
