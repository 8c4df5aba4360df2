/** The two machines: what they read, the attentions they have, and their weights. */
import { wordVectors } from '../../model/word-vectors.js';

const START = '‹start›';
const SOURCE = 'the robot picked up the ball'.split(' ');
const TARGET = [START, ...'der Roboter hob den Ball auf'.split(' ')];

/** @typedef {'encoder' | 'decoder' | 'cross' | 'only'} AttentionId */

/** @type {readonly AttentionId[]} in the order of the diagram */
export const ATTENTIONS = ['encoder', 'decoder', 'cross', 'only'];

/** Blocks of each stack, and heads of each attention. */
export const N_LAYERS = 2;
export const N_HEADS = 2;
export const D_MODEL = 16;

const BOTH = [...SOURCE, ...TARGET];

/** Queries and keys of an attention. @type {Record<AttentionId, { queries: readonly string[], keys: readonly string[] }>} */
export const TOKENS = {
  encoder: { queries: SOURCE, keys: SOURCE },
  decoder: { queries: TARGET, keys: TARGET },
  cross: { queries: TARGET, keys: SOURCE },
  only: { queries: BOTH, keys: BOTH },
};

/** @param {AttentionId} id */
export const isCausal = (id) => id === 'decoder' || id === 'only';

/** Word vectors with sinusoidal positions. @param {any} engine @param {readonly string[]} tokens @param {number} seed */
function embed(engine, tokens, seed) {
  const x = wordVectors(engine, tokens, { seed, dim: D_MODEL });
  const { pe } = engine.sinusoidal({ seqLen: tokens.length, dModel: D_MODEL });
  return engine.residual({ x, update: pe }).sum;
}

/**
 * Every weight of both machines: by attention and block, [heads × queries × keys].
 * @param {any} engine @param {number} seed
 * @returns {Record<AttentionId, Float32Array[]>}
 */
export function runMachines(engine, seed) {
  const sizes = { dModel: D_MODEL, nHeads: N_HEADS };
  const params = (/** @type {number} */ apart, cross = false) =>
    engine.seededBlock({ seed: seed + apart, nLayers: N_LAYERS, finalNorm: true, cross, ...sizes })
      .params;
  const both = engine.encoderDecoder({
    source: embed(engine, SOURCE, seed),
    sourceLen: SOURCE.length,
    target: embed(engine, TARGET, seed),
    targetLen: TARGET.length,
    encoder: params(0),
    decoder: params(1e6, true),
    nEncoderLayers: N_LAYERS,
    nDecoderLayers: N_LAYERS,
    trace: true,
    ...sizes,
  });
  const only = engine.stack({
    x: embed(engine, BOTH, seed),
    seqLen: BOTH.length,
    params: params(2e6),
    nLayers: N_LAYERS,
    finalNorm: true,
    causal: true,
    trace: true,
    ...sizes,
  });
  const of = (/** @type {any} */ stack, name = 'weights') =>
    stack.layers.map((/** @type {any} */ steps) => steps[name]);
  return {
    encoder: of(both.encoder),
    decoder: of(both.decoder),
    cross: of(both.decoder, 'crossWeights'),
    only: of(only),
  };
}
