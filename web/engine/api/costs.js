// What attention costs, counted by the bounds of the engine's own loops.

import { kvHeads } from './attention.js';

/** @typedef {import('../call.js').Call} Call */

/**
 * @typedef {object} Cost
 * @property {number} multiplyAdds  of dot products, linear maps, weighted sums and rescaling
 * @property {number} exponentials
 * @property {number} scores  dot products of a query and a key, over all heads
 * @property {number} read  numbers read from slow memory: each pass reads each operand once
 * @property {number} written  numbers written to slow memory
 * @property {number} scratch  most numbers held between passes, or in fast memory for tiles
 * @property {number} tiles  computed
 * @property {number} skipped  tiles that the mask empties
 * @property {number} tokens  that were projected
 */
/** The fields of attn_cost, in the order of its declaration. */
const FIELDS = /** @type {const} */ ([
  'multiplyAdds', 'exponentials', 'scores', 'read', 'written', 'scratch', 'tiles', 'skipped', 'tokens',
]); // prettier-ignore

/**
 * @typedef {object} CostShape
 * @property {number} [batch]  default 1
 * @property {number} [nHeads]  default 1
 * @property {number} [nKvHeads]  default nHeads
 * @property {number} seqLen
 * @property {number} [kvLen]  default seqLen
 * @property {number} headDim
 * @property {number} [vHeadDim]  default headDim
 * @property {boolean} [causal]  default false
 * @property {'top-left' | 'bottom-right'} [align]  default bottom-right
 * @property {number} [causalOffset]  overrides align
 * @property {number} [window]
 * @property {number} [tileQ]  for tiled: queries in a tile
 * @property {number} [tileK]
 * @property {number} [dModel]  for projections: the width of the tokens
 */

/**
 * One attention in four plain passes, in tiles (null without tileQ and tileK),
 * and its four projections (null without dModel).
 * @param {Call} call
 * @param {CostShape} args
 * @returns {{ plain: Cost, tiled: Cost | null, projections: Cost | null }}
 */
export function attentionCosts(call, args) {
  const { tileQ, tileK, dModel, ...rest } = args;
  const tiled = tileQ !== undefined || tileK !== undefined;
  const options = costOptions(call, {
    tileQ: tiled ? tileQ : 1,
    tileK: tiled ? tileK : 1,
    ...rest,
  });
  const cost = (/** @type {string} */ name, more = {}) => {
    const result = call.output([COST_FIELDS], Float64Array);
    call.invoke(name, { cost: result, options, ...more });
    return costOf(result.read());
  };
  const width = dModel === undefined ? undefined : call.count('dModel', dModel, 1);
  return {
    plain: cost('attn_plain_cost'),
    tiled: tiled ? cost('attn_tiled_cost') : null,
    projections: width === undefined ? null : cost('attn_projection_cost', { dModel: width }),
  };
}

/**
 * @typedef {object} LayerCost
 * @property {number} operations  without constant factors
 * @property {number} sequentialSteps
 * @property {number} pathLength  between the two most distant tokens
 */

/**
 * The table of Vaswani et al. (2017) in counts: n tokens, d channels, kernel width
 * k, neighbourhood r.
 * @param {Call} call
 * @param {{ n: number, d: number, k?: number, r?: number }} args  k 3, r n
 * @returns {{ selfAttention: LayerCost, recurrent: LayerCost, convolution: LayerCost, restricted: LayerCost }}
 */
export function layerCosts(call, { n, d, k = 3, r = n, ...unknown }) {
  call.nothingElse(unknown);
  const costs = call.output([4, 3], Float64Array);
  call.invoke('attn_layer_costs', {
    costs,
    n: call.count('n', n, 1),
    d: call.count('d', d, 1),
    k: call.count('k', k, 1),
    r: call.count('r', r, 1),
  });
  const numbers = costs.read();
  const [selfAttention, recurrent, convolution, restricted] = [0, 3, 6, 9].map((first) => {
    const [operations, sequentialSteps, pathLength] = numbers.subarray(first, first + 3);
    return { operations, sequentialSteps, pathLength };
  });
  return { selfAttention, recurrent, convolution, restricted };
}

/** @param {ArrayLike<number>} numbers  an attn_cost @returns {Cost} */
export function costOf(numbers) {
  const entries = FIELDS.map((field, i) => [field, numbers[i]]);
  return Object.fromEntries(entries);
}

/** How many numbers an attn_cost has. */
export const COST_FIELDS = FIELDS.length;

const ALIGNMENTS = /** @type {const} */ (['top-left', 'bottom-right']);

/** An attn_cost_options. @param {Call} call @param {CostShape} args */
function costOptions(call, args) {
  const { batch = 1, nHeads = 1, nKvHeads = nHeads, seqLen, kvLen = seqLen, headDim, vHeadDim = headDim, tileQ, tileK, causal = false, align = 'bottom-right', causalOffset, window, ...unknown } = args; // prettier-ignore
  call.nothingElse(unknown);
  const shifted = call.choice('align', align, ALIGNMENTS) === 0 ? 0 : kvLen - seqLen;
  return call.struct({
    batch: call.count('batch', batch),
    nHeads: call.count('nHeads', nHeads, 1),
    nKvHeads: kvHeads(call, nHeads, nKvHeads),
    seqLen: call.count('seqLen', seqLen),
    kvLen: call.count('kvLen', kvLen),
    headDim: call.count('headDim', headDim, 1),
    vHeadDim: call.count('vHeadDim', vHeadDim, 1),
    tileQ: call.count('tileQ', tileQ, 1),
    tileK: call.count('tileK', tileK, 1),
    causal: Number(call.flag('causal', causal)),
    offset: call.count('causalOffset', causalOffset ?? shifted, -0x7fffffff, 0x7fffffff),
    window: window === undefined ? 0 : call.count('window', window, 1),
  });
}
