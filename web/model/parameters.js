/**
 * One table of parameters makes a figure's attributes, its controls, its link and its docs.
 *
 * Types: `integer` and `number` (with min, max), `boolean`, `choice` (with values),
 * `list` of numbers (with length or maxLength, min, max), `text` (with maxLength).
 * A bound may be a function of the state, for a query that must lie inside the sentence.
 */

import { briefly, readOnce } from './given.js';
import { readMatrix } from './matrix-text.js';
import { parseNumber } from './number-text.js';

/**
 * @typedef {object} Parameter
 * @property {string} key camelCase name in the state
 * @property {'integer' | 'number' | 'boolean' | 'choice' | 'list' | 'text'} type
 * @property {any} default
 * @property {number | ((state: Record<string, any>) => number)} [min]
 * @property {number | ((state: Record<string, any>) => number)} [max]
 * @property {readonly string[]} [values] for a choice
 * @property {number} [length] for a list
 * @property {number} [minLength] for a list
 * @property {number} [maxLength] for a list or a text
 * @property {number} [group] how many numbers of a list belong together (2: points x, y)
 * @property {boolean} [whole] a list of whole numbers
 * @property {number} [maxTokens] for a text that is cut into tokens
 * @property {(state: State) => number} [matrixSize] for a text: it is empty or a matrix of so many rows
 * @property {'range' | 'log-range' | 'segments' | 'select' | 'switch' | 'seed' | 'number' | 'text'
 *   | 'none'} [control] how the frame shows it; none: the picture itself changes it
 * @property {number} [step]
 * @property {string} [term] of the prose, where the control is its part of the figure
 */

/** @typedef {Record<string, any>} State */
/** @typedef {{ key: string, given: string, reason: Reason }} Refusal */
/** @typedef {{ kind: 'unknown' | 'twice' | 'number' | 'integer' | 'numbers' | 'integers' | 'range' | 'choice' | 'length'
 *   | 'count' | 'boolean' | 'text' | 'many' | 'few' | 'group' | 'matrix' | 'locked', min?: number, max?: number, values?: readonly string[],
 *   length?: number, given?: number }} Reason given: how long it is */

/** The engine would take a larger number for infinity. */
const MOST = 3e38;

/** @param {string} key camelCase @returns {string} kebab-case, as in attributes and links */
export const attributeName = (key) => key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/**
 * The state in which every parameter has its default.
 * @param {readonly Parameter[]} parameters
 * @returns {State}
 */
export function defaultState(parameters) {
  return Object.fromEntries(parameters.map((p) => [p.key, copyOf(p.default)]));
}

/** @param {any} value */
const copyOf = (value) => (Array.isArray(value) ? [...value] : value);

/** @param {any} bound @param {State} state @param {number} otherwise @returns {number} */
export const boundOf = (bound, state, otherwise) =>
  typeof bound === 'function' ? bound(state) : (bound ?? otherwise);

/**
 * Whether a value is one that the parameter may have.
 * @param {Parameter} parameter
 * @param {any} value already of the right JavaScript type
 * @param {State} state for bounds that depend on other parameters
 * @returns {Reason | null} why not, or null
 */
export function reasonAgainst(parameter, value, state) {
  switch (parameter.type) {
    case 'integer':
    case 'number':
      return reasonAgainstNumber(parameter, value, state);
    case 'boolean':
      return typeof value === 'boolean' ? null : { kind: 'boolean' };
    case 'choice':
      return parameter.values?.includes(value)
        ? null
        : { kind: 'choice', values: parameter.values };
    case 'list':
      return reasonAgainstList(parameter, value, state);
    default:
      return reasonAgainstText(parameter, value, state);
  }
}

/** @param {Parameter} p @param {any} value @param {State} state @returns {Reason | null} */
export function reasonAgainstNumber(p, value, state) {
  const whole = p.type === 'integer' || p.whole === true;
  if (typeof value !== 'number' || Number.isNaN(value))
    return { kind: whole ? 'integer' : 'number' };
  if (whole && Number.isFinite(value) && !Number.isInteger(value)) return { kind: 'integer' };
  const min = boundOf(p.min, state, -Infinity);
  const max = boundOf(p.max, state, Infinity);
  if (value < min || value > max) return { kind: 'range', min, max };
  return Number.isFinite(value) && value > MOST ? { kind: 'range', min, max: MOST } : null;
}

/** @param {Parameter} p @param {any} value @param {State} state @returns {Reason | null} */
function reasonAgainstList(p, value, state) {
  if (!Array.isArray(value)) return { kind: p.whole ? 'integers' : 'numbers' };
  if (p.length !== undefined && value.length !== p.length && value.length !== 0) {
    return { kind: 'count', length: p.length };
  }
  if (p.maxLength !== undefined && value.length > p.maxLength) {
    return { kind: 'many', length: p.maxLength, given: value.length };
  }
  if (value.length < (p.minLength ?? 0)) return { kind: 'few', length: p.minLength };
  if (value.length % (p.group ?? 1) !== 0) return { kind: 'group', length: p.group };
  for (const item of value) {
    const reason = reasonAgainstNumber(p, item, state);
    if (reason) return reason.kind === 'range' ? reason : reasonAgainstList(p, null, state);
  }
  return null;
}

