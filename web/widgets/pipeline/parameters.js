/** What a reader can set in attn-pipeline. */
import { EXAMPLE_TEXT, TEXT_MAX_LENGTH, tokensOf } from '../../model/tokens.js';
import { MATRICES, shapeOf } from './stages.js';

/** @typedef {import('../figure-element.js').State} State */

/** @param {State} state */
const shapeIn = (state) => shapeOf(state.stage, tokensOf(state.text).length);

/** @type {readonly import('../../model/parameters.js').Parameter[]} */
export const PIPELINE_PARAMETERS = [
  { key: 'text', type: 'text', default: EXAMPLE_TEXT, maxLength: TEXT_MAX_LENGTH, control: 'text' },
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
  { key: 'mask', type: 'choice', values: ['none', 'causal'], default: 'none', control: 'segments' },
  { key: 'show', type: 'choice', values: ['all', 'steps'], default: 'all', control: 'segments' },
  { key: 'seed', type: 'integer', default: 7, min: 0, max: 999_999, control: 'seed' },
];
