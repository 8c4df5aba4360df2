/** What the small translator computes for one sentence: all steps at once. */
import {
  SEQ2SEQ_DIM as dim,
  SEQ2SEQ_SENTENCES,
  SOURCE_WORDS,
  TARGET_WORDS,
  decoderInputs,
  scoreParams,
  seq2seqParams,
  wordIds,
} from '../../model/seq2seq.js';
import { SENTENCES } from './shape.js';

const VOCABULARY = TARGET_WORDS.length;

/** @param {import('../figure-element.js').State} state */
export const sentenceOf = (state) => SEQ2SEQ_SENTENCES[SENTENCES.indexOf(state.sentence)];

/** @type {Record<string, Float32Array> | undefined} */
let unpacked;

const largest = (/** @type {Float32Array} */ row) =>
  row.indexOf(row.reduce((a, b) => Math.max(a, b)));

/** @param {Float32Array} data @param {number} width @param {number} i */
export const rowOf = (data, width, i) => data.subarray(i * width, (i + 1) * width);

/**
 * The two recurrent networks: the encoder's states h, their last one (the summary) and the
 * decoder's states s, which read the right word before each step.
 * @param {any} engine @param {any} sentence @param {any} params
 */
function statesOf(engine, { source, target }, params) {
  const read = (
    /** @type {Float32Array} */ table,
    /** @type {number} */ rows,
    /** @type {number[]} */ ids,
  ) => engine.embed({ table, rows, dim, ids }).vectors;
  const words = read(params.embedSource, SOURCE_WORDS.length, wordIds(source, SOURCE_WORDS));
  const before = read(params.embedTarget, VOCABULARY + 1, decoderInputs(target));
  const { states: keys } = engine.recurrent({
    x: words,
    w: params.wEncoder,
    seqLen: source.length,
    dim,
  });
  const summary = keys.slice(-dim);
  const { states: queries } = engine.recurrent({
    x: before,
    w: params.wDecoder,
    initial: summary,
    seqLen: target.length,
    dim,
  });
  return { keys, queries, summary };
}

/** What each step fetches, and the logits made of it. @param {any} engine @param {any} states @param {any} score @param {any} params @param {any} size */
function lookBack(engine, { keys, queries }, score, params, { rows, count }) {
  const { scores, weights, context } = engine.scoreFunction({
    ...{ kind: score, queries, keys, rows, count, queryDim: dim },
    ...scoreParams(score, params),
  });
  const { y } = engine.linear({
    x: context,
    w: params.out,
    bias: params.outBias,
    rows,
    inDim: dim,
    outDim: VOCABULARY,
  });
  return { scores, weights, logits: y };
}

/** The logits of each step from its state and the one vector. @param {any} engine @param {any} states @param {any} params @param {any} size */
function recall(engine, { queries, summary }, params, { rows }) {
  const shape = { inDim: dim, outDim: VOCABULARY };
  const { y: bias } = engine.linear({
    x: summary,
    w: params.fixedSummary,
    bias: params.fixedBias,
    rows: 1,
    ...shape,
  });
  const { y } = engine.linear({ x: queries, w: params.fixedState, bias, rows, ...shape });
  return { scores: null, weights: null, logits: y };
}

/**
 * @param {any} engine
 * @param {import('../figure-element.js').State} state
 */
export function translation(engine, state) {
  const params = (unpacked ??= seq2seqParams());
  const sentence = sentenceOf(state);
  const { source, target, alignment } = sentence;
  const size = { rows: target.length, count: source.length };
  const states = statesOf(engine, sentence, params);
  const found =
    state.memory === 'fixed'
      ? recall(engine, states, params, size)
      : lookBack(engine, states, state.score, params, size);
  const chances = engine.softmax({
    scores: found.logits,
    rows: size.rows,
    cols: VOCABULARY,
  }).weights;
  const steps = target.map((word, i) => {
    const chance = rowOf(chances, VOCABULARY, i);
    const best = largest(chance);
    const weights = found.weights && rowOf(found.weights, size.count, i);
    return {
      written: TARGET_WORDS[best],
      chance: chance[best],
      rightChance: chance[TARGET_WORDS.indexOf(word)],
      isRight: TARGET_WORDS[best] === word,
      weights,
      place: weights ? largest(weights) : -1,
      trueWeight: weights ? weights[alignment[i]] : 0,
    };
  });
  return { ...sentence, ...found, steps, summary: states.summary };
}

/**
 * How the first steps did against the true alignment.
 * @param {any} engine @param {any} all of translation() @param {number} count
 */
export function standing(engine, { steps, alignment }, count) {
  const done = steps.slice(0, count);
  const mean = engine.meanMatrices({
    matrices: done.map((/** @type {any} */ step) => step.trueWeight),
    count,
    size: 1,
  }).mean[0];
  return {
    count,
    aligned: done.filter(
      (/** @type {any} */ step, /** @type {number} */ i) => step.place === alignment[i],
    ).length,
    words: done.filter((/** @type {any} */ step) => step.isRight).length,
    mean,
  };
}
