/**
 * Chapter 6: a small recurrent translator, with and without looking back. What only this figure needs
 * is its part (seq2seq/part.js): where the page does not carry it, it comes from the file beside.
 */
import { html } from 'lit';
import { fillPlain } from '../model/fill.js';
import { moveInGrid } from '../model/grid-keys.js';
import { currentLanguage } from '../model/language.js';
import { FigureElement } from './figure-element.js';
import { sideScript } from './frame/side-script.js';
import { FILE, PLACE } from './seq2seq/place.js';
import { SEED, SENTENCES, seq2seqHeight, stepsOf } from './seq2seq/shape.js';
import { cellSelector } from './walk.js';

/** @typedef {import('./figure-element.js').State} State */
/** @typedef {typeof import('./seq2seq/part.js').part} Part */

/** @returns {Part | undefined} */
const partHere = () => /** @type {any} */ (globalThis)[PLACE];

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
    term: 'scores',
  },
  // Words written so far: "auf" is the sixth.
  { key: 'step', type: 'integer', default: 6, min: 1, max: stepsOf, control: 'none' },
];

export class AttnSeq2seq extends FigureElement {
  static figureName = 'attn-seq2seq';
  static parameters = parameters;

  constructor() {
    super();
    /** The column of the matrix that takes the tab. */
    this.column = 3;
  }

  /** The engine is of no use before the part is there. */
  async wake() {
    this.engineError = '';
    try {
      await sideScript(FILE, partHere);
    } catch {
      this.engineError = fillPlain(this.texts.frame.noFile, { file: FILE });
      this.requestUpdate();
      return;
    }
    await super.wake();
  }

  /** @returns {any} the words of the frame, and those that come with the part */
  get words() {
    return { ...super.words, ...partHere()?.words(this) };
  }

  /**
   * The part may be of another script, which is told the language.
   * @template T
   * @param {(part: Part) => T} work
   */
  withPart(work) {
    const part = /** @type {Part} */ (partHere());
    return part.inLanguage(currentLanguage(), () => work(part));
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    return this.withPart((part) => part.compute(engine, state, this.results));
  }

  /** @param {any} results @param {State} state @param {any} layout @returns {unknown} */
  picture(results, state, layout) {
    return this.withPart((part) => part.picture(this, results, state, layout));
  }

  /** @param {State} state @param {any} layout */
  pictureHeight(state, layout) {
    return seq2seqHeight(stepsOf(state), layout);
  }

  /** @param {string} key */
  isDisabled(key) {
    return key === 'score' && this.state.memory === 'fixed';
  }

  /** @param {any} results @param {State} state @returns {unknown} */
  summary(results, state) {
    return this.withPart((part) => part.summary(this, results, state));
  }

  /** @param {any} results @param {State} state */
  tables(results, state) {
    return this.withPart((part) => part.tables(this, results, state));
  }

  provenance() {
    return this.plain(this.words.provenance, { seed: SEED });
  }

  /** @param {any} results @param {State} state */
  valuesOf(results, state) {
    return this.withPart((part) => part.values(results, state));
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
    const n = stepsOf(this.state);
    const at = { row: this.state.step - 1, column: Math.min(this.column, n - 1) };
    const to = moveInGrid(event, at, n, n);
    if (!to) return;
    event.preventDefault();
    this.choose(to.row, to.column);
    this.focusNext(cellSelector('alignment', to.row, to.column));
  }
}
