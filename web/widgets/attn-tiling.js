/** Chapter 9: the softmax and its blend tile by tile, without ever holding a whole row. */
import { html } from 'lit';
import { EXAMPLE_QUERY } from '../model/example.js';
import { fill } from '../model/fill.js';
import { count, fixed, measure, score, significant } from '../model/format.js';
import { moveInGrid } from '../model/grid-keys.js';
import { RULES, isExample } from '../model/rules.js';
import { tokensOf } from '../model/tokens.js';
import { FigureElement } from './figure-element.js';
import { kept } from './still.js';
import { lastOf, sizeOf, textParameter, wordsOf } from './own-sentence.js';
import { CHANNELS, byHand, largeCost, rowInTile, tilingNumbers } from './tiling/numbers.js';
import { tilingHeight, tilingPicture } from './tiling/picture.js';
import { tilingStyles } from './tiling/styles.js';

/** @typedef {import('./figure-element.js').State} State */

const lastTile = (/** @type {State} */ state) => Math.ceil(sizeOf(state) / state.tileK) - 1;

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  textParameter,
  {
    key: 'rule',
    type: 'choice',
    values: ['example', ...RULES],
    default: 'example',
    control: 'select',
  },
  { key: 'tileQ', type: 'integer', default: 5, min: 1, max: sizeOf, control: 'range' },
  { key: 'tileK', type: 'integer', default: 5, min: 1, max: sizeOf, control: 'range' },
  { key: 'causal', type: 'boolean', default: false, control: 'switch' },
  {
    key: 'query',
    type: 'integer',
    default: EXAMPLE_QUERY,
    min: 0,
    max: lastOf,
    control: 'none',
  },
  { key: 'tile', type: 'integer', default: 1, min: 0, max: lastTile, control: 'none' },
  { key: 'seed', type: 'integer', default: 7, min: 0, max: 999_999, control: 'seed' },
  { key: 'countTokens', type: 'integer', default: 4096, min: 1, max: 4096, control: 'none' },
];

export class AttnTiling extends FigureElement {
  static figureName = 'attn-tiling';
  static narrowBelow = 790;
  static styles = [...FigureElement.styles, tilingStyles];
  static parameters = parameters;

  constructor() {
    super();
    /** @type {string[]} */
    this.tokens = [];
    /** @type {string[]} */
    this.names = [];
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const tokens = tokensOf(state.text);
    const n = tokens.length;
    const { query } = state;
    const key = JSON.stringify({ ...state, query: 0, tile: 0, countTokens: 0 });
    const all = kept(this, `all ${key}`, () => {
      Object.assign(this, wordsOf(state));
      return tilingNumbers(engine, tokens, state);
    });
    const { countTokens, causal } = state;
    const large = kept(this, `large ${countTokens} ${causal}`, () => largeCost(engine, state));
    const row = rowInTile(all, state);
    const { weights } = all.plain.trace;
    const mine = weights.subarray(query * n, (query + 1) * n);
    const best = mine.indexOf(
      mine.reduce((/** @type {number} */ a, /** @type {number} */ b) => (b > a ? b : a)),
    );
    return {
      ...all,
      costs: [all.cost, large],
      n,
      q: query,
      row,
      best,
      hand: byHand(engine, row),
    };
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return tilingPicture(this, results, state, layout);
  }

  /** @param {State} state @param {any} layout */
  pictureHeight(state, layout) {
    // The sums and the counts under the drawing.
    const under = layout.width < 660 ? 1260 : layout.narrow ? 1060 : 640;
    return tilingHeight(sizeOf(state), layout) + under;
  }

  /** @param {any} results @param {State} state */
  summary({ row, difference, tiled, costs }, { query, tileQ, tileK }) {
    const { words } = this;
    const places = {
      query: this.mark(this.names[query], 'query'),
      max: this.mark(score(row.maxAfter)),
      before: score(row.maxBefore),
      sum: this.mark(measure(row.sumAfter)),
      factor: this.mark(fixed(row.factor, 4)),
      tiles: tiled.tileCols,
      difference: this.mark(significant(difference)),
      sizes: `${tileQ} × ${tileK}`,
      skipped: costs[0].tiled.skipped,
    };
    return [
      fill(words[caseOf(row)], places),
      fill(words.summaryEnd, places),
      places.skipped > 0 ? fill(words.summarySkipped, places) : '',
    ];
  }

