/** Chapter 5: three heads with a pattern each, or one head that must serve all three. */
import { EXAMPLE_QUERY } from '../model/example.js';
import { measure, percent, score } from '../model/format.js';
import { moveInGrid } from '../model/grid-keys.js';
import { isExample } from '../model/rules.js';
import { FigureElement } from './figure-element.js';
import { headsNumbers, rowsOf } from './heads/numbers.js';
import { headsHeight, headsPicture } from './heads/picture.js';
import { headsStyles } from './heads/styles.js';
import { headsSummary } from './heads/summary.js';
import { flipPair, isPress, lastOf, originOf } from './own-sentence.js';
import { pairsHint, sentenceParameters, sizeOf, wordsOf } from './own-sentence.js';
import { cellSelector } from './walk.js';

/** @typedef {import('./figure-element.js').State} State */

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  ...sentenceParameters,
  { key: 'heads', type: 'choice', values: ['three', 'one'], default: 'three', control: 'segments' },
  {
    key: 'neighbour',
    type: 'choice',
    values: ['next', 'previous'],
    default: 'next',
    control: 'segments',
  },
  {
    key: 'query',
    type: 'integer',
    default: EXAMPLE_QUERY,
    min: 0,
    max: lastOf,
    control: 'none',
  },
  { key: 'seed', type: 'integer', default: 7, min: 0, max: 999_999, control: 'seed' },
  { key: 'dModel', type: 'integer', default: 512, min: 1, max: 65_536, control: 'none' },
  { key: 'nHeads', type: 'integer', default: 8, min: 1, max: 65_536, control: 'none' },
];

export class AttnHeads extends FigureElement {
  static figureName = 'attn-heads';
  static narrowBelow = 740;
  static styles = [...FigureElement.styles, headsStyles];
  static parameters = parameters;

  constructor() {
    super();
    /** @type {string[]} */
    this.tokens = [];
    /** @type {string[]} */
    this.names = [];
    this.column = 0;
    this.computedFor = '';
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const key = JSON.stringify({ ...state, query: 0 });
    if (key !== this.computedFor) {
      Object.assign(this, wordsOf(state));
      this.column = Math.min(this.column, lastOf(state));
      this.all = headsNumbers(engine, state);
      this.computedFor = key;
    }
    return rowsOf(engine, /** @type {any} */ (this.all), state.query);
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return headsPicture(this, results, state, layout);
  }

  /** @param {State} state @param {any} layout */
  pictureHeight(state, layout) {
    // What heads cost, under the drawing.
    return headsHeight(state, layout) + 160;
  }

  /** @param {any} results @param {State} state */
  summary(results, state) {
    return headsSummary(this, results, state);
  }

  /** @param {State} state */
  provenance(state) {
    const scores = this.texts.frame.provenance[originOf(state)];
    return this.plain(this.words.provenance, { seed: state.seed, scores });
  }

  /** @param {any} results */
  tables({ q, heads, concat, output }) {
    const { columns, weightsTable, outputTable } = this.words;
    const query = this.names[q];
    return [
      {
        id: 'weights',
        caption: this.plain(weightsTable, { query }),
        corner: columns.key,
        rowNames: this.names,
        columnNames: heads.map((/** @type {any} */ head) => columns[head.id]),
        data: this.names.flatMap((_, k) => heads.map((/** @type {any} */ head) => head.row[k])),
        format: percent,
      },
      {
        id: 'output',
        caption: this.plain(outputTable, { query }),
        corner: columns.channel,
        rowNames: Array.from(concat, (_, d) => String(d)),
        columnNames: [columns.concat, columns.output],
        data: Array.from(concat, (value, d) => [value, output[d]]).flat(),
        format: score,
      },
    ];
  }

  /** @param {any} results */
  valuesOf({ heads }) {
    const [a, b, c, mean] = heads;
    return {
      ...(isExample(this.tokens) && {
        'weight-ball-a': percent(a.row[5]),
        'weight-was-b': percent(b.row[8]),
        'weight-ball-c': percent(c.row[5]),
        'weight-ball-mean': percent(mean.row[5]),
      }),
      'entropy-a': measure(a.entropy),
      'entropy-b': measure(b.entropy),
      'entropy-c': measure(c.entropy),
      'entropy-mean': measure(mean.entropy),
    };
  }

  /** @param {string} key */
  isDisabled(key) {
    return key === 'rule' && this.state.scores !== '';
  }

  extraControls() {
    return pairsHint(this);
  }

  // ---- what the picture's parts do -----------------------------------------------------------

  /** @param {KeyboardEvent} event */
  stripKey(event) {
    const to = moveInGrid(event, { row: 0, column: this.state.query }, 1, sizeOf(this.state));
    if (!to) return;
    event.preventDefault();
    this.change({ query: to.column });
    this.focusNext(`[data-strip="${to.column}"]`);
  }

  /** @param {number} row @param {number} column */
  chooseCell(row, column) {
    this.column = column;
    this.change({ query: row });
  }

  /** By a click, which in head A sets a pair too. @param {string} id @param {number} row @param {number} column */
  clickCell(id, row, column) {
    this.chooseCell(row, column);
    if (id === 'a') flipPair(this, row, column);
  }

  /** @param {KeyboardEvent} event @param {string} id */
  cellKey(event, id) {
    const at = { row: this.state.query, column: this.column };
    const count = sizeOf(this.state);
    const to = moveInGrid(event, at, count, count);
    if (isPress(event)) this.clickCell(id, at.row, at.column);
    else if (to) this.chooseCell(to.row, to.column);
    else return;
    event.preventDefault();
    this.focusNext(cellSelector(id, this.state.query, this.column));
  }
}
