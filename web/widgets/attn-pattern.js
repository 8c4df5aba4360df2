/** Chapter 2: one row of the weight matrix as arcs, bars and numbers; masks and their wrong way. */
import { html } from 'lit';
import { EXAMPLE_QUERY, EXAMPLE_TOKENS, distinctNames, exampleScores } from '../model/example.js';
import { measure, percent, score } from '../model/format.js';
import { moveInGrid } from '../model/grid-keys.js';
import { FigureElement } from './figure-element.js';
import { patternHeight, patternPicture } from './pattern/picture.js';
import { patternSummary } from './pattern/summary.js';

/** @typedef {import('./figure-element.js').State} State */

const tokens = EXAMPLE_TOKENS;
const count = tokens.length;
const last = count - 1;

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  { key: 'query', type: 'integer', default: EXAMPLE_QUERY, min: 0, max: last, control: 'none' },
  { key: 'mask', type: 'choice', values: ['none', 'causal'], default: 'none', control: 'segments' },
  { key: 'zeroAfter', type: 'boolean', default: false, control: 'switch' },
  { key: 'hide', type: 'list', whole: true, default: [], min: 0, max: last, maxLength: count },
];

export class AttnPattern extends FigureElement {
  static figureName = 'attn-pattern';
  static parameters = parameters;

  constructor() {
    super();
    this.tokens = tokens;
    this.names = distinctNames(tokens);
    /** The query under the mouse, shown while it stays there. @type {number | null} */
    this.hovered = null;
    /** The bar and the matrix column that take the tab. */
    this.barStop = EXAMPLE_QUERY;
    this.column = 0;
  }

  /** @param {State} state */
  isMasking(state) {
    return state.mask === 'causal' || state.hide.length > 0;
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const shape = { rows: count, cols: count };
    const masks = maskOptions(state);
    const scores = exampleScores();
    const free = engine.softmax({ scores, ...shape });
    const right = engine.softmax({ scores, ...shape, ...masks });
    const even = engine.softmax({ scores: new Float32Array(count * count), ...shape, ...masks });
    const isWrong = state.zeroAfter && this.isMasking(state);
    const weights = isWrong
      ? engine.zeroAfterSoftmax({ weights: free.weights, ...shape, ...masks }).weights
      : right.weights;
    const { rowSum } = engine.zeroAfterSoftmax({ weights, ...shape });
    return this.rowOf({ scores, free, right, even, weights, rowSum, isWrong }, state);
  }

  /** The whole matrix, and the row of the chosen query. @param {any} all @param {State} state */
  rowOf(all, state) {
    const q = this.hovered ?? state.query;
    const part = (/** @type {Float32Array} */ data) => data.subarray(q * count, (q + 1) * count);
    const maskedScores = part(all.right.masked);
    return {
      ...all,
      q,
      row: {
        scores: part(all.scores),
        maskedScores,
        before: part(all.free.weights),
        weights: part(all.weights),
        isMasked: (/** @type {number} */ k) => maskedScores[k] === -Infinity,
        sum: all.rowSum[q],
        entropy: all.right.entropy[q],
        bits: all.right.entropyBits[q],
        most: all.even.entropy[q],
      },
      isMaskedCell: (/** @type {number} */ row, /** @type {number} */ k) =>
        all.right.masked[row * count + k] === -Infinity,
    };
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return patternPicture(this, results, state, layout);
  }

  /** @param {State} _state @param {any} layout */
  pictureHeight(_state, layout) {
    return patternHeight(count, layout);
  }

  /** @param {any} results @param {State} _state */
  summary(results, _state) {
    return patternSummary(this, results);
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
      query: tokens[q],
      ...Object.fromEntries(weights),
      entropy: measure(row.entropy),
      'entropy-bits': measure(row.bits),
      'row-sum': measure(row.sum),
    };
  }

  /** @param {string} key */
  isDisabled(key) {
    return key === 'zeroAfter' && !this.isMasking(this.state);
  }

  extraControls() {
    const allHidden = this.state.hide.length === count;
    const flip = () => this.change({ hide: allHidden ? [] : tokens.map((_, k) => k) });
    return html`<button type="button" class="small" data-action="hide-all" @click=${flip}>
      ${allHidden ? this.words.showAll : this.words.hideAll}
    </button>`;
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
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      this.toggleKey(this.barStop);
      return;
    }
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

  /** @param {KeyboardEvent} event */
  cellKey(event) {
    const from = { row: this.state.query, column: this.column };
    const to = moveInGrid(event, from, count, count);
    if (!to) return;
    event.preventDefault();
    this.chooseCell(to.row, to.column);
    this.focusNext(`[data-cell="weights:${to.row}:${to.column}"]`);
  }
}

/** @param {State} state @returns {object} mask options of the engine */
function maskOptions(state) {
  const allow = new Uint8Array(count * count).fill(1);
  for (let q = 0; q < count; q++) for (const k of state.hide) allow[q * count + k] = 0;
  return { causal: state.mask === 'causal', align: 'top-left', allow };
}
