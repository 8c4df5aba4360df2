// One right call of every function of the API, small, for tests that want all of them.

/** The same numbers everywhere, from -1 to 1. */
export function numbers(count, seed = 1) {
  let state = (seed * 2654435761 + 1) >>> 0;
  return Float32Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 31 - 1;
  });
}

/** The row of "it": robot 2.1, ball 3.4, heavy 2.8. */
export const IT_ROW = [0, 2.1, 0, 0, 0, 3.4, 0, 0, 0, 2.8];

const sizes = { seqLen: 3, kvLen: 5, headDim: 4, nHeads: 4, nKvHeads: 2, batch: 2, vHeadDim: 3 };

export const SAMPLES = {
  softmax: { scores: numbers(15), rows: 3, cols: 5, temperature: 0.7, causal: true, window: 4 },
  softmaxJacobian: { weights: [0.5, 0.25, 0.25] },
  softmaxBackward: {
    weights: [0.5, 0.25, 0.25],
    gradWeights: [1, -2, 3],
    rows: 1,
    cols: 3,
    temperature: 2,
  },
  maskMatrix: { seqLen: 3, kvLen: 5, batch: 2, kvLengths: [5, 2], causal: true, align: 'lengths' },
  zeroAfterSoftmax: { weights: [0.5, 0.25, 0.25], rows: 1, cols: 3, allow: [1, 0, 1] },
  meanMatrices: { matrices: numbers(12), count: 3, size: 4 },
  attention: {
    ...sizes,
    query: numbers(2 * 4 * 3 * 4, 2),
    key: numbers(2 * 2 * 5 * 4, 3),
    value: numbers(2 * 2 * 5 * 3, 4),
    mask: numbers(5, 5),
    maskShape: [1, 5],
    softcap: 3,
    temperature: 1.5,
    scale: 0.4,
    causal: true,
    trace: true,
  },
  weightedSum: { weights: numbers(6), value: numbers(8, 2), rows: 3, cols: 2, dim: 4 },
  linear: { x: numbers(10), w: numbers(15, 2), bias: numbers(3, 3), rows: 2, inDim: 5, outDim: 3 },
  multiHead: {
    x: numbers(24),
    context: numbers(20, 2),
    wQ: numbers(64, 3),
    wK: numbers(16, 4),
    wV: numbers(16, 5),
    wO: numbers(64, 6),
    bQ: numbers(8, 7),
    bK: numbers(4, 8),
    bV: numbers(4, 9),
    bO: numbers(8, 10),
    seqLen: 3,
    kvLen: 5,
    dModel: 8,
    contextDim: 4,
    nHeads: 4,
    nKvHeads: 2,
    causal: true,
    trace: true,
  },
  multiHeadParams: { dModel: 512, nHeads: 8, nKvHeads: 2, bias: true },
  compareVectors: { query: numbers(3), keys: numbers(12, 2), dim: 3, count: 4 },
  dot: { a: numbers(9), b: numbers(9, 2) },
  norm: { a: numbers(9) },
  random: { seed: 7, count: 9, mean: 1, deviation: 2, skip: 3 },
  shuffle: { seed: 7, count: 9 },
  varianceExperiment: { seed: 7, headDim: 8, pairs: 40, bins: 6, range: 9, scaledRange: 3 },
  saturationExperiment: { seed: 7, headDim: 8, rows: 4, keys: 5 },
  lookup: {
    query: numbers(2),
    keys: numbers(8, 2),
    values: numbers(12, 3),
    count: 4,
    dim: 2,
    valueDim: 3,
    scale: 0.6,
    temperature: 0.8,
  },
  elementary: { name: 'exp', x: numbers(5) },
  attentionFast: {
    ...sizes,
    query: numbers(2 * 4 * 3 * 4, 2),
    key: numbers(2 * 2 * 5 * 4, 3),
    value: numbers(2 * 2 * 5 * 3, 4),
    softcap: 3,
    causal: true,
  },
  linearFast: { x: numbers(10), w: numbers(15, 2), rows: 2, inDim: 5, outDim: 3 },
  softmaxFast: { scores: numbers(15), rows: 3, cols: 5, temperature: 0.7 },
  layerNormFast: { x: numbers(10), gain: numbers(5, 2), rows: 2, dim: 5 },
  geluFast: { x: numbers(9) },
  blockFast: {
    x: numbers(12),
    seqLen: 3,
    dModel: 4,
    nHeads: 2,
    dFf: 5,
    params: {
      wQ: numbers(16, 2),
      wK: numbers(16, 3),
      wV: numbers(16, 4),
      wO: numbers(16, 5),
      w1: numbers(20, 6),
      w2: numbers(20, 7),
    },
  },
};

/** Every number of a result, in order, however it is nested. */
export function flatten(result) {
  if (typeof result === 'number') return [result];
  if (result === null) return [];
  return ArrayBuffer.isView(result) ? [...result] : Object.values(result).flatMap(flatten);
}
