/** The reader's own sentence, and for figures that need them a score for each pair of its tokens. */
import { html, nothing } from 'lit';
import { distinctNames } from '../model/example.js';
import { RULES, isExample, togglePair } from '../model/rules.js';
import { EXAMPLE_TEXT, MAX_TOKENS, TEXT_MAX_LENGTH } from '../model/tokens.js';
import { shortened, tokensOf, visible } from '../model/tokens.js';

/** @typedef {import('../model/parameters.js').State} State */
/** @typedef {import('../model/parameters.js').Parameter} Parameter */

/** Up to so many tokens a matrix is a grid of cells with numbers; beyond it is a heat map. */
export const FEW = 16;

/** @param {State} state */
export const sizeOf = ({ text }) => tokensOf(text).length;

/** The last position, as a bound. @param {State} state */
export const lastOf = (state) => sizeOf(state) - 1;

/** The sentence. @type {Parameter} */
export const textParameter = {
  key: 'text',
  type: 'text',
  default: EXAMPLE_TEXT,
  maxLength: TEXT_MAX_LENGTH,
  maxTokens: MAX_TOKENS,
  control: 'text',
};

/** Whether each token sees those behind it. @type {Parameter} */
export const maskParameter = {
  key: 'mask',
  type: 'choice',
  values: ['none', 'causal'],
  default: 'none',
  control: 'segments',
  term: 'mask',
};

/** @type {readonly Parameter[]} */
export const sentenceParameters = [
  textParameter,
  {
    key: 'rule',
    type: 'choice',
    values: ['example', ...RULES, 'pairs'],
    default: 'example',
    control: 'select',
  },
  {
    key: 'pairs',
    type: 'list',
    whole: true,
    default: [],
    min: 0,
    max: lastOf,
    maxLength: 2 * MAX_TOKENS,
    group: 2,
  },
  { key: 'scores', type: 'text', default: '', maxLength: 10_000, matrixSize: sizeOf },
];

/**
 * The tokens as they are shown, and as they are told apart in words.
 * @param {State} state
 */
export function wordsOf({ text }) {
  // Figures ask several times a render.
  if (text !== last.of) {
    const tokens = tokensOf(text).map(visible);
    const names = distinctNames(tokens.map((token) => shortened(token)));
    last = { of: text, words: { tokens, names } };
  }
  return last.words;
}

/** @type {{ of: string | null, words: { tokens: string[], names: string[] } }} */
let last = { of: null, words: { tokens: [], names: [] } };

/** Where the scores come from: a key of the texts. @param {State} state */
export function originOf({ text, rule, scores }) {
  if (scores) return 'given';
  if (rule === 'pairs') return 'yours';
  return rule === 'example' && isExample(tokensOf(text)) ? 'handMade' : 'byRule';
}

/**
 * Set or take away the pair of a cell, if pairs make the scores and there is room for it.
 * @param {import('./figure-element.js').FigureElement} figure @param {number} q @param {number} k
 */
export function flipPair(figure, q, k) {
  const { rule, scores } = figure.state;
  if (rule === 'pairs' && !scores) figure.change({ pairs: togglePair(figure.state.pairs, q, k) });
}

/** @param {KeyboardEvent} event */
export const isPress = (event) => event.key === ' ' || event.key === 'Enter';

/** How pairs are set, while they make the scores. @param {import('./figure-element.js').FigureElement} figure */
export const pairsHint = ({ state, texts }) =>
  originOf(state) === 'yours' ? html`<span class="hint">${texts.frame.pairsHint}</span>` : nothing;

/**
 * As much of a list as a sentence can say.
 * @template T
 * @param {readonly T[]} list
 * @returns {(T | '…')[]}
 */
export const few = (list) => (list.length > 12 ? [...list.slice(0, 8), '…'] : [...list]);
