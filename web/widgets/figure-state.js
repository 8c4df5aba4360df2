/**
 * The state of a figure and how it is set: by attributes, properties, links and the reader.
 */
import { LitElement } from 'lit';
import {
  attributeName,
  defaultState,
  mergeState,
  readState,
  settle,
  unknown,
} from '../model/parameters.js';
import { readControls } from '../model/control-rules.js';
import { readLink, writeLink } from '../model/link-state.js';
import { fillPlain } from '../model/fill.js';
import { languageFor, textsIn } from './frame/language.js';
import { afterPress } from './frame/press.js';
import { refusalText } from './frame/refusals.js';

/** @typedef {import('../model/parameters.js').Parameter} Parameter */
/** @typedef {import('../model/parameters.js').State} State */

/** A hostile link can be wrong a thousand times; nobody reads that. */
const MOST_NOTICES = 8;
/** What is longer than this names no controls. */
const LONGEST_CONTROLS = 2000;

export class FigureState extends LitElement {
  /** @type {readonly Parameter[]} the figure's table of parameters */
  static parameters = [];

  /** @type {string} the element's name, which names its texts too */
  static figureName = '';

  static get observedAttributes() {
    return [
      ...super.observedAttributes,
      'theme',
      'ramp',
      'start',
      'controls',
      ...this.parameters.map((p) => attributeName(p.key)),
    ];
  }

  constructor() {
    super();
    /** @type {State} */
    this.state = defaultState(this.parameters);
    /** What Reset goes back to: the state that the page gave. */
    this.initialState = this.state;
    /** Sentences about input that could not be taken. @type {(string | (() => string))[]} */
    this.notices = [];
    /** What was typed in vain, and where, while a notice says why. */
    this.refused = /** @type {{ field: string, text: string } | null} */ (null);
    /** Who changed the state last. @type {'user' | 'api'} */
    this.changeSource = 'api';
    /** Attributes that may be right once all of them are there. @type {[string, string][]} */
    this.early = [];
    /** Until it is, what is refused adds up. */
    this.isStarted = false;
    /** The language of the last render. @type {string | undefined} */
    this.renderedLanguage = undefined;
    /** @type {import('../model/control-rules.js').ControlRules | undefined} */
    this.readRules = undefined;
    this.keepEarlyProperties();
  }

  /** Properties that were set before the element was defined would hide its accessors. */
  keepEarlyProperties() {
    const self = /** @type {any} */ (this);
    for (const { key } of this.parameters) {
      if (!Object.hasOwn(self, key)) continue;
      const value = self[key];
      delete self[key];
      self[key] = value;
    }
  }

  /** @returns {readonly Parameter[]} */
  get parameters() {
    return /** @type {typeof FigureState} */ (this.constructor).parameters;
  }

  /** Those whose controls stand in the frame; a figure may place others itself. */
  get framed() {
    return this.parameters;
  }

  get figureName() {
    return /** @type {typeof FigureState} */ (this.constructor).figureName;
  }

  /** The language that the page asks for. */
  get wantedLanguage() {
    return languageFor(this);
  }

  /** In the language of the render, or of now. */
  get texts() {
    return textsIn(this.renderedLanguage ?? this.wantedLanguage);
  }

  /** The texts of this figure. @returns {any} */
  get words() {
    return /** @type {any} */ (this.texts.figures)[this.figureName];
  }

  /** A copy of the state: every parameter by its key. @returns {State} */
  getState() {
    return structuredClone(this.state);
  }

  /**
   * Change some of the state. What is unknown or may not be is refused with a notice.
   * @param {State} patch
   * @param {'user' | 'api'} [source]
   */
  setState(patch, source = 'api') {
    const { state, refused } = mergeState(this.parameters, patch, this.state);
    this.state = settle(this.parameters, state);
    this.changeSource = source;
    this.refuse(refused);
  }

  /** From the reader's own hand, which moves nothing that is locked. @param {State} patch */
  change(patch) {
    const isMoved = (/** @type {string} */ key) => String(patch[key]) !== String(this.state[key]);
    const held = Object.keys(patch).filter((key) => this.isLocked(key) && isMoved(key));
    if (held.length === 0) this.setState(patch, 'user');
    // What was moved in vain goes back.
    else this.refuse(held.map((key) => this.lockedBecause(key)));
  }

