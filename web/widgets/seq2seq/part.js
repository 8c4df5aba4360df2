/**
 * All of attn-seq2seq that no other figure needs: params, picture and sentences. The widgets for other
 * pages have it from a file beside them (register.js is its entry), so it may know the figure, but
 * none of the frame: a second copy of that would be another one.
 */
import { inLanguage } from '../../model/language.js';
import { completed } from '../../model/texts/completed.js';
import { seq2seq as english } from '../../model/texts/en.js';
import { standing, translation } from './numbers.js';
import { seq2seqPicture } from './picture.js';
import { summaryOf, tablesOf, valuesOf } from './said.js';

/** @typedef {import('../attn-seq2seq.js').AttnSeq2seq} Figure */
/** @typedef {import('../figure-element.js').State} State */

export const part = {
  /** @param {Figure} figure @returns {typeof english} */
  words: ({ texts }) => completed(/** @type {any} */ (texts).seq2seq, english),

  /** @param {any} engine @param {State} state @param {any} before what it returned last */
  compute(engine, state, before) {
    const key = `${state.sentence} ${state.memory} ${state.score}`;
    const all = before?.key === key ? before : { ...translation(engine, state), key };
    return { ...all, standing: standing(engine, all, state.step) };
  },

  picture: seq2seqPicture,
  summary: summaryOf,
  tables: tablesOf,
  values: valuesOf,

  /** Numbers are written in the language that this copy of model/language.js is told. */
  inLanguage,
};