/** @param {Parameter} p @param {any} value @param {State} state @returns {Reason | null} */
function reasonAgainstText(p, value, state) {
  if (typeof value !== 'string') return { kind: 'text' };
  if (p.maxLength !== undefined && value.length > p.maxLength) {
    return { kind: 'length', length: p.maxLength, given: value.length };
  }
  const length = p.matrixSize?.(state);
  return !length || value === '' || readMatrix(value, length) ? null : { kind: 'matrix', length };
}

/**
 * A value as attributes and links spell it.
 * @param {Parameter} parameter
 * @param {any} value
 * @returns {string}
 */
export function spell(parameter, value) {
  if (parameter.type === 'list') return value.map(spellNumber).join(',');
  if (parameter.type === 'number' || parameter.type === 'integer') return spellNumber(value);
  return String(value);
}

/** @param {number} value */
function spellNumber(value) {
  if (value === Infinity) return 'inf';
  if (value === -Infinity) return '-inf';
  return String(value);
}

/**
 * The value that a spelling means; may be out of range (see reasonAgainst).
 * @param {Parameter} parameter
 * @param {string} text
 * @returns {any} undefined if the text cannot be read as this type
 */
export function parse(parameter, text) {
  switch (parameter.type) {
    case 'integer':
    case 'number':
      return parseNumber(text);
    case 'boolean':
      return parseBoolean(text);
    case 'list':
      return text.trim() === '' ? [] : text.split(',').map(parseNumber);
    default:
      return text;
  }
}

/** @param {string} text */
function parseBoolean(text) {
  if (text === '' || text === 'true' || text === '1' || text === 'on') return true;
  if (text === 'false' || text === '0' || text === 'off') return false;
  return undefined;
}

/**
 * Read spelled values into a state. What is unknown or may not be is refused and its default (or
 * the value of `base`) stays.
 * @param {readonly Parameter[]} parameters
 * @param {Iterable<[string, string]>} entries kebab-case name and spelling
 * @param {State} [base]
 * @returns {{ state: State, refused: Refusal[] }}
 */
export function readState(parameters, entries, base = defaultState(parameters)) {
  const state = { ...base };
  /** @type {Refusal[]} */
  const refused = [];
  const known = new Map(parameters.map((p) => [attributeName(p.key), p]));
  const given = new Map();
  for (const [name, text] of entries) {
    const parameter = known.get(name);
    if (parameter) given.set(parameter, text);
    else refused.push({ key: name, given: text, reason: { kind: 'unknown' } });
  }
  // In the order of the table, so that a bound may depend on a parameter named before it.
  for (const parameter of parameters) {
    if (!given.has(parameter)) continue;
    const text = given.get(parameter);
    const value = parse(parameter, text);
    const reason = reasonAgainst(parameter, value, state);
    if (reason) refused.push({ key: attributeName(parameter.key), given: text, reason });
    else state[parameter.key] = value;
  }
  // Whatever nobody gave follows what was given.
  return { state: settle(parameters, state), refused };
}

/**
 * Text means what it would as an attribute, since some frameworks set nothing else; a choice may be
 * named by a number.
 * @param {Parameter} p @param {unknown} value
 */
function asGiven(p, value) {
  if (typeof value === 'string') return parse(p, value);
  return p.type === 'choice' && typeof value === 'number' ? String(value) : value;
}

/**
 * Take values of any kind into a state. What is unknown or may not be is refused and what was there
 * stays.
 * @param {readonly Parameter[]} parameters
 * @param {unknown} patch values by key; anything else gives nothing
 * @param {State} base
 * @returns {{ state: State, refused: Refusal[] }}
 */
export function mergeState(parameters, patch, base) {
  const given = Object(patch);
  const state = { ...base };
  /** @type {Refusal[]} */
  const refused = Object.keys(given)
    .filter((key) => !parameters.some((p) => p.key === key))
    .map(unknown);
  for (const p of parameters) {
    if (!Object.hasOwn(given, p.key)) continue;
    const raw = readOnce(given, p.key);
    const value = asGiven(p, raw);
    const reason = reasonAgainst(p, value, state);
    if (reason) refused.push({ key: attributeName(p.key), given: briefly(raw), reason });
    else state[p.key] = copyOf(value);
  }
  return { state, refused };
}

/** The refusal of what has no meaning here. @param {string} key @returns {Refusal} */
export const unknown = (key) => ({ key, given: '', reason: { kind: 'unknown' } });

/**
 * Bring a state back inside bounds that moved (a query beyond a shortened sentence).
 * @param {readonly Parameter[]} parameters
 * @param {State} state
 * @returns {State}
 */
export function settle(parameters, state) {
  const settled = { ...state };
  for (const p of parameters) {
    if (reasonAgainst(p, settled[p.key], settled) === null) continue;
    settled[p.key] = copyOf(p.default);
    const max = boundOf(p.max, settled, Infinity);
    if (typeof settled[p.key] === 'number' && settled[p.key] > max) settled[p.key] = max;
  }
  return settled;
}
