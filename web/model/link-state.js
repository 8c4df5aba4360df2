/**
 * The state of a figure as a link: `#attn-pattern?v=1&query=7&mask=causal`.
 *
 * Only what differs from the default is written, so links stay short. `v` is the version of the
 * spelling; version 1 is the only one so far.
 */

import { attributeName, readState, spell } from './parameters.js';

/** @typedef {import('./parameters.js').Parameter} Parameter */
/** @typedef {import('./parameters.js').State} State */

export const LINK_VERSION = 1;

/** Longer links are refused unread. A text of 8,000 units takes up to nine times as many here. */
export const LINK_MAX_LENGTH = 80_000;

/**
 * @param {string} name the element's name
 * @param {readonly Parameter[]} parameters
 * @param {State} state
 * @returns {string} without the leading #
 */
export function writeLink(name, parameters, state) {
  const query = new URLSearchParams({ v: String(LINK_VERSION) });
  for (const parameter of parameters) {
    const text = spell(parameter, state[parameter.key]);
    if (text !== spell(parameter, parameter.default)) query.set(attributeName(parameter.key), text);
  }
  // A comma is harmless in a fragment and easier to read than %2C.
  return `${name}?${query.toString().replaceAll('%2C', ',')}`;
}

/**
 * Take a link apart without knowing the figure.
 * @param {string} fragment with or without the leading #
 * @returns {{ kind: 'none' } | { kind: 'anchor', id: string }
 *   | { kind: 'figure', name: string, query: string } | { kind: 'broken', text: string }}
 */
export function splitLink(fragment) {
  const text = asWritten(fragment.replace(/^#/, ''));
  if (text === '') return { kind: 'none' };
  const figure = /^(attn-[a-z\d-]+)(?:\?(.*))?$/s.exec(text);
  if (figure) return { kind: 'figure', name: figure[1], query: figure[2] ?? '' };
  if (text.length > LINK_MAX_LENGTH) return { kind: 'broken', text: `${text.slice(0, 40)}…` };
  if (/^[a-z][\w-]*$/i.test(text)) return { kind: 'anchor', id: text };
  return { kind: 'broken', text: text.slice(0, 80) };
}

/** Some programs encode the ? of an address they are given, and with it every &. @param {string} text */
function asWritten(text) {
  if (text.includes('?') || !/%3F/i.test(text)) return text;
  return text.replace(/%3F/i, '?').replace(/%26/g, '&').replace(/%3D/gi, '=');
}

/**
 * Read the state part of a link (behind the ?).
 * @param {readonly Parameter[]} parameters
 * @param {string} query
 * @returns {{ state: State, refused: import('./parameters.js').Refusal[] }}
 */
export function readLink(parameters, query) {
  /** @type {(key: string, given: string, reason: import('./parameters.js').Reason) => any} */
  const refuse = (key, given, reason) => ({
    ...readState(parameters, []),
    refused: [{ key, given, reason }],
  });
  const { length } = query;
  if (length > LINK_MAX_LENGTH) {
    return refuse('link', '', { kind: 'length', length: LINK_MAX_LENGTH, given: length });
  }
  const entries = [...new URLSearchParams(query)];
  const version = entries.find(([name]) => name === 'v')?.[1];
  const rest = entries.filter(([name]) => name !== 'v');
  if (version !== undefined && version !== String(LINK_VERSION)) {
    return refuse('v', version, { kind: 'choice', values: [String(LINK_VERSION)] });
  }
  const once = new Set();
  const twice = new Set();
  for (const [name] of rest) (once.has(name) ? twice : once).add(name);
  const { state, refused } = readState(
    parameters,
    rest.filter(([name]) => !twice.has(name)),
  );
  return { state, refused: [...[...twice].map(givenTwice), ...refused] };
}

/** Which of two values was meant nobody knows. @param {string} key @returns {import('./parameters.js').Refusal} */
const givenTwice = (key) => ({ key, given: '', reason: { kind: 'twice' } });
