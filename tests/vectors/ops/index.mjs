// Which op is computed by what, and what is left out for now.
import { attention } from './attention.mjs';
import { multiHead, multiheadAttention } from './multi-head.mjs';
import { attentionForward, plainAttention } from './plain-attention.mjs';
import { gemm, matMul } from './products.mjs';
import { logSoftmax, softmax, softmaxTemperature } from './softmax.mjs';

/**
 * @typedef {Object} Op
 * @property {(engine: any, vector: import('../cases.mjs').Case) => Record<string, any>} compute
 * @property {(name: string) => boolean} [leftOut]  outputs that are not computed yet
 */

const isGradient = (name) => name.startsWith('grad_') || /^d[A-Z]/.test(name);

/** @param {Op['compute']} compute @returns {Op} */
const forwardOnly = (compute) => ({ compute, leftOut: isGradient });
/** @param {Op['compute']} compute @returns {Op} */
const all = (compute) => ({ compute });

/** @type {Record<string, Op>} */
export const OPS = {
  Attention: all(attention),
  Gemm: all(gemm),
  LogSoftmax: all(logSoftmax),
  MatMul: all(matMul),
  Softmax: all(softmax),
  AttentionBackward: forwardOnly(attentionForward),
  'torch.MultiheadAttention': all(multiheadAttention),
  'x.Attention': forwardOnly(plainAttention),
  'x.MultiHead': all(multiHead),
  'x.SoftmaxTemperature': all(softmaxTemperature),
};
