/** Chapter 9: query heads that share keys and values, from MHA over GQA to MQA. */
import { html, nothing } from 'lit';
import { fill } from '../model/fill.js';
import { count, measure, percent } from '../model/format.js';
import { FigureElement } from './figure-element.js';
import { renderControl } from './frame/controls.js';
import { controlContext } from './frame/frame.js';
import { slider } from './frame/slider.js';
import { KV_HEADS, sharingNumbers } from './kv-sharing/numbers.js';
import { sharingHeight, sharingPicture } from './kv-sharing/picture.js';

/** @typedef {import('./figure-element.js').State} State */

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  { key: 'kvHeads', type: 'choice', values: KV_HEADS.map(String), default: '2', control: 'none' },
  { key: 'seed', type: 'integer', default: 7, min: 0, max: 999_999, control: 'none' },
];

export class AttnKvSharing extends FigureElement {
  static figureName = 'attn-kv-sharing';
  static parameters = parameters;

  constructor() {
    super();
    this.computedFor = -1;
    /** The query head under the pointer. @type {number | null} */
    this.lit = null;
    this.hover = (/** @type {number | null} */ head) => {
      this.lit = head;
      this.requestUpdate();
    };
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    if (state.seed !== this.computedFor) {
      this.numbers = sharingNumbers(engine, state.seed);
      this.computedFor = state.seed;
    }
    const kv = Number(state.kvHeads);
    const numbers = /** @type {ReturnType<typeof sharingNumbers>} */ (this.numbers);
    return { ...numbers, kv, way: numbers.ways[KV_HEADS.indexOf(kv)] };
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return sharingPicture(this, results, state, layout);
  }

  /** @param {State} _state @param {any} layout */
  pictureHeight(_state, layout) {
    return sharingHeight(layout);
  }

  /** @param {any} results @param {State} state */
  summary({ way, ways, largest }, state) {
    const { words } = this;
    return [
      `${words.reads[state.kvHeads]} `,
      ...fill(state.kvHeads === '8' ? words.summaryAll : words.summary, {
        heads: state.kvHeads,
        bytes: this.mark(count(way.bytes)),
        all: count(ways[0].bytes),
        share: this.mark(words.shares[state.kvHeads]),
        moved: this.mark(measure(way.moved)),
        largest: measure(largest),
      }),
    ];
  }

  /** @param {State} state */
  provenance({ seed }) {
    return this.plain(this.texts.frame.provenance.random, { seed });
  }

  /** @param {any} results */
  tables({ ways }) {
    const { words } = this;
    return [
      {
        id: 'ways',
        caption: words.table,
        corner: words.kvHeads,
        rowNames: KV_HEADS.map((kv) => words.short[kv]),
        columnNames: words.columns,
        data: ways.flatMap((/** @type {any} */ way) => [
          way.bytes,
          way.bytes / ways[0].bytes,
          way.moved,
        ]),
        format: (/** @type {number} */ value, /** @type {number} */ column) =>
          [count, percent, measure][column](value),
      },
    ];
  }

  /** @param {any} results */
  valuesOf({ way }) {
    return {
      'kv-heads': this.state.kvHeads,
      'cache-bytes': count(way.bytes),
      moved: measure(way.moved),
    };
  }

  /** One slider from MHA over GQA to MQA, whose places are the divisors of the heads. */
  extraControls() {
    const { words, state } = this;
    const context = controlContext(this);
    const said = words.names[state.kvHeads];
    const kvHeads = slider(parameters[0], context, {
      min: 0,
      max: KV_HEADS.length - 1,
      step: 1,
      at: KV_HEADS.indexOf(Number(state.kvHeads)),
      said,
      valueAt: (place) => String(KV_HEADS[place]),
      ends: [html`<span>MHA</span>`, html`<span>MQA</span>`],
      behind: html`<output>${said}</output>`,
    });
    return html`${this.isHidden('kvHeads') ? nothing : kvHeads}
    ${renderControl({ ...parameters[1], control: 'seed' }, context)}`;
  }
}
