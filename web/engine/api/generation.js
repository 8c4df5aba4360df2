// Generation step by step, with the cache and without, and sampling.

import { kvHeads } from './attention.js';
import { COST_FIELDS, costOf } from './costs.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */
/** @typedef {import('./costs.js').Cost} Cost */

/**
 * The small decoder: an embedding, layers of causal multi-head attention that add
 * to the residual stream, and logits from the same embedding.
 * @typedef {object} DecoderSizes
 * @property {number} [nLayers]  default 1
 * @property {number} dModel
 * @property {number} nHeads
 * @property {number} [nKvHeads]  default nHeads
 * @property {number} [headDim]  default dModel / nHeads
 * @property {number} vocab
 * @property {number} [length]  tokens in all; default the given ones
 * @property {number} [chunk]  given tokens that are run in one step; default 1
 * @property {boolean} [cached]  false: each step runs the whole prefix anew; default true
 * @property {number} [window]  a token sees only so many, itself included
 */

/**
 * @typedef {Cost & { from: number, to: number, scoresPerHead: number }} StepCost  the step runs the
 *   tokens from ... to - 1 (or, without a cache, all before them as well); scoresPerHead is for one
 *   head of one layer
 */
/** @typedef {Cost & { scoresPerHead: number }} TotalCost  scratch is the largest of the steps */

/**
 * @typedef {object} Generation
 * @property {Int32Array} tokens  [length]
 * @property {Float32Array} outputs  [length, dModel] the residual stream after the last layer
 * @property {Float32Array} logits  [length, vocab]
 * @property {Float32Array} key  [nLayers, nKvHeads, length, headDim] the cache at the end
 * @property {Float32Array} value  the same
 * @property {StepCost[]} steps
 * @property {TotalCost} total
 */

/**
 * Runs the given tokens and draws the others, one by one. The same seed gives the
 * same params, and then cached or not, and chunks of any size, give the same bits.
 * @param {Call} call
 * @param {DecoderSizes & { tokens: ArrayLike<number>, seed?: number, params?: Numbers, temperature?: number, topK?: number, topP?: number, sampleSeed?: number }} args
 *   tokens: the given ones, whole numbers below vocab; seed (default 1) names the params, unless
 *   they are given: embedding [vocab, dModel], then for each layer wQ, wK, wV, wO; temperature:
 *   sampling temperature, default 0 (the most probable token); sampleSeed: default seed
 * @returns {Generation}
 */
export function generate(call, args) {
  const { tokens, seed = 1, params, temperature = 0, topK = 0, topP = 1, sampleSeed = seed, ...rest } = args; // prettier-ignore
  if (!tokens?.length) throw call.range('tokens', 'expected at least one token to start from');
  const sizes = decoderSizes(call, tokens.length, rest);
  for (let t = 0; t < tokens.length; t++) call.count(`tokens[${t}]`, tokens[t], 0, sizes.vocab - 1);
  const options = optionsStruct(call, sizes, { temperature, topK, topP, sampleSeed });
  const outputs = generationOutputs(call, sizes);
  const scratch = call.output([call.exports.attn_generation_scratch_size(options.pointer) >>> 0]);
  const weights = paramsInput(call, options, sizes, params, seed);
  // Now that all room is taken, and no view can die.
  new Int32Array(call.arena.memory.buffer, outputs.tokens.pointer, tokens.length).set(tokens);
  call.invoke('attn_generate', {
    tokens: call.pointers(outputs),
    scratch,
    params: weights,
    options,
  });
  const { tokens: all, outputs: rows, logits, key, value } = outputs;
  return {
    tokens: all.read(),
    outputs: rows.read(),
    ...{ logits: logits.read(), key: key.read(), value: value.read() },
    ...stepCosts(call, options, sizes),
  };
}

/**
 * What a generation costs, without running it: its attention and projections; the
 * logits, which are the same either way, are left out.
 * @param {Call} call
 * @param {Omit<DecoderSizes, 'vocab'> & { given?: number }} args  given tokens, default 1
 * @returns {{ steps: StepCost[], total: TotalCost }}
 */
