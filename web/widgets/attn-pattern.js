/** Chapter 2: one row of the weight matrix as arcs, bars and numbers; masks and their wrong way. */
import { html } from 'lit';
import { EXAMPLE_QUERY } from '../model/example.js';
import { measure, percent, score } from '../model/format.js';
import { moveInGrid } from '../model/grid-keys.js';
import { MAX_TOKENS, tokensOf } from '../model/tokens.js';
import { FigureElement } from './figure-element.js';
import { flipPair, isPress, lastOf, originOf } from './own-sentence.js';
import { maskParameter, pairsHint, sentenceParameters, sizeOf, wordsOf } from './own-sentence.js';
import { isMasking, patternNumbers, rowOf } from './pattern/numbers.js';
import { patternHeight, patternPicture } from './pattern/picture.js';
import { patternSummary } from './pattern/summary.js';
import { cellSelector } from './walk.js';

/** @typedef {import('./figure-element.js').State} State */

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  ...sentenceParameters,
  { key: 'query', type: 'integer', default: EXAMPLE_QUERY, min: 0, max: lastOf, control: 'none' },
  maskParameter,
  { key: 'zeroAfter', type: 'boolean', default: false, control: 'switch' },
  {
    key: 'hide',
    type: 'list',
    whole: true,
    default: [],
    min: 0,
    max: lastOf,
    maxLength: MAX_TOKENS,
  },
];

export class AttnPattern extends FigureElement {
  static figureName = 'attn-pattern';
  static parameters = parameters;

  constructor() {
    super();
    /** @type {string[]} */
    this.tokens = [];
    /** @type {string[]} */
    this.names = [];
    this.computedFor = '';
    /** The query under the mouse, shown while it stays there. @type {number | null} */
    this.hovered = null;
    /** The bar and the matrix column that take the tab. */
    this.barStop = EXAMPLE_QUERY;
    this.column = 0;
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const key = JSON.stringify({ ...state, query: 0 });
    if (key !== this.computedFor) {
      Object.assign(this, wordsOf(state));
      this.all = patternNumbers(engine, state);
      this.computedFor = key;
      this.barStop = Math.min(this.barStop, lastOf(state));
      this.column = Math.min(this.column, lastOf(state));
    }
    const q = Math.min(this.hovered ?? state.query, lastOf(state));
    return rowOf(/** @type {any} */ (this.all), q);
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return patternPicture(this, results, state, layout);
  }

  /** @param {State} state @param {any} layout */
  pictureHeight(state, layout) {
    return patternHeight(sizeOf(state), layout);
  }

  /** @param {any} results @param {State} _state */
  summary(results, _state) {
    return patternSummary(this, results);
  }

  /** @param {State} state */
  provenance(state) {
    return this.texts.frame.provenance[originOf(state)];
  }

  /** @param {any} results */
  tables(results) {
    const { q, row } = results;
    const { columns, tableCaption } = this.words;
    const data = this.names.flatMap((_, k) => [row.scores[k], row.maskedScores[k], row.weights[k]]);
    return [
      {
        id: 'row',
        caption: this.plain(tableCaption, { query: this.names[q] }),
        corner: columns.key,
        rowNames: this.names,
        columnNames: [columns.score, columns.masked, columns.weight],
        data,
        format: (/** @type {number} */ value, /** @type {number} */ column) =>
          column === 2 ? percent(value) : score(value),
      },
    ];
  }

  /** @param {any} results */
  valuesOf({ q, row }) {
    const weights = this.names.map((name, k) => [
      `weight-${name.replace(/ \((\d+)\)/, '-$1')}`,
      percent(row.weights[k]),
    ]);
    return {
      query: this.tokens[q],
      ...Object.fromEntries(weights),
      entropy: measure(row.entropy),
      'entropy-bits': measure(row.bits),
      'row-sum': measure(row.sum),
    };
  }

  /** @param {string} key */
  isDisabled(key) {
    if (key === 'rule') return this.state.scores !== '';
    return key === 'zeroAfter' && !isMasking(this.state);
  }

  extraControls() {
    const { words, state } = this;
    const all = tokensOf(state.text).map((_, k) => k);
    const allHidden = state.hide.length === all.length;
    const flip = () => this.change({ hide: allHidden ? [] : all });
    return html`<button type="button" class="small" data-action="hide-all" @click=${flip}>
        ${allHidden ? words.showAll : words.hideAll}</button
      >${pairsHint(this)}`;
  }

  // ---- what the picture's parts do -----------------------------------------------------------

  /** @param {number} query */
  choose(query) {
    this.hovered = null;
    this.change({ query });
  }

  /** @param {number | null} query */
  hover(query) {
    if (query === this.hovered || this.isLocked('query')) return;
    this.hovered = query;
    this.requestUpdate();
  }

  /** @param {number} k hide a key from the softmax, or bring it back */
  toggleKey(k) {
    const { hide } = this.state;
    const next = hide.includes(k)
      ? hide.filter((/** @type {number} */ other) => other !== k)
      : [...hide, k].sort((a, b) => a - b);
    this.barStop = k;
    this.change({ hide: next });
  }

  /** @param {KeyboardEvent} event @param {boolean} isColumn */
  stripKey(event, isColumn) {
    const count = this.names.length;
    const from = isColumn
      ? { row: this.state.query, column: 0 }
      : { row: 0, column: this.state.query };
    const to = moveInGrid(event, from, isColumn ? count : 1, isColumn ? 1 : count);
    if (!to) return;
    event.preventDefault();
    const query = isColumn ? to.row : to.column;
    this.choose(query);
    this.focusNext(`[data-strip="${query}"]`);
  }

  /** @param {KeyboardEvent} event @param {boolean} isColumn */
  barKey(event, isColumn) {
    if (isPress(event)) {
      event.preventDefault();
      this.toggleKey(this.barStop);
      return;
    }
    const count = this.names.length;
    const from = isColumn ? { row: this.barStop, column: 0 } : { row: 0, column: this.barStop };
    const to = moveInGrid(event, from, isColumn ? count : 1, isColumn ? 1 : count);
    if (!to) return;
    event.preventDefault();
    this.barStop = isColumn ? to.row : to.column;
    this.focusNext(`[data-bar="${this.barStop}"]`);
  }

  /** @param {number} row @param {number} column */
  chooseCell(row, column) {
    this.column = column;
    this.choose(row);
  }

  /** By a click, which sets a pair too. @param {number} row @param {number} column */
  clickCell(row, column) {
    this.chooseCell(row, column);
    flipPair(this, row, column);
  }

  /** @param {KeyboardEvent} event */
  cellKey(event) {
    const from = { row: this.state.query, column: this.column };
    const count = this.names.length;
    const to = moveInGrid(event, from, count, count);
    if (isPress(event)) flipPair(this, from.row, from.column);
    else if (to) this.chooseCell(to.row, to.column);
    else return;
    event.preventDefault();
    this.focusNext(cellSelector('weights', this.state.query, this.column));
  }
}
