// What a block is made of: its options as attn.h has them, and the names and
// shapes of its params and of the tensors on the way.

import { kvHeads } from './api/attention.js';
import { activationNumber } from './api/feed-forward.js';
import { headWidth } from './api/multi-head.js';
import { PAIRINGS } from './api/rope.js';
import { even } from './numbers.js';

/** @typedef {import('./call.js').Call} Call */
/** @typedef {import('./api/feed-forward.js').Activation} Activation */

const NORMS = /** @type {const} */ (['none', 'layer', 'rms']);

/**
 * @typedef {object} BlockOptions
 * @property {number} dModel
 * @property {number} nHeads
 * @property {number} [nKvHeads]  default nHeads
 * @property {number} [headDim]  default dModel / nHeads
 * @property {number} [dFf]  default 4 dModel
 * @property {(typeof NORMS)[number]} [norm]  default layer
 * @property {boolean} [normFirst]  pre-LN (default), else post-LN
 * @property {Activation} [activation]  default gelu
 * @property {boolean} [gated]  the feed-forward network has a gate; default false
 * @property {boolean} [bias]  linear maps have biases; default true
 * @property {boolean} [normBias]  LayerNorms have biases; default as bias
 * @property {number} [eps]  of the norms; default 1e-5
 */

/**
 * RoPE in self-attention.
 * @typedef {{ pairing?: 'interleaved' | 'halves', rotaryDim?: number, positions?: import('./call.js').Numbers, first?: number } & import('./api/rope.js').FrequencyOptions} RopeOptions
 */

/** @typedef {{ seqLen?: number, memoryLen?: number, cross?: boolean, trace?: boolean, rope?: RopeOptions | null }} BlockUse */

/**
 * The fields of attn_block_options, in their order: whole numbers, then floats.
 * @param {Call} call @param {BlockOptions} options @param {BlockUse} [use]
 */
export function blockFields(call, options, use = {}) {
  const { dModel, nHeads, nKvHeads = nHeads, headDim, dFf = 4 * dModel, norm = 'layer', normFirst = true, activation = 'gelu', gated = false, bias = true, normBias = bias, eps = 1e-5, ...unknown } = options; // prettier-ignore
  call.nothingElse(unknown);
  const { seqLen = 0, memoryLen = 0, cross = false, trace = false, rope } = use;
  call.count('nHeads', nHeads, 1);
  const width = headWidth(call, call.count('dModel', dModel, 1), nHeads, headDim);
  const whole = {
    seqLen: call.count('seqLen', seqLen),
    memoryLen: call.count('memoryLen', memoryLen),
    dModel,
    nHeads,
    nKvHeads: kvHeads(call, nHeads, nKvHeads),
    headDim: width,
    dFf: call.count('dFf', dFf, 1),
    norm: call.choice('norm', norm, NORMS),
    normFirst: Number(call.flag('normFirst', normFirst)),
    activation: activationNumber(call, activation),
    gated: Number(call.flag('gated', gated)),
    cross: Number(call.flag('cross', cross)),
    bias: Number(call.flag('bias', bias)),
    normBias: Number(call.flag('normBias', normBias)),
    trace: Number(call.flag('trace', trace)),
    rotaryDim: rope ? even(call, 'rotaryDim', rope.rotaryDim ?? width, width) : 0,
    pairing: rope ? call.choice('pairing', rope.pairing ?? 'interleaved', PAIRINGS) : 0,
  };
  return { whole, floats: { eps: call.number('eps', eps, 0) } };
}

/** @typedef {ReturnType<typeof blockFields>['whole']} BlockSizes */
/** @typedef {{ name: string, shape: (sizes: BlockSizes) => number[] }} Part */

/** @param {string} name @param {(sizes: BlockSizes) => number[]} shape @returns {Part} */
const part = (name, shape) => ({ name, shape });
const model = (/** @type {BlockSizes} */ { dModel }) => [dModel];
const queries = (/** @type {BlockSizes} */ { nHeads, headDim }) => nHeads * headDim;
const keys = (/** @type {BlockSizes} */ { nKvHeads, headDim }) => nKvHeads * headDim;
const wide = (/** @type {BlockSizes} */ { dFf }) => [dFf];
const widening = (/** @type {BlockSizes} */ { dFf, dModel }) => [dFf, dModel];

/** @param {(name: string) => string} named */
const attentionParams = (named) => [
  part(named('attentionNorm'), model),
  part(named('attentionNormBias'), model),
  part(named('wQ'), (s) => [queries(s), s.dModel]),
  part(named('bQ'), (s) => [queries(s)]),
  part(named('wK'), (s) => [keys(s), s.dModel]),
  part(named('bK'), (s) => [keys(s)]),
  part(named('wV'), (s) => [keys(s), s.dModel]),
  part(named('bV'), (s) => [keys(s)]),
  part(named('wO'), (s) => [s.dModel, queries(s)]),
  part(named('bO'), model),
];

const asIs = (/** @type {string} */ name) => name;
/** wQ in cross-attention is crossWQ, attentionNorm crossNorm. */
const crossed = (/** @type {string} */ name) =>
  `cross${(name.replace('attentionNorm', 'norm')[0] ?? '').toUpperCase()}${name.replace('attentionNorm', 'norm').slice(1)}`;

/** The params of a block in the order of attn.h. */
export const PARAMS = [
  ...attentionParams(asIs),
  ...attentionParams(crossed),
  part('feedForwardNorm', model),
  part('feedForwardNormBias', model),
  part('wGate', widening),
  part('bGate', wide),
  part('w1', widening),
  part('b1', wide),
  part('w2', (s) => [s.dModel, s.dFf]),
  part('b2', model),
];

/** @param {string} name  of a norm's scale: it may be left out, and is 1 */
export const isScale = (name) => /Norm$/.test(name);

/** The tensors on the way in the order of attn.h. */
const attentionSteps = [
  'attentionNorm', 'query', 'key', 'value', 'turnedQuery', 'turnedKey', 'rawScores', 'scores',
  'maskedScores', 'weights', 'headOutputs', 'concat', 'attention', 'attentionSum',
]; // prettier-ignore
export const STEPS = [
  ...attentionSteps,
  ...attentionSteps.map((name) =>
    name === 'attention' ? 'crossAttention' : crossed(name).replace('AttentionSum', 'Sum'),
  ),
  'feedForwardNorm', 'gate', 'hidden', 'activated', 'feedForward', 'feedForwardSum',
]; // prettier-ignore
