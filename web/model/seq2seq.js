/**
 * The small translating network of attn-seq2seq: its words, sentences and params.
 * tools/fit-seq2seq.mjs fitted them; every number is computed from them by the engine:
 * embed the words, `recurrent`, `scoreFunction`, `linear`, `softmax`.
 */
import { SEQ2SEQ } from './seq2seq-params.js';

export const SEQ2SEQ_SEED = SEQ2SEQ.seed;
export const SEQ2SEQ_DIM = SEQ2SEQ.dim;
export const SEQ2SEQ_HIDDEN_DIM = SEQ2SEQ.hiddenDim;
export const SOURCE_WORDS = Object.freeze(SEQ2SEQ.sourceWords.split(' '));
export const TARGET_WORDS = Object.freeze(SEQ2SEQ.targetWords.split(' '));

/**
 * The sentences to choose from, the running example first. alignment[i] is the place of the
 * source word that the target word i translates.
 * @type {readonly { source: string[], target: string[], alignment: number[] }[]}
 */
export const SEQ2SEQ_SENTENCES = SEQ2SEQ.sentences.map(([source, target, alignment]) => ({
  source: /** @type {string} */ (source).split(' '),
  target: /** @type {string} */ (target).split(' '),
  alignment: /** @type {number[]} */ (alignment),
}));

/** @typedef {keyof typeof SEQ2SEQ.tensors} Seq2seqTensor */

/**
 * The params by name, row-major: embedSource, wEncoder, embedTarget, wDecoder, out, outBias
 * (logits from what was fetched); fixedState, fixedSummary, fixedBias (logits from the state and
 * one fixed vector); additiveW, additiveU, additiveV, generalW, concatW, concatV.
 * @returns {Record<Seq2seqTensor, Float32Array>}
 */
export function seq2seqParams() {
  const entries = Object.entries(SEQ2SEQ.tensors).map(([name, [, numbers]]) => [
    name,
    Float32Array.from(bytes(/** @type {string} */ (numbers)), (n) => n / SEQ2SEQ.grid),
  ]);
  return Object.fromEntries(entries);
}

/** @param {string} base64 */
const bytes = (base64) => Int8Array.from(atob(base64), (character) => character.charCodeAt(0));

/**
 * The ids of a sentence's words.
 * @param {readonly string[]} words @param {readonly string[]} vocabulary
 * @returns {number[]}
 */
export function wordIds(words, vocabulary) {
  return words.map((word) => vocabulary.indexOf(word));
}

/**
 * What the decoder reads at each step: the word before, and at first a row that stands for none.
 * @param {readonly string[]} target
 * @returns {number[]}
 */
export function decoderInputs(target) {
  return [TARGET_WORDS.length, ...wordIds(target.slice(0, -1), TARGET_WORDS)];
}

/**
 * The arguments of `engine.scoreFunction` that a kind needs beside queries and keys.
 * @param {'additive' | 'dot' | 'general' | 'concat'} kind
 * @param {Record<Seq2seqTensor, Float32Array>} params
 */
export function scoreParams(kind, params) {
  if (kind === 'additive') {
    const { additiveW: w, additiveU: u, additiveV: v } = params;
    return { w, u, v, hiddenDim: SEQ2SEQ_HIDDEN_DIM };
  }
  if (kind === 'concat')
    return { w: params.concatW, v: params.concatV, hiddenDim: SEQ2SEQ_HIDDEN_DIM };
  return kind === 'general' ? { w: params.generalW } : {};
}
