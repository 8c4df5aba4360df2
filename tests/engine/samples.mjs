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

const BLOCK = {
  dModel: 4,
  nHeads: 2,
  nKvHeads: 1,
  headDim: 2,
  dFf: 5,
  norm: 'layer',
  normFirst: false,
  activation: 'relu',
  gated: false,
  bias: true,
  normBias: true,
  eps: 0.01,
};

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
  scoreFunction: {
    kind: 'additive',
    queries: numbers(6),
    keys: numbers(8, 2),
    values: numbers(20, 3),
    w: numbers(15, 4),
    u: numbers(10, 5),
    v: numbers(5, 6),
    rows: 2,
    count: 4,
    queryDim: 3,
    keyDim: 2,
    valueDim: 5,
    hiddenDim: 5,
    temperature: 0.7,
  },
  recurrent: { x: numbers(6), w: numbers(9, 2), initial: numbers(3, 3), seqLen: 2, dim: 3 },
  sinusoidal: { seqLen: 3, dModel: 5, base: 100, first: 2 },
  positionSimilarity: { seqLen: 3, dModel: 4, vectors: numbers(12) },
  rotationCheck: { seqLen: 3, dModel: 4, delta: 5, base: 100, first: 2 },
  embed: { table: numbers(12), rows: 4, dim: 3, ids: [3, 0, 1] },
  learnedPositions: { table: numbers(12), rows: 4, dModel: 3, positions: [3, 0] },
  alibiSlopes: { nHeads: 3 },
  alibiMask: { nHeads: 2, seqLen: 3, kvLen: 4, offset: 1, slopes: [0.5, 0.25] },
  rope: {
    x: numbers(36),
    batch: 2,
    nHeads: 1,
    seqLen: 3,
    headDim: 6,
    rotaryDim: 4,
    pairing: 'halves',
    positions: [5, 0, 9],
    base: 100,
    variant: 'yarn',
    maxPositions: 64,
    factor: 4,
    betaFast: 16,
    betaSlow: 2,
  },
  ropeFrequencies: { dim: 6, base: 100, variant: 'dynamic', maxPositions: 8, factor: 2, currentLength: 32 }, // prettier-ignore
  ropeTable: { dim: 4, positions: [7, 8], base: 100 },
  layerNorm: {
    x: numbers(12),
    scale: numbers(4, 2),
    bias: numbers(4, 3),
    rows: 3,
    dim: 4,
    eps: 0.1,
  },
  rmsNorm: { x: numbers(12), scale: numbers(4, 2), rows: 3, dim: 4, eps: 0.1 },
  rowNorms: { x: numbers(12), rows: 3, dim: 4 },
  residual: { x: numbers(5), update: numbers(5, 2) },
  activation: { x: numbers(5), activation: 'swish', alpha: 2, gated: numbers(5, 2) },
  feedForward: {
    x: numbers(6),
    w1: numbers(15, 2),
    b1: numbers(5, 3),
    w2: numbers(15, 4),
    b2: numbers(3, 5),
    wGate: numbers(15, 6),
    bGate: numbers(5, 7),
    rows: 2,
    dModel: 3,
    dFf: 5,
    activation: 'silu',
  },
  groupHeads: {
    wK: numbers(24),
    wV: numbers(24, 2),
    bK: numbers(8, 3),
    bV: numbers(8, 4),
    nKvHeads: 4,
    groups: 2,
    headDim: 2,
    vHeadDim: 2,
    contextDim: 3,
  },
  encoderBlock: { ...BLOCK, x: numbers(12), seqLen: 3, params: numbers(125, 2), causal: true, trace: true }, // prettier-ignore
  decoderBlock: { ...BLOCK, x: numbers(12), seqLen: 3, memory: numbers(8, 3), memoryLen: 2, params: numbers(193, 2), causal: true, trace: true }, // prettier-ignore
  stack: { ...BLOCK, x: numbers(12), seqLen: 3, nLayers: 2, finalNorm: true, params: numbers(258, 2), causal: true, trace: true }, // prettier-ignore
  encoderDecoder: {
    ...BLOCK,
    source: numbers(8),
    sourceLen: 2,
    target: numbers(12, 2),
    targetLen: 3,
    encoder: numbers(133, 3),
    decoder: numbers(201, 4),
    nEncoderLayers: 1,
    nDecoderLayers: 1,
    finalNorm: true,
    causal: true,
    trace: true,
  },
  decoderOnly: {
    ...BLOCK,
    tokens: [4, 0, 2],
    vocabulary: 5,
    embedding: numbers(20),
    head: numbers(20, 2),
    positions: numbers(32, 3),
    nPositions: 8,
    first: 3,
    params: numbers(133, 4),
    nLayers: 1,
    finalNorm: true,
    trace: true,
  },
  blockParams: { ...BLOCK, cross: true },
  modelParams: { ...BLOCK, nEncoderLayers: 2, nDecoderLayers: 3, vocabulary: 50, nPositions: 10, nFinalNorms: 2, tied: false }, // prettier-ignore
  seededBlock: { ...BLOCK, seed: 7, nLayers: 2, finalNorm: true, cross: true },
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
  layerNormFast: { x: numbers(10), scale: numbers(5, 2), rows: 2, dim: 5 },
};

/** Every number of a result, in order, however it is nested. */
export function flatten(result) {
  if (typeof result === 'number') return [result];
  if (result === null) return [];
  return ArrayBuffer.isView(result) ? [...result] : Object.values(result).flatMap(flatten);
}
