/** Chapter 1: the whole formula, stage by stage, each number with the arithmetic that made it. */
import { html } from 'lit';
import { distinctNames } from '../model/example.js';
import { percent, percentDigits, score } from '../model/format.js';
import { moveInGrid } from '../model/grid-keys.js';
import { shortened, visible } from '../model/tokens.js';
import { FigureElement } from './figure-element.js';
import { WINDOW } from './pipeline/detail-layout.js';
import { checkByHand, explain } from './pipeline/explain.js';
import { largePart } from './pipeline/long-text.js';
import { PIPELINE_PARAMETERS, isLong, tokensIn } from './pipeline/parameters.js';
import { pipelineHeight, pipelinePicture } from './pipeline/picture.js';
import { StageWork } from './pipeline/stage-work.js';
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
    this.stageWork = new StageWork(this);
    /** The state that is shown: the reader's, but for what the background still computes. */
    this.shown = this.state;
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
    const tokens = tokensIn(this.shown);
    if (tokens === this.namedTokens) return;
    this.namedTokens = tokens;
    this.shownTokens = tokens.map(visible);
    this.tokenNames = distinctNames(this.shownTokens.map((token) => shortened(token)));
  }

  /** @param {State} state @returns {ReturnType<FigureElement['backgroundJobs']>} */
  backgroundJobs(state) {
    return this.stageWork.jobs(state);
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    this.shown = this.stageWork.update(engine, state);
    const { stages } = this.stageWork;
    if (!stages) return null;
    const { matrices, extents, run } = stages;
    const count = this.tokens.length;
    // Of many keys each gets little: there ten times an equal share has the full colour.
    const weights = isLong(count) ? 10 / count : 1;
    return {
      ...stages,
      root: 2,
      byHand: checkByHand(engine, matrices, this.shown.stage, /** @type {any} */ (this.shown)),
      extentOf: (/** @type {MatrixId} */ id) =>
        id === 'weights' ? weights : isPairs(id) ? extents.scores : extents.vectors,
      isMasked: (/** @type {number} */ row, /** @type {number} */ column) =>
        run.masked.row(row)[column] === -Infinity,
    };
  }

  /** @param {any} results @param {State} _state @param {any} layout */
  picture(results, _state, layout) {
    return pipelinePicture(this, results, layout);
  }

  /** @param {State} state @param {any} layout */
  pictureHeight(state, layout) {
    return pipelineHeight(tokensIn(state).length, layout);
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    largePart()?.paintSoon(this);
  }

  /** At once, where a file or paper cannot wait. */
  paint() {
    largePart()?.paintNow(this);
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

  /** @param {any} results */
  valuesOf(results) {
    const state = this.shown;
    const { rows, columns, row } = results.matrices[state.stage];
    const value = row(state.row)[state.column];
    const { masked, weights, output } = results.changedCount;
    return {
      stage: this.words.names[state.stage],
      shape: `${rows} × ${columns}`,
      value: state.stage === 'weights' ? percent(value) : score(value),
      query: this.names[state.row] ?? String(state.row),
      key: isPairs(state.stage) ? this.names[state.column] : '',
      'changed-masked': String(masked ?? ''),
      'changed-weights': String(weights ?? ''),
      'changed-output': String(output ?? ''),
      'weights-row': [...results.matrices.weights.row(state.row)].map(percentDigits).join(' '),
    };
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
    const { shown } = this;
    const total = this.tokens.length;
    const { rows, columns } = shapeOf(id, total);
    const page = (/** @type {number} */ index) =>
      Math.max(0, Math.min(total - WINDOW, Math.floor(index / WINDOW) * WINDOW));
    const query = isParams(shown.stage) ? 0 : shown.row;
    const key = isPairs(shown.stage) ? shown.column : this.lastKey;
    const isKeys = id === 'k' && shown.stage === 'raw';
    const isValues = id === 'v' && shown.stage === 'output';
    return {
      row: isParams(id) ? 0 : page(isKeys || isValues ? key : query),
      column: isPairs(id) ? page(key) : 0,
      rows: isParams(id) ? rows : Math.min(rows, WINDOW),
      columns: isPairs(id) ? Math.min(columns, WINDOW) : columns,
    };
  }

  /** @param {MatrixId} stage @param {Cell} cell */
  choose(stage, cell) {
    // What is shown may be of a longer text than the reader's.
    const { rows, columns } = shapeOf(stage, tokensIn(this.state).length);
    const row = Math.min(cell.row, rows - 1);
    const column = Math.min(cell.column, columns - 1);
    if (isPairs(stage)) this.lastKey = column;
    else this.lastChannel = column;
    this.change({ stage, row, column });
  }

  /** To another matrix, the chosen token kept. @param {MatrixId} stage */
  goTo(stage) {
    const { rows, columns } = shapeOf(stage, tokensIn(this.state).length);
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
    const { rows, columns } = shapeOf(stage, tokensIn(this.state).length);
    const to = moveInGrid(event, { row, column }, rows, columns);
    if (!turn && !to) return;
    event.preventDefault();
    if (turn) this.step(/** @type {1 | -1} */ (turn));
    else if (to) this.choose(stage, to);
    this.focusNext('[data-part="detail"] [data-cell][tabindex="0"]');
  }
}