  /** @param {State} state */
  provenance(state) {
    const { provenance, byRule } = this.words;
    const isHandMade = isExample(tokensOf(state.text)) && state.rule === 'example';
    return this.plain(isHandMade ? provenance : byRule, { seed: state.seed });
  }

  /** @param {any} results */
  tables({ row, tiled, plain, q }) {
    const { words } = this;
    const { firstKey, keys } = row.step;
    const channels = Array.from({ length: CHANNELS }, (_, d) => d);
    const isSkipped = row.scores.length === 0;
    return [
      {
        id: 'tile',
        caption: this.plain(words.tileTable, { query: this.names[q] }),
        corner: this.texts.words.key,
        rowNames: isSkipped ? [] : this.names.slice(firstKey, firstKey + keys),
        columnNames: [
          ...words.tileColumns,
          ...channels.map((d) => `${this.texts.words.value} ${d}`),
        ],
        data: Array.from(row.scores, (s, k) => [
          s,
          row.exponentials[k],
          ...channels.map((d) => row.values[k * CHANNELS + d]),
        ]).flat(),
        format: (/** @type {number} */ value, /** @type {number} */ column) =>
          fixed(value, column === 1 ? 4 : column === 0 ? 2 : 1),
      },
      {
        id: 'output',
        caption: words.outputTable,
        corner: this.texts.words.query,
        rowNames: this.names,
        columnNames: [words.tiled, words.plain].flatMap((name) =>
          channels.map((d) => `${name} ${d}`),
        ),
        data: this.names.flatMap((_, i) =>
          [tiled.output, plain.output].flatMap((all) => [
            ...all.subarray(i * CHANNELS, (i + 1) * CHANNELS),
          ]),
        ),
        format: measure,
      },
    ];
  }

  /** @param {any} results */
  valuesOf({ row, difference, costs }) {
    const [{ plain, tiled }] = costs;
    return {
      'row-max': score(row.maxAfter),
      'row-sum': measure(row.sumAfter),
      factor: fixed(row.factor, 4),
      'max-difference': significant(difference),
      'plain-traffic': count(plain.read + plain.written),
      'tiled-traffic': count(tiled.read + tiled.written),
    };
  }

  /** Back and forth through the tiles. @param {any} results */
  steps({ tiled, row: { index } }) {
    const { words } = this;
    const total = tiled.steps.length;
    const button = (
      /** @type {number} */ by,
      /** @type {string} */ name,
      /** @type {string} */ text,
    ) =>
      html`<button
        type="button"
        class="small"
        data-action=${name}
        ?disabled=${index + by < 0 || index + by >= total}
        @click=${() => this.go(index + by)}
      >
        ${text}
      </button>`;
    return html`<div class="field steps">
      ${button(-1, 'back', words.back)} ${button(1, 'next', words.next)}
      <output data-part="step">${this.plain(words.step, { step: index + 1, count: total })}</output>
    </div>`;
  }

  // ---- what the picture's parts do -----------------------------------------------------------

  /** To a tile by its number, in the order of the loops; the row stays at its place in the tile. */
  /** @param {number} index */
  go(index) {
    const { tiled, row } = this.results;
    const to = tiled.steps[index];
    const offset = Math.min(this.state.query - row.step.firstQuery, to.queries - 1);
    this.change({ query: to.firstQuery + offset, tile: to.tileCol });
  }

  /** @param {number} query @param {number} [tile] */
  choose(query, tile = this.state.tile) {
    this.change({ query, tile });
  }

  /** @param {{ row: number, column: number }} cell */
  chooseAt({ row, column }) {
    this.choose(row, Math.floor(column / this.state.tileK));
  }

  /** @param {KeyboardEvent} event */
  stripKey(event) {
    const { query, tile } = this.state;
    const to = moveInGrid(
      event,
      { row: query, column: tile },
      sizeOf(this.state),
      lastTile(this.state) + 1,
    );
    if (!to) return;
    event.preventDefault();
    this.choose(to.row, to.column);
    this.focusNext(`[data-strip="${to.row}"]`);
  }
}

/** Which sentence tells what the tile did to the row. @param {any} row */
function caseOf({ step, maxBefore, maxAfter }) {
  if (step.state !== 'computed') return 'summarySkip';
  if (maxBefore === -Infinity) return 'summaryFirst';
  return maxAfter > maxBefore ? 'summaryNewMax' : 'summaryOldMax';
}
