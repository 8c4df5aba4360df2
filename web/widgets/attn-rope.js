/** Chapter 7: queries and keys turned by their positions; ALiBi; five ways under two tests. */
import { html } from 'lit';
import { fill } from '../model/fill.js';
import { count, fixed, significant } from '../model/format.js';
import { moveInGrid } from '../model/grid-keys.js';
import { FigureElement } from './figure-element.js';
import {
  DIM,
  KINDS,
  ROUNDING,
  seededModel,
  shiftTest,
  shuffleTest,
  wordVectors,
} from './positions/attend.js';
import { ropeHeight, ropePicture } from './rope/picture.js';

/** @typedef {import('./figure-element.js').State} State */
/** @typedef {'interleaved' | 'halves'} Pairing */

const PAIRINGS = ['interleaved', 'halves'];
const PAIRS = DIM / 2;
const SENTENCE = ['the', 'robot', 'picked', 'up', 'the', 'ball'];

/** How far the second test shifts everything. */
export const TEST_SHIFT = 100;

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  { key: 'pairing', type: 'choice', values: PAIRINGS, default: 'interleaved', control: 'segments' },
  { key: 'i', type: 'integer', default: 7, min: 0, max: 64, control: 'range' },
  { key: 'j', type: 'integer', default: 5, min: 0, max: 64, control: 'range' },
  { key: 'heads', type: 'integer', default: 8, min: 1, max: 64, control: 'range' },
  { key: 'seed', type: 'integer', default: 16, min: 0, max: 999_999, control: 'seed' },
  { key: 'shift', type: 'integer', default: 100, min: 0, max: 1_000_000, control: 'number' },
  { key: 'pair', type: 'integer', default: 0, min: 0, max: PAIRS - 1, control: 'none' },
];

export class AttnRope extends FigureElement {
  static figureName = 'attn-rope';
  static parameters = parameters;

  constructor() {
    super();
    this.testsKey = '';
    /** @type {any[]} */
    this.tests = [];
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const { i, j, shift, pairing, seed, heads } = state;
    const vectors = engine.random({ seed, count: 2 * DIM }).values;
    const other = PAIRINGS[1 - PAIRINGS.indexOf(pairing)];
    const at = (/** @type {number} */ q, /** @type {number} */ k, style = pairing) =>
      turnBoth(engine, vectors, [q, k], style);
    const scored = {
      set: at(i, j),
      both: at(i + shift, j + shift),
      one: at(i + shift, j),
      other: at(i, j, other),
    };
    const apart = (/** @type {'both' | 'one' | 'other'} */ name) =>
      engine.maxDifference({ a: [scored.set.score], b: [scored[name].score] }).maxDifference;
    return {
      vectors,
      scored,
      differences: { both: apart('both'), one: apart('one'), other: apart('other') },
      ...engine.ropeFrequencies({ dim: DIM }),
      slopes: engine.alibiSlopes({ nHeads: heads }).slopes,
      tests: this.testsOf(engine, seed, pairing),
    };
  }

  /** The two tests of the five ways; computed again only for other params. */
  /** @param {any} engine @param {number} seed @param {Pairing} pairing */
  testsOf(engine, seed, pairing) {
    const key = `${seed} ${pairing}`;
    if (key !== this.testsKey) {
      this.testsKey = key;
      this.tests = KINDS.map((kind) =>
        testKind(engine, { ...seededModel(engine, seed, kind), pairing }, seed),
      );
    }
    return this.tests;
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return ropePicture(this, results, state, layout);
  }

  /** @param {State} _state @param {any} layout */
  pictureHeight(_state, layout) {
    return ropeHeight(layout);
  }

  /** The channels of a pair. @param {number} pair @returns {[number, number]} */
  channelsOf(pair) {
    return this.state.pairing === 'halves' ? [pair, pair + PAIRS] : [2 * pair, 2 * pair + 1];
  }

