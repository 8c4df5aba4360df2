/**
 * The shared figure frame: title, provenance, controls, picture, live summary, numbers as a
 * table, link, download, embed. A figure extends it and says what to compute and what to draw.
 *
 * Attributes (mirrored properties) → state → one render per frame.
 */
import { html, nothing } from 'lit';
import { styleSheetFor } from '../draw/style-sheet.js';
import { FigureState } from './figure-state.js';
import { fillPanels, renderFrame } from './frame/frame.js';
import { frameStyles } from './frame/styles.js';
import { nextFrame } from './frame/scheduler.js';
import { moveFocus } from './frame/move-focus.js';
import { sayable } from './frame/sayable.js';
import { sharedEngine } from './frame/shared-engine.js';
import { isRightToLeft, inLanguage } from '../model/language.js';
import { otherArrow, ownArrow } from './frame/arrow-keys.js';
import { onLanguageChange } from './frame/language.js';
import { onLight, setLight } from './frame/term-lights.js';
import { onThemeChange, resolveRamp, resolveTheme } from './frame/theme.js';
import { onWidth, whenNear } from './frame/visibility.js';
import { WorkList } from './frame/background-work.js';

/** @typedef {import('../model/parameters.js').State} State */
/** @typedef {{ width: number, narrow: boolean }} Layout */

/**
 * @typedef {object} NumberTable
 * @property {string} id names the matrix in files and tests
 * @property {string} caption
 * @property {string} corner what the row names are
 * @property {readonly string[]} rowNames
 * @property {readonly string[]} columnNames
 * @property {ArrayLike<number>} data row-major, rowNames × columnNames
 * @property {((value: number, column: number) => string)} format
 * @property {{ caption: string, rowNames: readonly string[], columnNames: readonly string[],
 *   matrix: { data: ArrayLike<number> }, row: number, column: number }} [whole] what this is a part of,
 *   from that row and column on; for files
 */

/** The width of a picture on a page of 320 pixels, less the frame. */
const LEAST = 318;

/** How long the summary must rest before it is spoken. */
const SPEAK_AFTER = 700;

export class FigureElement extends FigureState {
  static styles = frameStyles;

  /** The width below which the picture stands in one column, its controls under it. */
  static narrowBelow = 560;

  constructor() {
    super();
    /** What compute() returned, or null before the engine has answered. @type {any} */
    this.results = null;
    /** @type {any} */
    this.engine = null;
    this.engineError = '';
    this.width = 0;
    /** @type {Record<string, boolean>} which panels of the footer are open */
    this.open = {};
    /** @type {Record<string, string>} what stands in text fields, used or not */
    this.drafts = {};
    this.spoken = '';
    /** What was said, or could be read at the start. @type {string[]} */
    this.heard = [];
    /** Whether what is shown next leaps, as after a click: then its parts move there. */
    this.isLeap = true;
    /** The cell in hand, of grids whose cells no state holds. */
    this.cell = { row: 0, column: 0 };
    /** @type {string | null} */
    this.litTerm = null;
    this.work = new WorkList(() => this.requestUpdate());
    /** @type {(() => void)[]} */
    this.undo = [];
    /** What was last announced, spoken about and lit. @type {string | undefined} */
    this.announcedLink = undefined;
    /** @type {string | undefined} */
    this.dispatched = undefined;
    /** @type {string | null} */
    this.shownTerm = null;
    /** The language whose missing texts the reader knows of. */
    this.knownMissing = '';
    this.addEventListener('keydown', (event) => this.isMirrored && otherArrow(event), true);
    this.addEventListener('keydown', ownArrow);
  }

  /** The room to draw in; pictures need not care for less, and shrink in columns that have less. @returns {Layout} */
  get layout() {
    const { narrowBelow } = /** @type {typeof FigureElement} */ (this.constructor);
    return { width: Math.max(LEAST, this.width), narrow: this.width < narrowBelow };
  }

  // ---- what a figure says of itself -------------------------------------------------------

  /**
   * The numbers of a state: quick calls of the engine, or null if only background work is needed.
   * @param {any} _engine @param {State} _state @returns {any}
   */
  compute(_engine, _state) {
    return {};
  }