  /** @param {string} key @returns {import('../model/parameters.js').Refusal} */
  lockedBecause(key) {
    return { key: this.words.params[key].label, given: '', reason: { kind: 'locked' } };
  }

  /** @param {import('../model/parameters.js').Refusal[]} refused */
  refuse(refused) {
    this.refused = null;
    const before = this.isStarted ? [] : this.notices;
    const added = refused.map((one) => () => refusalText(one, this.texts.notice));
    const all = [...before, ...added];
    this.notices = all.length > MOST_NOTICES ? [...all.slice(0, MOST_NOTICES), '…'] : all;
    this.requestUpdate();
  }

  /**
   * Refuse what a reader typed into a field.
   * @param {string} label of the field
   * @param {string} given
   * @param {import('../model/parameters.js').Reason} reason
   * @param {string} field
   */
  refuseTyped(label, given, reason, field) {
    afterPress(() => {
      this.refuse([{ key: label, given, reason }]);
      this.refused = { field, text: given };
    });
  }

  /**
   * Take the state of a link (the part behind `attn-…?`). What is wrong in it is refused with a
   * notice, and the default is shown.
   * @param {string} query
   */
  applyLink(query) {
    const { state, refused } = readLink(this.parameters, query);
    this.setState(state);
    if (refused.length > 0) this.refuse(refused);
  }

  /** The state as a link, without the #. */
  get link() {
    return writeLink(this.figureName, this.parameters, this.state);
  }

  reset() {
    const free = Object.entries(this.initialState).filter(([key]) => !this.isLocked(key));
    this.change(Object.fromEntries(free));
  }

  /** What the attribute `controls` says. */
  get controlRules() {
    return (this.readRules ??= readControls(
      (this.getAttribute('controls') ?? '').slice(0, LONGEST_CONTROLS),
      this.parameters.map(({ key }) => attributeName(key)),
    ));
  }

  /** @param {string} key @returns {boolean} whether the page keeps the reader from changing it */
  isLocked(key) {
    return this.controlRules.locks(attributeName(key));
  }

  /** @param {string} key @returns {string} why it is locked, where that is not said of all at once */
  whyLocked(key) {
    const isAlone = this.isLocked(key) && !this.controlRules.isAllLocked;
    return isAlone ? this.texts.frame.locked : '';
  }

  /** @param {string} key @returns {boolean} whether the page wants its control away */
  isHidden(key) {
    return this.controlRules.hides(attributeName(key));
  }

  /** @param {string} name @param {string | null} old @param {string | null} text */
  attributeChangedCallback(name, old, text) {
    super.attributeChangedCallback(name, old, text);
    if (name === 'theme' || name === 'ramp') this.requestUpdate();
    if (name === 'start' && text !== null) this.applyLink(text.replace(/^[^?=]*(\?|$)/, ''));
    if (name === 'controls') {
      this.readRules = undefined;
      this.refuse(this.controlRules.unknown.map(unknown));
    }
    const parameter = this.parameters.find((p) => attributeName(p.key) === name);
    if (!parameter) return;
    // What it said before is said no more.
    this.early = this.early.filter(([early]) => early !== name);
    if (text !== null) return this.takeSpelled(parameter, text);
    const without = { ...this.state, [parameter.key]: parameter.default };
    this.setState(settle(this.parameters, without));
  }

  /** @param {Parameter} parameter @param {string} text */
  takeSpelled(parameter, text) {
    /** @type {[string, string]} */
    const entry = [attributeName(parameter.key), text];
    const { state, refused } = readState(this.parameters, [entry], this.state);
    if (refused.length === 0) this.setState(state);
    else if (this.isStarted) this.refuse(refused);
    else this.early.push(entry);
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.isStarted) return;
    const { state, refused } = readState(this.parameters, this.early, this.state);
    this.setState(state);
    this.refuse(refused);
    this.isStarted = true;
    this.initialState = this.state;
  }

  /** @param {string} sentence @param {Record<string, string | number>} values */
  plain(sentence, values) {
    return fillPlain(sentence, values);
  }
}