export function generationCosts(call, { given = 1, ...rest }) {
  call.count('given', given, 1);
  const sizes = decoderSizes(call, given, { ...rest, vocab: 1 });
  const plain = { temperature: 0, topK: 0, topP: 1, sampleSeed: 0 };
  return stepCosts(call, optionsStruct(call, sizes, plain), sizes);
}

/**
 * Draws a token from logits: softmax at the sampling temperature, then top-k, then
 * top-p of what is left, normalised.
 * @param {Call} call
 * @param {{ logits: Numbers, temperature?: number, topK?: number, topP?: number, seed: number, skip?: number }} args
 *   temperature 0 (greedy) to Infinity (uniform), default 1; topK 0 (off) and topP 1 (off) are
 *   defaults; skip: which number of the seed's stream is drawn, default 0
 * @returns {{ token: number, draw: number, kept: number, probabilities: Float32Array, order: Int32Array }}
 *   token -1 where every logit is -Infinity; order: the tokens, the most probable first, of which
 *   the first `kept` may be drawn
 */
export function sample(call, args) {
  const { logits, temperature = 1, topK = 0, topP = 1, seed, skip = 0, ...unknown } = args;
  call.nothingElse(unknown);
  const vocab = call.count('logits', logits?.length ?? 0, 1);
  const [seedLow, seedHigh] = call.halves('seed', seed);
  const [skipLow, skipHigh] = call.halves('skip', skip);
  const drawing = drawOptions(call, temperature, topK, topP);
  const outputs = {
    probabilities: call.output([vocab]),
    order: call.output([vocab], Int32Array),
    kept: call.output([1], Uint32Array),
    draw: call.output([1]),
    token: call.output([1], Int32Array),
  };
  const whole = { vocab, topK: drawing.topK, seedLow, seedHigh, skipLow, skipHigh };
  call.invoke('attn_sample', {
    outputs: call.pointers(outputs),
    logits: call.input('logits', logits, [vocab]),
    options: call.struct(whole, drawing.floats),
  });
  return {
    token: outputs.token.read()[0],
    draw: outputs.draw.read()[0],
    kept: outputs.kept.read()[0],
    probabilities: outputs.probabilities.read(),
    order: outputs.order.read(),
  };
}

/** @typedef {Required<Omit<DecoderSizes, 'cached'>> & { cached: boolean, given: number }} FullSizes */

/** @param {Call} call @param {number} given @param {DecoderSizes} args @returns {FullSizes} */
function decoderSizes(call, given, args) {
  const { nLayers = 1, dModel, nHeads, nKvHeads = nHeads, headDim, vocab, length = given, chunk = 1, cached = true, window, ...unknown } = args; // prettier-ignore
  call.nothingElse(unknown);
  call.count('dModel', dModel, 1);
  call.count('nHeads', nHeads, 1);
  if (headDim === undefined && dModel % nHeads !== 0) {
    throw call.range('nHeads', `expected a divisor of dModel = ${dModel}, got ${nHeads}`);
  }
  return {
    nLayers: call.count('nLayers', nLayers, 1),
    dModel,
    nHeads,
    nKvHeads: kvHeads(call, nHeads, nKvHeads),
    headDim: call.count('headDim', headDim ?? dModel / nHeads, 1),
    vocab: call.count('vocab', vocab, 1),
    given,
    length: call.count('length', length, given),
    chunk: call.count('chunk', chunk, 1),
    cached: call.flag('cached', cached),
    window: window === undefined ? 0 : call.count('window', window, 1),
  };
}

/** @param {Call} call @param {number} temperature @param {number} topK @param {number} topP */
function drawOptions(call, temperature, topK, topP) {
  const floats = {
    temperature: call.number('temperature', temperature, 0, Infinity),
    topP: call.number('topP', topP, 2 ** -149, 1),
  };
  return { topK: call.count('topK', topK), floats };
}