  /**
   * Jobs for the background (over about 10 ms of work), by name; their answers are
   * `this.work.answers(name)`. The key says what is asked: the same key is not computed again.
   * @param {State} _state
   * @returns {Record<string, { key: string, calls: { name: string, args: object }[] }>}
   */
  backgroundJobs(_state) {
    return {};
  }

  /** @param {any} _results @param {State} _state @param {Layout} _layout @returns {unknown} */
  picture(_results, _state, _layout) {
    return nothing;
  }

  /**
   * The height that the picture will have, known before there are numbers; of the tables and sums under
   * the drawing about. The place is kept, so that a figure that wakes moves nothing under it.
   */
  /** @param {State} _state @param {Layout} _layout */
  pictureHeight(_state, _layout) {
    return 300;
  }

  /** @param {any} _results @param {State} _state @returns {unknown} sentence parts */
  summary(_results, _state) {
    return nothing;
  }

  /** @param {any} _results @param {State} _state @returns {NumberTable[]} */
  tables(_results, _state) {
    return [];
  }

  /** @param {State} _state @returns {string} */
  provenance(_state) {
    return this.texts.frame.provenance.handMade;
  }

  /** Named numbers for the prose, as text. */
  /** @param {any} _results @param {State} _state @returns {Record<string, string>} */
  valuesOf(_results, _state) {
    return {};
  }

  /** @param {string} _key @returns {boolean} whether a control has no effect now */
  isDisabled(_key) {
    return false;
  }

  /** Controls beyond the table. @returns {unknown} */
  extraControls() {
    return nothing;
  }

  /** Named numbers of the figure as shown, for prose and course pages. */
  get values() {
    return this.results ? inLanguage('en', () => this.valuesOf(this.results, this.state)) : {};
  }

  // ---- life --------------------------------------------------------------------------------

  connectedCallback() {
    super.connectedCallback();
    this.undo = [
      onThemeChange(() => this.requestUpdate()),
      onLanguageChange(this, () => this.requestUpdate()),
      onWidth(this, (width) => this.takeWidth(width)),
      whenNear(this, () => this.wake()),
      onLight((light) => this.takeLight(light)),
    ];
    // Tables are written only where they can be seen.
    this.requestUpdate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.undo.forEach((undo) => undo());
    this.undo = [];
    this.work.forget();
    clearTimeout(this.speakTimer);
  }

  /** A document takes no sheets from another, nor do panels that are open keep theirs. */
  adoptedCallback() {
    const { elementStyles } = /** @type {any} */ (this.constructor);
    const root = /** @type {ShadowRoot | null} */ (this.shadowRoot);
    if (!root) return;
    root.adoptedStyleSheets = elementStyles.map(
      (/** @type {CSSStyleSheet & import('lit').CSSResult} */ { cssText }) =>
        styleSheetFor(root, cssText),
    );
    this.open = {};
    this.requestUpdate();
  }

  async wake() {
    if (this.engine) return;
    try {
      const shared = sharedEngine();
      this.engine = await shared.engine;
      this.work.background = shared.background;
    } catch (error) {
      this.engineError = error instanceof Error ? error.message : String(error);
    }
    this.requestUpdate();
  }

  /** @param {number} width */
  takeWidth(width) {
    // The frame has a border of one pixel on either side.
    const inner = Math.max(0, Math.floor(width) - 2);
    if (inner === this.width) return;
    this.width = inner;
    this.requestUpdate();
  }

  /** @param {import('./frame/term-lights.js').Light} light */
  takeLight(light) {
    // What the figure itself lights is for the prose.
    if (light.from === 'figure') return;
    const mine = light.figure === null || light.figure === this.figureName;
    const term = mine ? light.term : null;
    if (term === this.litTerm) return;
    this.litTerm = term;
    this.requestUpdate();
  }

  /** A part of the figure under the pointer or with the focus lights its term in the prose. */
  /** @param {Event | null} event */
  lightFrom(event) {
    const part = /** @type {Element | undefined} */ (event?.composedPath()[0]);
    const term = part?.closest?.('[data-term]')?.getAttribute('data-term')?.split(' ')[0] ?? null;
    if (term === this.shownTerm) return;
    this.shownTerm = term;
    setLight({ figure: this.figureName, term, from: 'figure' });
  }

