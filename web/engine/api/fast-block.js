// The fast path of a whole block.

import { scratchOf } from './fast.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */

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