  /** @param {any} results @param {State} state */
  summary({ scored, differences }, { i, j, shift, pairing }) {
    const { words } = this;
    const mark = (/** @type {number} */ value) => this.mark(fixed(value, 4), 'scores');
    return fill(words.summary, {
      i,
      j,
      shift: count(shift),
      set: mark(scored.set.score),
      both: mark(scored.both.score),
      difference: this.mark(significant(differences.both)),
      one: mark(scored.one.score),
      pairing: words.params.pairing.values[PAIRINGS[1 - PAIRINGS.indexOf(pairing)]],
      other: mark(scored.other.score),
    });
  }

  /** @param {any} results */
  tables({ frequencies, wavelengths, slopes, tests }) {
    const { words } = this;
    const number = (/** @type {number} */ value) => significant(value, 4);
    return [
      {
        id: 'pairs',
        caption: words.captions[0],
        corner: words.columns[0],
        rowNames: Array.from(frequencies, (_, pair) => this.channelsOf(pair).join(', ')),
        columnNames: words.columns.slice(1),
        data: Array.from(frequencies).flatMap((frequency, pair) => [frequency, wavelengths[pair]]),
        format: number,
      },
      {
        id: 'tests',
        caption: words.captions[1],
        corner: words.tests[0],
        rowNames: KINDS.map((kind) => words.kinds[kind]),
        columnNames: words.tests
          .slice(1)
          .map((/** @type {string} */ text) =>
            this.plain(text.replace('\n', ' '), { shift: TEST_SHIFT }),
          ),
        data: tests.flatMap((/** @type {any} */ test) => [test.shuffled, test.shifted]),
        format: (/** @type {number} */ value) => significant(value),
      },
      {
        id: 'slopes',
        caption: words.captions[2],
        corner: words.head,
        rowNames: Array.from(slopes, (_, h) => String(h)),
        columnNames: [words.slope],
        data: slopes,
        format: number,
      },
    ];
  }

  /** @param {State} state */
  provenance(state) {
    return this.plain(this.texts.frame.provenance.random, { seed: state.seed });
  }

  /** @param {any} results */
  valuesOf({ scored, differences, wavelengths, tests }) {
    return {
      score: fixed(scored.set.score, 4),
      'score-both-shifted': fixed(scored.both.score, 4),
      'score-one-shifted': fixed(scored.one.score, 4),
      'score-other-pairing': fixed(scored.other.score, 4),
      'shift-difference': significant(differences.both),
      'slowest-turn': count(wavelengths[PAIRS - 1]),
      ...Object.fromEntries(
        KINDS.flatMap((kind, index) => [
          [`${kind}-shuffle`, significant(tests[index].shuffled)],
          [`${kind}-shift`, significant(tests[index].shifted)],
        ]),
      ),
    };
  }

  extraControls() {
    return html`<div class="field" role="group" aria-label=${this.words.params.shift.label}>
      ${[0, 100, 1000].map(
        (shift) =>
          html`<button
            type="button"
            class="small"
            data-shift=${shift}
            @click=${() => this.change({ shift })}
          >
            <bdi dir="ltr">+${count(shift)}</bdi>
          </button>`,
      )}
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  pairKey(event) {
    const to = moveInGrid(event, { row: 0, column: this.state.pair }, 1, PAIRS);
    if (!to) return;
    event.preventDefault();
    this.change({ pair: to.column });
    this.focusNext(`[data-pair="${to.column}"]`);
  }
}

/** @param {any} engine @param {Float32Array} x q and k @param {[number, number]} positions @param {string} pairing */
function turnBoth(engine, x, positions, pairing) {
  const { y, cosines, sines } = engine.rope({ x, seqLen: 2, headDim: DIM, positions, pairing });
  return {
    y,
    cosines,
    sines,
    positions,
    score: engine.dot({ a: y.subarray(0, DIM), b: y.subarray(DIM) }).dot,
  };
}

/** @param {any} engine @param {import('./positions/attend.js').Model} model @param {number} seed */
function testKind(engine, model, seed) {
  const words = wordVectors(engine, SENTENCE, seed);
  const { order } = engine.shuffle({ seed: 1, count: SENTENCE.length });
  const shuffled = shuffleTest(model, words, order).maxDifference;
  const shifted = shiftTest(model, words, TEST_SHIFT);
  return { shuffled, shifted, notices: shuffled >= ROUNDING, stays: shifted < ROUNDING };
}
