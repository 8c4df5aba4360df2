/** What a reader can set in attn-pipeline. */
import { EXAMPLE_TEXT, LONG_TEXT, MAX_TOKENS, tokensOf } from '../../model/tokens.js';
import { maskParameter } from '../own-sentence.js';
import { MATRICES, shapeOf } from './stages.js';

/** @typedef {import('../figure-element.js').State} State */

/** @param {State} state */
export const tokensIn = ({ text }) => tokensOf(text, LONG_TEXT);

/**
 * Whether a text is computed in the background and painted on canvases. Up to 64 tokens its matrices
 * are a few thousand cells, which take a millisecond and stay sharp as paths at any size; at 1,024
 * each of four matrices would be some ten megabytes of path.
 * @param {number} count of tokens
 */
export const isLong = (count) => count > MAX_TOKENS;

/** @param {State} state */
const shapeIn = (state) => shapeOf(state.stage, tokensIn(state).length);

/** @type {readonly import('../../model/parameters.js').Parameter[]} */
export const PIPELINE_PARAMETERS = [
  { key: 'text', type: 'text', default: EXAMPLE_TEXT, ...LONG_TEXT, control: 'text' },
  { key: 'stage', type: 'choice', values: MATRICES, default: 'raw', control: 'none' },
  {
    key: 'row',
    type: 'integer',
    default: 7,
    min: 0,
    max: (state) => shapeIn(state).rows - 1,
    control: 'none',
  },
  {
    key: 'column',
    type: 'integer',
    default: 5,
    min: 0,
    max: (state) => shapeIn(state).columns - 1,
    control: 'none',
  },
  maskParameter,
  { key: 'show', type: 'choice', values: ['all', 'steps'], default: 'all', control: 'segments' },
  { key: 'seed', type: 'integer', default: 7, min: 0, max: 999_999, control: 'seed' },
];
