/**
 * The state of a figure and how it is set: by attributes, properties, links and the reader.
 */
import { LitElement } from 'lit';
import { en } from '../model/texts/en.js';
import { attributeName, defaultState, parse, reasonAgainst, settle } from '../model/parameters.js';
import { readLink, writeLink } from '../model/link-state.js';
import { fillPlain } from '../model/fill.js';
import { refusalText } from './frame/refusals.js';

/** @typedef {import('../model/parameters.js').Parameter} Parameter */
/** @typedef {import('../model/parameters.js').State} State */

export class FigureState extends LitElement {
  /** @type {readonly Parameter[]} the figure's table of parameters */
  static parameters = [];

  /** @type {string} the element's name, which names its texts too */
  static figureName = '';

  static get observedAttributes() {
    return [
      ...super.observedAttributes,
      'theme',
      'start',
      ...this.parameters.map((p) => attributeName(p.key)),
    ];
  }

  constructor() {
    super();
    /** @type {State} */
    this.state = defaultState(this.parameters);
    /** What Reset goes back to: the state that the page gave. */
    this.initialState = this.state;
    /** @type {string[]} sentences about input that could not be taken */
    this.notices = [];
    /** Who changed the state last. @type {'user' | 'api'} */
    this.changeSource = 'api';
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

  get texts() {
    return en;
  }

  /** The texts of this figure. @returns {any} */
  get words() {
    return /** @type {any} */ (this.texts.figures)[this.figureName];
  }

  /**
   * Change some of the state. Values must be valid; see trySet for values from people.
   * @param {State} patch
   * @param {'user' | 'api'} [source]
   */
  setState(patch, source = 'api') {
    this.state = settle(this.parameters, { ...this.state, ...patch });
    this.notices = [];
    this.changeSource = source;
    this.requestUpdate();
  }

  /** From the reader's own hand. @param {State} patch */
  change(patch) {
    this.setState(patch, 'user');
  }

  /**
   * Set one value that may be wrong. A wrong one leaves the state and shows a notice.
   * @param {string} key @param {any} value @param {string} [given] as it was spelled
   */
  trySet(key, value, given = String(value)) {
    const parameter = this.parameters.find((p) => p.key === key);
    if (!parameter) return;
    const reason = reasonAgainst(parameter, value, this.state);
    if (reason) this.refuse([{ key: attributeName(key), given, reason }]);
    else this.setState({ [key]: value });
  }

  /** @param {import('../model/parameters.js').Refusal[]} refused */
  refuse(refused) {
    this.notices = refused.map((refusal) => refusalText(refusal, this.texts.notice));
    this.requestUpdate();
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
    this.change(this.initialState);
  }

  /** @param {string} name @param {string | null} old @param {string | null} text */
  attributeChangedCallback(name, old, text) {
    super.attributeChangedCallback(name, old, text);
    if (name === 'theme') this.requestUpdate();
    if (name === 'start' && text !== null) this.applyLink(text.replace(/^[^?]*\?/, ''));
    const parameter = this.parameters.find((p) => attributeName(p.key) === name);
    if (!parameter) return;
    if (text === null) this.setState({ [parameter.key]: parameter.default });
    else this.trySet(parameter.key, parse(parameter, text), text);
  }

  /** @param {string} sentence @param {Record<string, string | number>} values */
  plain(sentence, values) {
    return fillPlain(sentence, values);
  }
}
