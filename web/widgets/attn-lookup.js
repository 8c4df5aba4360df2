/** Chapter 1: a hard lookup beside a soft one, and how either answers a small move of the query. */
import { css, html } from 'lit';
import { fill } from '../model/fill.js';
import { fixed, percent, score } from '../model/format.js';
import { FigureElement } from './figure-element.js';
import { DIRECTIONS, EXTENT, KEYS, VALUES, lookUp } from './lookup/numbers.js';
import { gradientText, lookupHeight, lookupPicture } from './lookup/picture.js';
import { listField } from './planes/fields.js';
import { planeStyles } from './planes/styles.js';

/** @typedef {import('./figure-element.js').State} State */

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  {
    key: 'query',
    type: 'list',
    default: [1.2, 0.9],
    min: -EXTENT,
    max: EXTENT,
    minLength: 2,
    maxLength: 2,
    control: 'none',
  },
  { key: 'cut', type: 'choice', values: ['x', 'y'], default: 'x', control: 'segments' },
];

export class AttnLookup extends FigureElement {
  static figureName = 'attn-lookup';
  static narrowBelow = 730;
  static parameters = parameters;
  static styles = [
    ...super.styles,
    planeStyles,
    css`
      .narrow .summary {
        min-height: 11.2em;
      }
    `,
  ];

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    return lookUp(engine, state.query, state.cut);
  }

  /** @param {any} results @param {State} _state @param {any} layout */
  picture(results, _state, layout) {
    return lookupPicture(this, results, layout);
  }

  /** @param {State} _state @param {any} layout */
  pictureHeight(_state, layout) {
    return lookupHeight(layout);
  }

  /** @param {State} _state */
  provenance(_state) {
    return this.words.provenance;
  }

  extraControls() {
    const { words } = this;
    const field = (/** @type {number} */ index) =>
      listField(this, {
        key: 'query',
        index,
        label: words.axes[index],
        name: words.fields[index],
        field: `query-${index}`,
      });
    return html`<fieldset class="point-fields" data-control="query">
      <legend class="c-query">${words.queryName}</legend>
      ${field(0)} ${field(1)}
    </fieldset>`;
  }

  /** @param {any} results */
  summary(results) {
    const { words } = this;
    const names = results.best.map((/** @type {number} */ k) => words.directions[DIRECTIONS[k]]);
    const isTie = names.length > 1;
    return [
      ...fill(isTie ? words.summaryTie : words.summaryHard, {
        best: this.mark(names.join(words.and), 'key'),
        hard: this.mark(fixed(results.hard, 0), 'output'),
      }),
      ...fill(words.summarySoft, {
        ...Object.fromEntries(
          DIRECTIONS.map((name, k) => [name, this.mark(percent(results.weights[k]))]),
        ),
        soft: this.mark(score(results.soft), 'output'),
      }),
      ...fill(isTie ? words.summaryGradientTie : words.summaryGradient, {
        hard: gradientText(this, results, 'hard'),
        soft: this.mark(gradientText(this, results, 'soft')),
      }),
    ];
  }

  /** @param {any} results */
  tables(results) {
    const { words } = this;
    const { scores, weights, gradHard, gradSoft } = results;
    const names = DIRECTIONS.map((name) => words.directions[name]);
    return [
      {
        id: 'keys',
        caption: words.tableKeys,
        corner: this.texts.words.key,
        rowNames: names,
        columnNames: words.keyColumns,
        data: names.flatMap((_, k) => [
          KEYS[2 * k],
          KEYS[2 * k + 1],
          VALUES[k],
          scores[k],
          weights[k],
        ]),
        format: (/** @type {number} */ value, /** @type {number} */ column) =>
          column === 4
            ? percent(value)
            : column === 3
              ? score(value)
              : String(value).replace('-', '\u2212'),
      },
      {
        id: 'results',
        caption: words.tableResults,
        corner: words.lookup,
        rowNames: [words.hardShort, words.softShort],
        columnNames: words.resultColumns,
        data: [results.hard, gradHard[0], gradHard[1], results.soft, gradSoft[0], gradSoft[1]],
        format: score,
      },
    ];
  }

  /** @param {any} results */
  valuesOf(results) {
    return {
      hard: fixed(results.hard, 0),
      soft: score(results.soft),
      ...Object.fromEntries(
        DIRECTIONS.map((name, k) => [`weight-${name}`, percent(results.weights[k])]),
      ),
      'gradient-hard': gradientText(this, results, 'hard'),
      'gradient-soft': gradientText(this, results, 'soft'),
    };
  }
}
