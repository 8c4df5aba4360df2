// Random numbers from a seed, and the two experiments on scores.

/** @typedef {import('../call.js').Call} Call */

const DISTRIBUTIONS = /** @type {const} */ (['normal', 'uniform']);

/**
 * @typedef {object} RandomArgs
 * @property {number} seed  whole, 0 to 2^53 - 1
 * @property {number} count
 * @property {'normal' | 'uniform'} [distribution]  default normal
 * @property {number} [mean]  normal: default 0
 * @property {number} [deviation]  normal: default 1
 * @property {number} [low]  uniform: default 0
 * @property {number} [high]  uniform: default 1, not reached
 * @property {number} [skip]  how many numbers of the stream to leave out; default 0
 */

/**
 * The numbers skip ... skip + count - 1 of the stream that the seed names: the
 * same bits in every build (SplitMix64; Box and Muller).
 * @param {Call} call
 * @param {RandomArgs} args
 * @returns {{ values: Float32Array }}
 */
export function random(call, args) {
  const {
    seed,
    count,
    distribution = 'normal',
    mean = 0,
    deviation = 1,
    low = 0,
    high = 1,
    skip = 0,
    ...unknown
  } = args;
  call.nothingElse(unknown);
  const kind = call.choice('distribution', distribution, DISTRIBUTIONS);
  const [seedLow, seedHigh] = call.halves('seed', seed);
  const [skipLow, skipHigh] = call.halves('skip', skip);
  const numbers = {
    mean: call.number('mean', mean),
    deviation: call.number('deviation', deviation, 0),
    low: call.number('low', low),
    high: call.number('high', high),
  };
  const [first, second] =
    distribution === 'normal' ? [numbers.mean, numbers.deviation] : [numbers.low, numbers.high];
  const values = call.output([call.count('count', count)]);
  const whole = { seedLow, seedHigh, skipLow, skipHigh, distribution: kind };
  call.invoke('attn_random', { values, count, options: call.struct(whole, { first, second }) });
  return { values: values.read() };
}

/**
 * The numbers 0 to count - 1 in a random order.
 * @param {Call} call
 * @param {{ seed: number, count: number }} args
 * @returns {{ order: Int32Array }}
 */
export function shuffle(call, { seed, count, ...unknown }) {
  call.nothingElse(unknown);
  const [seedLow, seedHigh] = call.halves('seed', seed);
  const order = call.output([call.count('count', count)], Int32Array);
  call.invoke('attn_shuffle', { order, count, seedLow, seedHigh });
  return { order: order.read() };
}

/**
 * @typedef {object} VarianceArgs
 * @property {number} seed
 * @property {number} headDim
 * @property {number} pairs  at least 2
 * @property {number} bins
 * @property {number} [range]  of the histogram of q . k: -range to range; default 4 sqrt(headDim)
 * @property {number} [scaledRange]  of the histogram after the division; default range if that
 *   is given, else 4
 */

/**
 * @typedef {object} VarianceResult
 * @property {Float32Array} dots  [pairs] q . k
 * @property {Float32Array} scaledDots  [pairs] the same over sqrt(headDim)
 * @property {number} mean
 * @property {number} variance
 * @property {number} standardError  of the variance
 * @property {number} predicted  headDim
 * @property {number} outside  how many dots the histogram has no bin for
 * @property {number} scaledMean
 * @property {number} scaledVariance
 * @property {number} scaledStandardError
 * @property {number} scaledPredicted  1
 * @property {number} scaledOutside
 * @property {Uint32Array} histogram  [bins]
 * @property {Uint32Array} scaledHistogram  [bins]
 * @property {Float32Array} binEdges  [bins + 1]
 * @property {Float32Array} scaledBinEdges  [bins + 1]
 */

/**
 * Draws pairs of random q and k and measures the variance of q . k.
 * @param {Call} call
 * @param {VarianceArgs} args
 * @returns {VarianceResult}
 */
export function varianceExperiment(call, args) {
  const { seed, headDim, pairs, bins, range = 0, scaledRange = range, ...unknown } = args;
  call.nothingElse(unknown);
  const [seedLow, seedHigh] = call.halves('seed', seed);
  const whole = {
    seedLow,
    seedHigh,
    headDim: call.count('headDim', headDim, 1),
    pairs: call.count('pairs', pairs, 2),
    bins: call.count('bins', bins, 1),
  };
  const ranges = {
    range: call.number('range', range, 0),
    scaledRange: call.number('scaledRange', scaledRange, 0),
  };
  return variance(call, call.struct(whole, ranges), whole);
}

/**
 * @param {Call} call @param {import('../call.js').Struct} options
 * @param {{ headDim: number, pairs: number, bins: number }} sizes
 */
function variance(call, options, { headDim, pairs, bins }) {
  const outputs = {
    dots: call.output([pairs]),
    scaledDots: call.output([pairs]),
    histogram: call.output([bins], Uint32Array),
    scaledHistogram: call.output([bins], Uint32Array),
    binEdges: call.output([bins + 1]),
    scaledBinEdges: call.output([bins + 1]),
    moments: call.output([2, 4]),
  };
  call.invoke('attn_variance_experiment', {
    outputs: call.pointers(outputs),
    scratch: call.output([call.exports.attn_variance_scratch_size(options.pointer)]),
    options,
  });
  const [
    mean,
    spread,
    standardError,
    outside,
    scaledMean,
    scaledVariance,
    scaledStandardError,
    scaledOutside,
  ] = outputs.moments.read();
  return {
    ...{ mean, variance: spread, standardError, predicted: headDim, outside },
    ...{ scaledMean, scaledVariance, scaledStandardError, scaledPredicted: 1, scaledOutside },
    dots: outputs.dots.read(),
    scaledDots: outputs.scaledDots.read(),
    histogram: outputs.histogram.read(),
    scaledHistogram: outputs.scaledHistogram.read(),
    binEdges: outputs.binEdges.read(),
    scaledBinEdges: outputs.scaledBinEdges.read(),
  };
}

/**
 * @typedef {object} Saturation
 * @property {number} meanLargestWeight
 * @property {number} meanEntropy  in nats
 * @property {number} meanGradient  of w (1 - w), over rows and keys
 */

/**
 * What large scores do to a softmax: random queries, each against its own random
 * keys, with the raw scores and with the scores over sqrt(headDim).
 * @param {Call} call
 * @param {{ seed: number, headDim: number, rows: number, keys: number }} args
 * @returns {{ raw: Saturation, scaled: Saturation }}
 */
export function saturationExperiment(call, { seed, headDim, rows, keys, ...unknown }) {
  call.nothingElse(unknown);
  const [seedLow, seedHigh] = call.halves('seed', seed);
  const options = call.struct({
    seedLow,
    seedHigh,
    headDim: call.count('headDim', headDim, 1),
    rows: call.count('rows', rows, 1),
    keys: call.count('keys', keys, 1),
  });
  const results = call.output([2, 3]);
  call.invoke('attn_saturation_experiment', {
    results,
    scratch: call.output([call.exports.attn_saturation_scratch_size(options.pointer) >>> 0]),
    options,
  });
  const numbers = results.read();
  return { raw: saturation(numbers.subarray(0, 3)), scaled: saturation(numbers.subarray(3)) };
}

/** @param {Float32Array} numbers @returns {Saturation} */
function saturation([meanLargestWeight, meanEntropy, meanGradient]) {
  return { meanLargestWeight, meanEntropy, meanGradient };
}
