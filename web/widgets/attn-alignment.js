/** Chapter 4: a query and its keys as arrows; a weight is an alignment, and keys compete. */
import { css } from 'lit';
import { fixed, percent, score } from '../model/format.js';
import { alignmentControls } from './alignment/controls.js';
import { align, valuesFor } from './alignment/numbers.js';
import { alignmentHeight, alignmentPicture } from './alignment/picture.js';
import {
  EXTENT,
  MOST_KEYS,
  NEW_KEYS,
  START,
  VALUE_LIMIT,
  valueFor,
} from './alignment/situations.js';
import { alignmentSummary } from './alignment/summary.js';
import { FigureElement } from './figure-element.js';
import { planeStyles } from './planes/styles.js';

/** @typedef {import('./figure-element.js').State} State */
/** @typedef {import('./alignment/numbers.js').KeyNumbers} KeyNumbers */

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  {
    key: 'query',
    type: 'list',
    default: START.query,
    min: -EXTENT,
    max: EXTENT,
    minLength: 2,
    maxLength: 2,
    control: 'none',
  },
  {
    key: 'keys',
    type: 'list',
    default: START.keys,
    min: -EXTENT,
    max: EXTENT,
    minLength: 2,
    maxLength: 2 * MOST_KEYS,
    group: 2,
    control: 'none',
  },
  {
    key: 'keyValues',
    type: 'list',
    default: START.keyValues,
    min: -VALUE_LIMIT,
    max: VALUE_LIMIT,
    step: 1,
    maxLength: MOST_KEYS,
    control: 'none',
  },
  {
    key: 'selected',
    type: 'integer',
    default: START.selected,
    min: 0,
    max: (state) => state.keys.length / 2,
    control: 'none',
  },
];

export class AttnAlignment extends FigureElement {
  static figureName = 'attn-alignment';
  static narrowBelow = 800;
  static parameters = parameters;
  static styles = [
    ...super.styles,
    planeStyles,
    css`
      .narrow .summary {
        min-height: 10em;
      }
    `,
  ];

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    return align(engine, state);
  }

  /** @param {any} results @param {State} _state @param {any} layout */
  picture(results, _state, layout) {
    return alignmentPicture(this, results, layout);
  }

  /** @param {State} _state @param {any} layout */
  pictureHeight(_state, layout) {
    return alignmentHeight(layout);
  }

  /** @param {any} results */
  summary(results) {
    return alignmentSummary(this, results);
  }

  /** @param {State} _state */
  provenance(_state) {
    return this.texts.frame.provenance.handPlaced;
  }

  extraControls() {
    return alignmentControls(this);
  }

  /** @param {any} results */
  tables({ keys }) {
    const { words } = this;
    const write = [
      score,
      score,
      String,
      (/** @type {number} */ v) => `${fixed(v, 1)}°`,
      score,
      score,
      score,
      percent,
    ];
    return [
      {
        id: 'keys',
        caption: words.tableLabel,
        corner: this.texts.words.key,
        rowNames: keys.map((/** @type {KeyNumbers} */ _, /** @type {number} */ k) => String(k + 1)),
        columnNames: words.columns,
        data: keys.flatMap((/** @type {KeyNumbers} */ key) => [
          ...key.at, key.value, key.degrees, key.length, key.dot, key.score, key.weight,
        ]), // prettier-ignore
        format: (/** @type {number} */ value, /** @type {number} */ column) => write[column](value),
      },
    ];
  }

  /** @param {any} results */
  valuesOf({ keys, queryLength, output }) {
    const perKey = keys.flatMap((/** @type {KeyNumbers} */ key, /** @type {number} */ k) => [
      [`weight-${k + 1}`, percent(key.weight)],
      [`dot-${k + 1}`, score(key.dot)],
      [`length-${k + 1}`, score(key.length)],
      [`angle-${k + 1}`, `${fixed(key.degrees, 1)}°`],
    ]);
    return {
      output: score(output),
      'query-length': score(queryLength),
      ...Object.fromEntries(perKey),
    };
  }

  // ---- what hands do ---------------------------------------------------------------------------

  /** @param {number} selected 0 is the query */
  choose(selected) {
    if (selected !== this.state.selected) this.change({ selected });
  }

  /** @param {number} k @param {[number, number]} to */
  moveKey(k, to) {
    const keys = [...this.state.keys];
    keys.splice(2 * k, 2, ...to);
    this.change({ keys, selected: k + 1 });
  }

  addKey() {
    const { keys } = this.state;
    const k = keys.length / 2;
    if (k >= MOST_KEYS) return;
    const keyValues = [...valuesFor(this.state), valueFor(k)];
    this.change({ keys: [...keys, ...NEW_KEYS[k]], keyValues, selected: k + 1 });
  }

  /** @param {number} k */
  removeKey(k) {
    const keys = [...this.state.keys];
    const keyValues = valuesFor(this.state);
    if (keyValues.length === 1) return;
    keys.splice(2 * k, 2);
    keyValues.splice(k, 1);
    this.change({ keys, keyValues, selected: Math.min(k + 1, keyValues.length) });
  }
}
