// All functions of the engine. Each takes a call and one object of named
// arguments, and returns one plain object of fresh arrays and numbers.

export {
  crossEntropy,
  logSoftmax,
  softmax,
  softmaxBackward,
  softmaxJacobian,
  maskMatrix,
  zeroAfterSoftmax,
} from './softmax.js';
export { attention, linear, meanMatrices, weightedSum } from './attention.js';
export { multiHead, multiHeadParams } from './multi-head.js';
export { compareVectors, dot, lookup, norm } from './vectors.js';
export { random, saturationExperiment, shuffle, varianceExperiment } from './random.js';
export { elementary } from './elementary.js';
export { cacheAppend, cacheAttend, cacheBytes, cacheCreate, tensorScatter } from './cache.js';
export { generate, generationCosts, sample } from './generation.js';
export { maxDifference, tiledAttention, tileSteps } from './tiles.js';
export { attentionCosts, layerCosts } from './costs.js';
export { recurrent, scoreFunction } from './score-function.js';
export {
  alibiMask,
  alibiSlopes,
  embed,
  learnedPositions,
  positionSimilarity,
  rotationCheck,
  sinusoidal,
} from './positions.js';
export { rope, ropeFrequencies, ropeTable } from './rope.js';
export { layerNorm, rmsNorm } from './norms.js';
export { activation, feedForward } from './feed-forward.js';
export { groupHeads, residual, rowNorms } from './residual.js';
export { blockParams, decoderBlock, encoderBlock, modelParams, seededBlock } from './block.js';
export { decoderOnly, encoderDecoder, stack } from './stack.js';
export { attentionFast, geluFast, layerNormFast, linearFast, softmaxFast } from './fast.js';
export { blockFast } from './fast-block.js';
