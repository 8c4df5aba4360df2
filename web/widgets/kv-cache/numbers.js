/** What attn-kv-cache computes: one small decoder run twice, and the size of caches. */

import { distinctNames } from '../../model/example.js';
import { shortened, visible } from '../../model/tokens.js';

/** The small decoder: one layer, two heads of four channels. */
export const DECODER = { nLayers: 1, dModel: 8, nHeads: 2 };
/** High, since random params are too sure of themselves to vary. */
const SAMPLING = 4;
const HEAD_DIM = DECODER.dModel / DECODER.nHeads;

/** Named models: layers, KV heads, channels of a head. */
export const MODELS = /** @type {const} */ ({
  'gpt-2-small': [12, 12, 64],
  'llama-2-7b': [32, 32, 128],
  'llama-2-70b': [80, 8, 128],
  'llama-3-8b': [32, 8, 128],
  'llama-3-70b': [80, 8, 128],
  'mistral-7b': [32, 8, 128],
});

/** Up to so many tokens a whole generation is counted step by step. */
export const MOST_COUNTED = 4096;

/**
 * The same params with the cache and without: what is given and drawn, step by step.
 * @param {any} engine
 * @param {readonly string[]} tokens
 * @param {any} state
 */
export function runBoth(engine, tokens, { draw, seed }) {
  const vocabulary = [...new Set(tokens)];
  const ids = tokens.map((token) => vocabulary.indexOf(token));
  const given = draw === 'model' ? ids.slice(0, 1) : ids;
  const args = {
    ...DECODER,
    tokens: given,
    length: ids.length,
    vocab: vocabulary.length,
    seed,
    temperature: SAMPLING,
  };
  const cached = engine.generate({ ...args, cached: true });
  const plain = engine.generate({ ...args, cached: false });
  const words = Array.from(cached.tokens, (/** @type {number} */ id) => visible(vocabulary[id]));
  return { cached, plain, words, names: distinctNames(words.map((word) => shortened(word))) };
}

/** The numbers up to a step, by the engine's counters. @param {any} engine @param {any} run @param {number} step */
export function upTo(engine, { cached, plain }, step) {
  const end = step * DECODER.dModel;
  const difference = (/** @type {'outputs' | 'logits'} */ name, /** @type {number} */ width) =>
    engine.maxDifference({ a: plain[name].subarray(0, width), b: cached[name].subarray(0, width) })
      .maxDifference;
  const { bytes } = engine.cacheBytes({
    nLayers: 1,
    nKvHeads: DECODER.nHeads,
    headDim: HEAD_DIM,
    tokens: step,
    bytesPerNumber: 4,
  });
  const counted = (/** @type {boolean} */ isCached) =>
    engine.generationCosts({ ...DECODER, length: step, cached: isCached });
  return {
    difference: difference('outputs', end),
    bytes,
    sums: { plain: counted(false).total, cached: counted(true).total },
    last: {
      plain: plain.outputs.subarray(end - DECODER.dModel, end),
      cached: cached.outputs.subarray(end - DECODER.dModel, end),
    },
  };
}

/** The sizes that the calculator works with. @param {any} state */
export function sizesOf({ model, layers, kvHeads, headDim }) {
  const named = MODELS[/** @type {keyof typeof MODELS} */ (model)];
  const [nLayers, nKvHeads, width] = named ?? [layers, kvHeads, headDim];
  return { nLayers, nKvHeads, headDim: width };
}

/** @param {any} engine @param {any} state */
export function calculate(engine, state) {
  const { cacheTokens, numberBytes, batch } = state;
  const sizes = sizesOf(state);
  const bytesPerNumber = Number(numberBytes);
  return {
    ...sizes,
    ...engine.cacheBytes({ ...sizes, tokens: cacheTokens, bytesPerNumber, batch }),
  };
}

/** Counting a whole generation, both ways; it takes a while for many tokens. @param {number} length */
export function countJob(length) {
  const args = { nLayers: 1, dModel: 1, nHeads: 1, length };
  return {
    key: String(length),
    calls: [false, true].map((cached) => ({ name: 'generationCosts', args: { ...args, cached } })),
  };
}
