/** Chapter 7: the same tokens in two orders, and what their outputs know of it. */
import { html } from 'lit';
import { fill } from '../model/fill.js';
import { score, significant } from '../model/format.js';
import { MAX_TOKENS, tokensOf } from '../model/tokens.js';
import { FigureElement } from './figure-element.js';
import { lastOf, maskParameter, sizeOf, textParameter, wordsOf } from './own-sentence.js';
import { rowHand } from './order/row-hand.js';
import { orderHeight, orderPicture } from './order/picture.js';
import {
  DIM,
  KINDS,
  ROUNDING,
  placesIn,
  seededModel,
  shuffleTest,
  wordVectors,
} from './positions/attend.js';

/** @typedef {import('./figure-element.js').State} State */

const SENTENCE = 'the robot picked up the ball';
/** “the ball picked up the robot”. */
const ORDER = [4, 5, 2, 3, 0, 1];

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  { ...textParameter, default: SENTENCE },
  { key: 'positions', type: 'choice', values: KINDS, default: 'none', control: 'select' },
  maskParameter,
  // An empty list leaves the order to the shuffle's seed.
  {
    key: 'order',
    type: 'list',
    whole: true,
    default: ORDER,
    min: 0,
    max: MAX_TOKENS - 1,
    maxLength: MAX_TOKENS,
  },
  { key: 'shuffle', type: 'integer', default: 1, min: 1, max: 999_999, control: 'seed' },
  { key: 'seed', type: 'integer', default: 7, min: 0, max: 999_999, control: 'seed' },
  {
    key: 'token',
    type: 'integer',
    default: 1,
    min: 0,
    max: lastOf,
    control: 'none',
  },
];

export class AttnOrder extends FigureElement {
  static figureName = 'attn-order';
  static parameters = parameters;

  constructor() {
    super();
    /** Whether the arrow keys move the token instead of choosing another. */
    this.isHeld = false;
    /** The order of the copy. @type {readonly number[]} */
    this.shownOrder = [];
    this.computedFor = '';
    this.hand = rowHand(this);
  }

  get tokens() {
    return wordsOf(this.state).tokens;
  }

  /** The tokens as they are told apart in words. */
  get names() {
    return wordsOf(this.state).names;
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const key = JSON.stringify({ ...state, token: 0 });
    if (key !== this.computedFor) this.test = this.compare(engine, state);
    this.computedFor = key;
    return this.test;
  }

  /** @param {any} engine @param {State} state */
  compare(engine, state) {
    const tokens = tokensOf(state.text);
    const order = isOrder(state.order, tokens.length)
      ? state.order
      : [...engine.shuffle({ seed: state.shuffle, count: tokens.length }).order];
    const model = {
      ...seededModel(engine, state.seed, state.positions),
      isCausal: state.mask === 'causal',
    };
    const test = shuffleTest(model, wordVectors(engine, tokens, state.seed), order);
    const rowOf = (/** @type {Float32Array} */ data, /** @type {number} */ t) =>
      data.subarray(t * DIM, (t + 1) * DIM);
    this.shownOrder = order;
    return {
      ...test,
      order,
      places: placesIn(order),
      isSame: test.maxDifference < ROUNDING,
      differences: tokens.map(
        (_, t) =>
          engine.maxDifference({ a: rowOf(test.before, t), b: rowOf(test.back, t) }).maxDifference,
      ),
    };
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return orderPicture(this, results, state, layout);
  }

  pictureHeight() {
    return orderHeight(this.tokens.length);
  }

  /** @param {any} results @param {State} state */
  summary({ isSame, maxDifference, places, differences }, { token, mask, positions }) {
    const { words } = this;
    const why = isSame
      ? words.blind
      : [positions !== 'none' && words.byPositions, mask === 'causal' && words.byMask]
          .filter(Boolean)
          .join(' ');
    return fill(isSame ? words.same : words.differs, {
      max: this.mark(significant(maxDifference)),
      token: this.mark(this.names[token]),
      place: places[token],
      difference: this.mark(significant(differences[token])),
      why,
    });
  }

  /** @param {any} results */
  tables({ before, back, differences }) {
    const { words, names } = this;
    const channels = Array.from({ length: DIM }, (_, d) => String(d));
    const shared = {
      corner: words.tokenColumn,
      rowNames: names,
      columnNames: channels,
      format: score,
    };
    return [
      { id: 'before', caption: words.captions[0], ...shared, data: before },
      { id: 'back', caption: words.captions[1], ...shared, data: back },
      {
        ...shared,
        id: 'differences',
        caption: words.captions[2],
        columnNames: [words.difference],
        data: differences,
        format: (/** @type {number} */ value) => significant(value),
      },
    ];
  }

  /** @param {State} state */
  provenance(state) {
    return this.plain(this.texts.frame.provenance.random, { seed: state.seed });
  }

  /** @param {any} results */
  valuesOf({ maxDifference, order }) {
    const { names } = this;
    return {
      'max-difference': significant(maxDifference),
      shuffled: order.map((/** @type {number} */ t) => names[t]).join(' '),
    };
  }

  /** A new seed shuffles anew, whatever hands had done. @param {State} patch */
  change(patch) {
    super.change('shuffle' in patch || 'text' in patch ? { order: [], ...patch } : patch);
  }

  /** A list that is no order of the tokens is refused, if it was given. @param {any} changed */
  willUpdate(changed) {
    const given = this.state.order.join();
    const length = sizeOf(this.state);
    if (given && !isOrder(this.state.order, length)) {
      Object.assign(this, { state: { ...this.state, order: [] } });
      if (given !== String(ORDER))
        this.refuse([{ key: 'order', given, reason: { kind: 'count', length } }]);
    }
    super.willUpdate(changed);
  }

  extraControls() {
    return html`<button
      type="button"
      class="small"
      data-action="in-order"
      @click=${() => this.inOrder()}
    >
      ${this.words.inOrder}
    </button>`;
  }

  // ---- what the picture's parts do -----------------------------------------------------------

  /** @param {number} token */
  choose(token) {
    this.change({ token });
  }

  /** Put the chosen token at a place of the shuffled copy. @param {number} place */
  moveTo(place) {
    const { token } = this.state;
    const order = this.shownOrder.filter((t) => t !== token);
    order.splice(place, 0, token);
    this.change({ order });
  }

  inOrder() {
    this.change({ order: this.tokens.map((_, t) => t) });
  }
}

/** @param {readonly number[]} order @param {number} count */
const isOrder = (order, count) =>
  order.length === count && new Set(order).size === count && Math.max(...order) < count;