/**
 * An attn_generation_options.
 * @param {Call} call @param {FullSizes} sizes
 * @param {{ temperature: number, topK: number, topP: number, sampleSeed: number }} drawing
 */
function optionsStruct(call, sizes, { temperature, topK, topP, sampleSeed }) {
  const { nLayers, dModel, nHeads, nKvHeads, headDim, vocab, given, length, chunk, window } = sizes;
  const [seedLow, seedHigh] = call.halves('sampleSeed', sampleSeed);
  const draw = drawOptions(call, temperature, topK, topP);
  const whole = {
    ...{ nLayers, dModel, nHeads, nKvHeads, headDim, vocab, given, length, chunk },
    cached: Number(sizes.cached),
    ...{ window, topK: draw.topK, seedLow, seedHigh },
  };
  return call.struct(whole, draw.floats);
}

/** @param {Call} call @param {FullSizes} sizes */
function generationOutputs(call, { nLayers, dModel, nKvHeads, headDim, vocab, length }) {
  return {
    tokens: call.output([length], Int32Array),
    outputs: call.output([length, dModel]),
    logits: call.output([length, vocab]),
    key: call.output([nLayers, nKvHeads, length, headDim]),
    value: call.output([nLayers, nKvHeads, length, headDim]),
    probabilities: call.output([vocab]),
    order: call.output([vocab], Int32Array),
  };
}

/**
 * The given params, or random ones: the embedding with deviation 1, the maps with
 * 1 / sqrt(dModel), so that what they give has about the size of what they get.
 * @param {Call} call @param {import('../call.js').Struct} options @param {FullSizes} sizes
 * @param {Numbers | undefined} params @param {number} seed
 */
function paramsInput(call, options, { vocab, dModel }, params, seed) {
  const count = call.exports.attn_generation_params_size(options.pointer) >>> 0;
  if (params !== undefined) return call.input('params', params, [count]);
  const drawn = call.output([count]);
  const [seedLow, seedHigh] = call.halves('seed', seed);
  const embedding = vocab * dModel;
  const draw = (
    /** @type {number} */ skip,
    /** @type {number} */ some,
    /** @type {number} */ deviation,
  ) =>
    call.invoke('attn_random', {
      values: drawn.pointer + skip * 4,
      count: some,
      options: call.struct(
        { seedLow, seedHigh, skip, skipHigh: 0, normal: 0 },
        { mean: 0, deviation },
      ),
    });
  draw(0, embedding, 1);
  draw(embedding, count - embedding, call.exports.attn_default_scale(dModel));
  return drawn;
}

/**
 * @param {Call} call @param {import('../call.js').Struct} options @param {FullSizes} sizes
 * @returns {{ steps: StepCost[], total: TotalCost }}
 */
function stepCosts(call, options, { given, length, chunk, nHeads, nLayers }) {
  const count = call.exports.attn_generation_steps(options.pointer) >>> 0;
  const costs = call.output([count, COST_FIELDS], Float64Array);
  call.invoke('attn_generation_costs', { costs, options });
  const numbers = costs.read();
  const steps = [];
  for (let from = 0, to; from < length; from = to) {
    to = from < given ? Math.min(from + chunk, given) : from + 1;
    const first = steps.length * COST_FIELDS;
    const cost = costOf(numbers.subarray(first, first + COST_FIELDS));
    steps.push({ ...cost, from, to, scoresPerHead: cost.scores / (nHeads * nLayers) });
  }
  return { steps, total: totalOf(steps) };
}

/** @param {StepCost[]} steps @returns {TotalCost} */
function totalOf(steps) {
  const total = { ...costOf(new Float64Array(COST_FIELDS)), scoresPerHead: 0 };
  for (const step of steps) {
    for (const field of /** @type {(keyof TotalCost)[]} */ (Object.keys(total))) {
      total[field] =
        field === 'scratch' ? Math.max(total.scratch, step.scratch) : total[field] + step[field];
    }
  }
  return total;
}