  /** One render per frame, whatever happened in between. */
  async scheduleUpdate() {
    await nextFrame();
    super.scheduleUpdate();
  }

  /**
   * Render what a key changed at once, and move the focus: the next key may come before the next
   * frame does, and must find what it is for.
   */
  catchUp() {
    if (this.isUpdatePending) this.performUpdate();
  }

  /** All that a render writes is in one language, numbers too. */
  performUpdate() {
    this.renderedLanguage = this.wantedLanguage;
    inLanguage(this.texts.language, () => super.performUpdate());
  }

  get isMirrored() {
    return isRightToLeft(this.texts.language);
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (!this.engine) return;
    this.work.want(this.backgroundJobs(this.state));
    try {
      this.results = this.compute(this.engine, this.state);
    } catch (error) {
      // The last good numbers stay; what the engine refused is said.
      this.notices = [error instanceof Error ? error.message : String(error)];
    }
  }

  render() {
    const of = (/** @type {string} */ name) => this.getAttribute(name);
    return renderFrame(this, `${resolveTheme(of('theme'))} ${resolveRamp(of('ramp'))}`);
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    this.restoreFocus();
    fillPanels(this);
    if (!this.results) return;
    const link = this.link;
    if (link !== this.announcedLink) {
      const isFirst = this.announcedLink === undefined;
      this.announcedLink = link;
      if (isFirst) this.heard = sayable(this.renderRoot);
      else this.speakSoon();
    }
    this.dispatchChange(link);
  }

  /** @param {string} link */
  dispatchChange(link) {
    // Numbers of an earlier state are not sent as those of this one.
    if (!this.work.isSettled) return;
    const values = this.values;
    const print = `${link} ${JSON.stringify(values)}`;
    if (print === this.dispatched) return;
    const source = this.dispatched === undefined ? 'ready' : (this.changeSource ?? 'api');
    this.dispatched = print;
    const detail = { figure: this.figureName, link, state: { ...this.state }, values, source };
    this.dispatchEvent(new CustomEvent('attn-change', { bubbles: true, composed: true, detail }));
  }

  /** Say what has changed of the summary and of what stands apart from it, once the reader has paused. */
  speakSoon() {
    clearTimeout(this.speakTimer);
    this.speakTimer = setTimeout(() => {
      const before = this.heard;
      this.heard = sayable(this.renderRoot);
      const news = this.heard.filter((said) => !before.includes(said));
      if (news.length > 0) this.spoken = news.join(' ');
      this.requestUpdate();
    }, SPEAK_AFTER);
  }

  // ---- focus -------------------------------------------------------------------------------

  /**
   * Focus the element that matches after the next render (a roving selection moved). What stands
   * already takes the focus now: before the render nothing waits for its style and its layout,
   * which both the focus and taking the focused element out of the tab order would force.
   * @param {string} selector
   */
  focusNext(selector) {
    moveFocus(this.renderRoot, selector);
    this.focusSelector = selector;
    this.requestUpdate();
  }

  restoreFocus() {
    if (this.focusSelector) moveFocus(this.renderRoot, this.focusSelector);
    this.focusSelector = undefined;
  }

  // ---- footer ------------------------------------------------------------------------------

  /** @param {string} panel */
  toggle(panel) {
    this.open = { ...this.open, [panel]: !this.open[panel] };
    this.requestUpdate();
  }

  /** The full address of this state. */
  get linkAddress() {
    return `${location.href.split('#')[0]}#${this.link}`;
  }

  /** A value's mark in a sentence. @param {unknown} text @param {string} [role] */
  mark(text, role = '') {
    return html`<b class=${role} data-term=${role || nothing}>${text}</b>`;
  }
}

/**
 * Give each parameter a property and register the element, unless another copy of the script was
 * first.
 * @param {typeof FigureElement} Figure
 */
export function registerFigure(Figure) {
  for (const { key } of Figure.parameters) {
    Object.defineProperty(Figure.prototype, key, {
      get() {
        return this.state[key];
      },
      set(value) {
        this.setState({ [key]: value });
      },
      configurable: true,
      enumerable: true,
    });
  }
  if (!customElements.get(Figure.figureName)) customElements.define(Figure.figureName, Figure);
}
