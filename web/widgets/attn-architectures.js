/** Chapter 8: the encoder–decoder and the decoder-only machine, each of their attentions open. */
import { distinctNames } from '../model/example.js';
import { fill } from '../model/fill.js';
import { percent } from '../model/format.js';
import { moveInGrid } from '../model/grid-keys.js';
import { architecturesHeight, architecturesPicture, facts } from './architectures/picture.js';
import { ATTENTIONS, N_HEADS, N_LAYERS, TOKENS, isCausal, runMachines } from './architectures/machines.js'; // prettier-ignore
import { FigureElement } from './figure-element.js';

/** @typedef {import('./figure-element.js').State} State */
/** @typedef {import('./architectures/machines.js').AttentionId} AttentionId */

/** @param {State} state */
const tokensIn = (state) => TOKENS[/** @type {AttentionId} */ (state.attention)];

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  { key: 'attention', type: 'choice', values: ATTENTIONS, default: 'cross', control: 'none' },
  { key: 'block', type: 'choice', values: ['1', '2'], default: '1', control: 'segments' },
  { key: 'head', type: 'choice', values: ['0', '1'], default: '0', control: 'segments' },
  { key: 'seed', type: 'integer', default: 7, min: 0, max: 999_999, control: 'seed' },
  {
    key: 'row',
    type: 'integer',
    default: 5,
    min: 0,
    max: (state) => tokensIn(state).queries.length - 1,
    control: 'none',
  },
  {
    key: 'column',
    type: 'integer',
    default: 5,
    min: 0,
    max: (state) => tokensIn(state).keys.length - 1,
    control: 'none',
  },
];

export class AttnArchitectures extends FigureElement {
  static figureName = 'attn-architectures';
  static parameters = parameters;

  constructor() {
    super();
    this.seedRun = -1;
    /** @type {{ key: string, data: Float32Array }} */
    this.kept = { key: '', data: new Float32Array() };
  }

  /** @param {AttentionId} id */
  namesOf(id) {
    const { queries, keys } = TOKENS[id];
    return { queries: distinctNames(queries), keys: distinctNames(keys) };
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const { seed, attention, block, head, row, column } = state;
    if (seed !== this.seedRun) {
      this.weights = runMachines(engine, seed);
      this.seedRun = seed;
    }
    const { queries, keys } = tokensIn(state);
    const size = queries.length * keys.length;
    const all = /** @type {any} */ (this.weights)[attention][Number(block) - 1];
    const key = `${seed} ${attention} ${block} ${head}`;
    if (key !== this.kept.key) {
      this.kept = { key, data: all.subarray(Number(head) * size, (Number(head) + 1) * size) };
    }
    const { data } = this.kept;
    const isMasked = isCausal(attention) ? (/** @type {number} */ q, /** @type {number} */ k) => k > q : null; // prettier-ignore
    const weight = data[row * keys.length + column];
    const cell = { row, column };
    return {
      shown: { data, rows: queries.length, columns: keys.length },
      cell,
      weight,
      isMasked,
      cellName: this.cellName(cell, weight, isMasked?.(row, column) ?? false),
    };
  }

  /** @param {{ row: number, column: number }} cell @param {number} weight @param {boolean} isMasked */
  cellName({ row, column }, weight, isMasked) {
    const { queries, keys } = this.namesOf(this.state.attention);
    const shown = isMasked ? this.texts.words.masked : percent(weight);
    return this.plain(this.words.cellName, { query: queries[row], key: keys[column], shown });
  }

  /** @param {any} results @param {State} _state @param {any} layout @returns {unknown} */
  picture(results, _state, layout) {
    return architecturesPicture(this, results, layout);
  }

  /** @param {State} _state @param {any} layout */
  pictureHeight(_state, layout) {
    return architecturesHeight(layout);
  }

  /** @param {any} results */
  summary({ cellName }) {
    const { words, state } = this;
    return fill(words.summary, {
      name: this.mark(words.names[state.attention]),
      what: words.what[state.attention],
      cell: cellName,
    });
  }

  /** @param {any} results */
  tables({ shown }) {
    const { attention } = this.state;
    const { queries, keys } = this.namesOf(attention);
    return [
      {
        id: 'weights',
        caption: this.words.names[attention],
        corner: this.texts.words.query,
        rowNames: queries,
        columnNames: keys,
        data: shown.data,
        format: percent,
      },
    ];
  }

  /** @param {any} results @param {State} state */
  valuesOf({ shown, weight }, { attention }) {
    const [[, query], [, key], [, mask]] = facts(this);
    return {
      attention: this.words.names[attention],
      shape: `${shown.rows} × ${shown.columns}`,
      mask,
      'queries-from': query,
      'keys-from': key,
      weight: percent(weight),
      blocks: String(N_LAYERS),
      heads: String(N_HEADS),
    };
  }

  /** @param {State} state */
  provenance(state) {
    return this.plain(this.texts.frame.provenance.random, { seed: state.seed });
  }

  // ---- what the picture's parts do -----------------------------------------------------------

  /** @param {AttentionId} attention */
  select(attention) {
    const { queries, keys } = TOKENS[attention];
    this.change({
      attention,
      row: Math.min(this.state.row, queries.length - 1),
      column: Math.min(this.state.column, keys.length - 1),
    });
  }

  /** @param {KeyboardEvent} event */
  attentionKey(event) {
    const at = ATTENTIONS.indexOf(this.state.attention);
    const to = moveInGrid(event, { row: 0, column: at }, 1, ATTENTIONS.length);
    if (!to) return;
    event.preventDefault();
    this.select(ATTENTIONS[to.column]);
    this.focusNext(`[data-attention="${ATTENTIONS[to.column]}"]`);
  }
}
