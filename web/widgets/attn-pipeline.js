/** Chapter 1: the whole formula, stage by stage, each number with the arithmetic that made it. */
import { html } from 'lit';
import { distinctNames } from '../model/example.js';
import { percent, percentDigits, score } from '../model/format.js';
import { moveInGrid } from '../model/grid-keys.js';
import { shortened, tokensOf, visible } from '../model/tokens.js';
import { FigureElement } from './figure-element.js';
import { computeStages } from './pipeline/compute.js';
import { WINDOW } from './pipeline/detail-layout.js';
import { checkByHand, explain } from './pipeline/explain.js';
import { PIPELINE_PARAMETERS } from './pipeline/parameters.js';
import { pipelineHeight, pipelinePicture } from './pipeline/picture.js';
import { MATRICES, STEPS, isPairs, isParams, shapeOf, stepOf } from './pipeline/stages.js';
import { pipelineStyles } from './pipeline/styles.js';
import { stageTables } from './pipeline/tables.js';

/** @typedef {import('./figure-element.js').State} State */
/** @typedef {import('./pipeline/stages.js').MatrixId} MatrixId */
/** @typedef {import('./pipeline/stages.js').Cell} Cell */

export class AttnPipeline extends FigureElement {
  static figureName = 'attn-pipeline';
  static parameters = PIPELINE_PARAMETERS;
  static styles = [...FigureElement.styles, pipelineStyles];

  constructor() {
    super();
    /** The last key and channel chosen, so that stepping back finds them again. */
    this.lastKey = 5;
    this.lastChannel = 0;
    this.computedFor = '';
    /** @type {readonly string[] | null} */
    this.namedTokens = null;
    /** @type {readonly string[]} */
    this.shownTokens = [];
    /** @type {readonly string[]} */
    this.tokenNames = [];
  }

  /** The tokens as they can be seen. @returns {readonly string[]} */
  get tokens() {
    this.nameTokens();
    return this.shownTokens;
  }

  /** The tokens as they are told apart in words. @returns {readonly string[]} */
  get names() {
    this.nameTokens();
    return this.tokenNames;
  }

  nameTokens() {
    const tokens = tokensOf(this.state.text);
    if (tokens === this.namedTokens) return;
    this.namedTokens = tokens;
    this.shownTokens = tokens.map(visible);
    this.tokenNames = distinctNames(this.shownTokens.map((token) => shortened(token)));
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const isCausal = state.mask === 'causal';
    const key = `${state.seed} ${isCausal} ${state.text}`;
    if (key !== this.computedFor) {
      this.stages = computeStages(engine, tokensOf(state.text), { seed: state.seed, isCausal });
      this.computedFor = key;
    }
    const stages = /** @type {import('./pipeline/compute.js').Stages} */ (this.stages);
    const { matrices, extents } = stages;
    const masked = matrices.masked;
    return {
      ...stages,
      root: 2,
      byHand: checkByHand(engine, matrices, state.stage, /** @type {any} */ (state)),
      extentOf: (/** @type {MatrixId} */ id) => (isPairs(id) ? extents.scores : extents.vectors),
      isMasked: (/** @type {number} */ row, /** @type {number} */ column) =>
        masked.data[row * masked.columns + column] === -Infinity,
    };
  }

  /** @param {any} results @param {State} _state @param {any} layout */
  picture(results, _state, layout) {
    return pipelinePicture(this, results, layout);
  }

  /** @param {State} _state @param {any} layout */
  pictureHeight(_state, layout) {
    return pipelineHeight(this.tokens.length, layout);
  }

  /** @param {any} results */
  summary(results) {
    return explain(this, results);
  }

  /** @param {any} results */
  tables(results) {
    return stageTables(this, results);
  }

  /** @param {State} state */
  provenance(state) {
    return this.plain(this.texts.frame.provenance.random, { seed: state.seed });
  }

  /** @param {any} results @param {State} state */
  valuesOf(results, state) {
    const { data, rows, columns } = results.matrices[state.stage];
    const value = data[state.row * columns + state.column];
    const { masked, weights, output } = results.changedCount;
    return {
      stage: this.words.names[state.stage],
      shape: `${rows} × ${columns}`,
      value: state.stage === 'weights' ? percent(value) : score(value),
      query: this.names[state.row] ?? String(state.row),
      key: isPairs(state.stage) ? this.names[state.column] : '',
      'changed-masked': String(masked),
      'changed-weights': String(weights),
      'changed-output': String(output),
      'weights-row': [...this.rowOf(results.matrices.weights, state.row)]
        .map(percentDigits)
        .join(' '),
    };
  }

