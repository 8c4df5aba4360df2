// Which op is computed by what, and what is left out for now.
import { gelu, plainActivation, relu, swiGlu, swish } from './activations.mjs';
import { attention } from './attention.mjs';
import * as blocks from './blocks.mjs';
import { tensorScatter } from './cache.mjs';
import { gpt2, llama2, nanoGpt } from './models.mjs';
import { multiHead, multiheadAttention } from './multi-head.mjs';
import { layerNormalization, plainLayerNorm, rmsNormalization } from './norms.mjs';
import { attentionForward, plainAttention } from './plain-attention.mjs';
import { position, rotaryEmbedding, ropeInvFreq, sinusoidalPe } from './positions.mjs';
import { gemm, matMul } from './products.mjs';
import { score } from './scores.mjs';
import { crossEntropy, logSoftmax, softmax, softmaxTemperature } from './softmax.mjs';

/**
 * @typedef {Object} Op
 * @property {(engine: any, vector: import('../cases.mjs').Case) => Record<string, any>} compute
 * @property {(name: string) => boolean} [leftOut]  outputs that are not computed yet
 */

const isGradient = (name) => name.startsWith('grad_') || /^d[A-Z]/.test(name);
const isTrained = (name) => isGradient(name) || name.startsWith('params_after');

/** @param {Op['compute']} compute @returns {Op} */
const all = (compute) => ({ compute });
/** @param {Op['compute']} compute @returns {Op} */
const forwardOnly = (compute) => ({ compute, leftOut: isGradient });

/** @type {Record<string, Op>} */
export const OPS = {
  // ONNX
  Attention: all(attention),
  Gelu: all(gelu),
  Gemm: all(gemm),
  LayerNormalization: all(layerNormalization),
  LogSoftmax: all(logSoftmax),
  MatMul: all(matMul),
  RMSNormalization: all(rmsNormalization),
  Relu: all(relu),
  RotaryEmbedding: all(rotaryEmbedding),
  Softmax: all(softmax),
  SwiGLU: all(swiGlu),
  Swish: all(swish),
  TensorScatter: all(tensorScatter),

  // PyTorch, projects, books
  AttentionBackward: forwardOnly(attentionForward),
  CrossEntropy: forwardOnly(crossEntropy),
  GPT2: all(gpt2),
  LayerNormBackward: forwardOnly(layerNormalization),
  RopeInvFreq: all(ropeInvFreq),
  SinusoidalPE: all(sinusoidalPe),
  'llama2.c': all(llama2),
  nanoGPT: all(nanoGpt),
  'torch.MultiheadAttention': all(multiheadAttention),
  'torch.Transformer': all(blocks.transformer),
  'torch.TransformerDecoderLayer': all(blocks.decoderLayer),
  'torch.TransformerEncoder': all(blocks.encoder),
  'torch.TransformerEncoderLayer': all(blocks.encoderLayer),

  // PyTorch in float64
  'x.Activation': forwardOnly(plainActivation),
  'x.Attention': forwardOnly(plainAttention),
  'x.DecoderBlock': forwardOnly(blocks.decoderBlock),
  'x.EncoderBlock': forwardOnly(blocks.encoderBlock),
  'x.EncoderDecoder': forwardOnly(blocks.encoderDecoder),
  'x.LayerNorm': forwardOnly(plainLayerNorm),
  'x.MultiHead': forwardOnly(multiHead),
  'x.Position': all(position),
  'x.Score': all(score),
  'x.SoftmaxTemperature': all(softmaxTemperature),
  'x.Training': { compute: crossEntropy, leftOut: isTrained },
};
