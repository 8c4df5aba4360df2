/** Chapter 6: a small recurrent translator, with and without looking back. */
import { html } from 'lit';
import { fill } from '../model/fill.js';
import { percent, score } from '../model/format.js';
import { moveInGrid } from '../model/grid-keys.js';
import { SEQ2SEQ_SEED } from '../model/seq2seq.js';
import { distinctNames } from '../model/example.js';
import { FigureElement } from './figure-element.js';
import { SENTENCES, sentenceOf, standing, translation } from './seq2seq/numbers.js';
import { seq2seqHeight, seq2seqPicture } from './seq2seq/picture.js';

/** @typedef {import('./figure-element.js').State} State */

const stepsOf = (/** @type {State} */ state) => sentenceOf(state).target.length;

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  { key: 'sentence', type: 'choice', values: SENTENCES, default: 'pick', control: 'select' },
  {
    key: 'memory',
    type: 'choice',
    values: ['attention', 'fixed'],
    default: 'attention',
    control: 'segments',
  },
  {
    key: 'score',
    type: 'choice',
    values: ['additive', 'dot', 'general', 'concat'],
    default: 'additive',
    control: 'segments',
  },
  // Words written so far: "auf" is the sixth.
  { key: 'step', type: 'integer', default: 6, min: 1, max: stepsOf, control: 'none' },
];

export class AttnSeq2seq extends FigureElement {
  static figureName = 'attn-seq2seq';
  static parameters = parameters;

  constructor() {
    super();
    this.computedFor = '';
    /** The column of the matrix that takes the tab. */
    this.column = 3;
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const key = `${state.sentence} ${state.memory} ${state.score}`;
    if (key !== this.computedFor) {
      this.all = translation(engine, state);
      this.computedFor = key;
    }
    return { ...this.all, standing: standing(engine, /** @type {any} */ (this.all), state.step) };
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return seq2seqPicture(this, results, state, layout);
  }

  /** @param {State} state @param {any} layout */
  pictureHeight(state, layout) {
    return seq2seqHeight(stepsOf(state), layout);
  }

  /** @param {string} key */
  isDisabled(key) {
    return key === 'score' && this.state.memory === 'fixed';
  }

  /** @param {any} results @param {State} state */
  summary(results, { step }) {
    const { words } = this;
    const { target, steps, weights, alignment, standing: so } = results;
    const now = steps[step - 1];
    const names = distinctNames(results.source);
    const second = weights ? secondOf(now.weights, now.place) : 0;
    const isHit = now.place === alignment[step - 1];
    const places = {
      word: this.mark(target[step - 1], 'query'),
      written: this.mark(now.written),
      chance: percent(now.chance),
      rightChance: percent(now.rightChance),
      first: this.mark(names[now.place], 'key'),
      weight: weights ? percent(now.weights[now.place]) : '',
      second: names[second],
      secondWeight: weights ? percent(now.weights[second]) : '',
      truth: this.mark(names[alignment[step - 1]], 'key'),
      aligned: this.mark(so.aligned),
      wordsRight: this.mark(so.words),
      count: so.count,
      mean: this.mark(percent(so.mean)),
    };
    if (!weights)
      return fill(`${words.fixed}${now.isRight ? '' : words.fixedWrong}${words.fixedEnd}`, places);
    return fill(`${words.looks}${isHit ? words.hit : words.miss}${words.aligned}`, places);
  }

  /** @param {any} results @param {State} state */
  tables({ source, target, weights, scores, steps }, { memory }) {
    const { words } = this;
    const shared = { corner: words.wordColumn, rowNames: distinctNames(target) };
    const across = { ...shared, columnNames: distinctNames(source) };
    const isFixed = memory === 'fixed';
    return [
      ...(isFixed
        ? []
        : [
            {
              id: 'weights',
              caption: words.captions[0],
              ...across,
              data: weights,
              format: percent,
            },
            { id: 'scores', caption: words.captions[1], ...across, data: scores, format: score },
          ]),
      {
        ...shared,
        id: 'words',
        caption: words.captions[2],
        columnNames: isFixed ? words.chances.slice(0, 1) : words.chances,
        data: steps.flatMap((/** @type {any} */ s) =>
          isFixed ? [s.rightChance] : [s.rightChance, s.trueWeight],
        ),
        format: percent,
      },
    ];
  }

  provenance() {
    return this.plain(this.words.provenance, { seed: SEQ2SEQ_SEED });
  }

  /** @param {any} results @param {State} state */
  valuesOf({ source, target, steps, weights, standing: so }, { step }) {
    const now = steps[step - 1];
    return {
      word: target[step - 1],
      written: now.written,
      'right-words': String(so.words),
      'right-word-chance': percent(now.rightChance),
      ...(weights && {
        'looks-at': source[now.place],
        'largest-weight': percent(now.weights[now.place]),
        'right-steps': String(so.aligned),
        'mean-true-weight': percent(so.mean),
      }),
    };
  }

  extraControls() {
    const { words, state } = this;
    const count = stepsOf(state);
    const button = (/** @type {number} */ to, /** @type {string} */ name) =>
      html`<button
        type="button"
        class="small"
        data-action=${name}
        ?disabled=${to < 1 || to > count || to === state.step}
        @click=${() => this.go(to)}
      >
        ${words.buttons[name]}
      </button>`;
    return html`<span class="field"
      >${button(state.step - 1, 'back')} ${button(state.step + 1, 'forward')}
      ${button(count, 'all')}
      <output data-part="step">${this.plain(words.step, { step: state.step, count })}</output></span
    >`;
  }

  // ---- what the picture's parts do -----------------------------------------------------------

  /** @param {number} step */
  go(step) {
    this.change({ step });
  }

  /** @param {number} row @param {number} column */
  choose(row, column) {
    this.column = column;
    this.go(row + 1);
  }

  /** @param {KeyboardEvent} event */
  stripKey(event) {
    const to = moveInGrid(event, { row: 0, column: this.state.step - 1 }, 1, stepsOf(this.state));
    if (!to) return;
    event.preventDefault();
    this.go(to.column + 1);
    this.focusNext(`[data-strip="${to.column}"]`);
  }

  /** @param {KeyboardEvent} event */
  gridKey(event) {
    const { source, target } = sentenceOf(this.state);
    const at = { row: this.state.step - 1, column: Math.min(this.column, source.length - 1) };
    const to = moveInGrid(event, at, target.length, source.length);
    if (!to) return;
    event.preventDefault();
    this.choose(to.row, to.column);
    this.focusNext(`[data-cell="alignment:${to.row}:${to.column}"]`);
  }
}

/** @param {Float32Array} weights @param {number} first */
function secondOf(weights, first) {
  let second = first === 0 ? 1 : 0;
  weights.forEach((w, j) => {
    if (j !== first && w > weights[second]) second = j;
  });
  return second;
}