  /** @param {any} matrix @param {number} row @returns {Float32Array} */
  rowOf({ data, columns }, row) {
    return data.subarray(row * columns, (row + 1) * columns);
  }

  extraControls() {
    const { words } = this;
    const at = STEPS.indexOf(/** @type {any} */ (stepOf(this.state.stage)));
    return html`<div class="steps" role="group" aria-label=${words.stepsLabel}>
      <button
        type="button"
        class="small"
        data-action="back"
        ?disabled=${at === 0}
        @click=${() => this.step(-1)}
      >
        ${words.back}
      </button>
      <output>${this.plain(words.stepOf, { step: at + 1, steps: STEPS.length })}</output>
      <button
        type="button"
        class="small"
        data-action="forward"
        ?disabled=${at === STEPS.length - 1}
        @click=${() => this.step(1)}
      >
        ${words.forward}
      </button>
    </div>`;
  }

  // ---- what the picture's parts do -----------------------------------------------------------

  /** The part of a matrix that is shown large: all of it up to ten tokens, else a page. */
  /** @param {MatrixId} id @returns {{ row: number, column: number, rows: number, columns: number }} */
  windowOf(id) {
    const total = this.tokens.length;
    const { rows, columns } = shapeOf(id, total);
    const page = (/** @type {number} */ index) =>
      Math.max(0, Math.min(total - WINDOW, Math.floor(index / WINDOW) * WINDOW));
    const query = isParams(this.state.stage) ? 0 : this.state.row;
    const key = isPairs(this.state.stage) ? this.state.column : this.lastKey;
    const isKeys = id === 'k' && this.state.stage === 'raw';
    const isValues = id === 'v' && this.state.stage === 'output';
    return {
      row: isParams(id) ? 0 : page(isKeys || isValues ? key : query),
      column: isPairs(id) ? page(key) : 0,
      rows: isParams(id) ? rows : Math.min(rows, WINDOW),
      columns: isPairs(id) ? Math.min(columns, WINDOW) : columns,
    };
  }

  /** @param {MatrixId} stage @param {Cell} cell */
  choose(stage, { row, column }) {
    if (isPairs(stage)) this.lastKey = column;
    else this.lastChannel = column;
    this.change({ stage, row, column });
  }

  /** To another matrix, the chosen token kept. @param {MatrixId} stage */
  goTo(stage) {
    const { rows, columns } = shapeOf(stage, this.tokens.length);
    const column = isPairs(stage) ? this.lastKey : this.lastChannel;
    const row = isParams(this.state.stage) && !isParams(stage) ? this.lastQuery : this.state.row;
    if (!isParams(this.state.stage)) this.lastQuery = this.state.row;
    this.change({
      stage,
      row: Math.min(row ?? 0, rows - 1),
      column: Math.min(column, columns - 1),
    });
  }

  /** @param {1 | -1} by */
  step(by) {
    const at = STEPS.indexOf(/** @type {any} */ (stepOf(this.state.stage))) + by;
    if (STEPS[at]) this.goTo(STEPS[at]);
  }

  /** @param {KeyboardEvent} event */
  overviewKey(event) {
    const at = MATRICES.indexOf(this.state.stage);
    const to = moveInGrid(event, { row: 0, column: at }, 1, MATRICES.length);
    if (!to) return;
    event.preventDefault();
    this.goTo(MATRICES[to.column]);
    this.focusNext(`[data-matrix="${MATRICES[to.column]}"]`);
  }

  /** @param {KeyboardEvent} event */
  cellKey(event) {
    const { stage, row, column } = this.state;
    const turn = { PageDown: 1, PageUp: -1 }[event.key];
    const { rows, columns } = shapeOf(stage, this.tokens.length);
    const to = moveInGrid(event, { row, column }, rows, columns);
    if (!turn && !to) return;
    event.preventDefault();
    if (turn) this.step(/** @type {1 | -1} */ (turn));
    else if (to) this.choose(stage, to);
    this.focusNext('[data-part="detail"] [data-cell][tabindex="0"]');
  }
}
