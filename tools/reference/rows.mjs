// The table that code, types, editors and documentation share: one row an attribute.
import { attributeName, defaultState, spell } from '../../web/model/parameters.js';
import { fillPlain } from '../../web/model/fill.js';
import { reference } from '../../web/model/texts/reference.en.js';

/**
 * @typedef {object} Row
 * @property {string} attribute
 * @property {string} property
 * @property {string} type of the property, as TypeScript writes it
 * @property {string} kind the same in words
 * @property {string} values what it may be, in words
 * @property {string} default as the attribute spells it
 * @property {string} since version
 * @property {string} doc what it is
 */

/** @param {import('./figures.mjs').Figure} figure @returns {Row[]} */
export function rowsOf({ name, parameters }) {
  const state = defaultState(parameters);
  return parameters.map((parameter) => ({
    attribute: attributeName(parameter.key),
    property: parameter.key,
    type: typeOf(parameter),
    kind: reference.types[parameter.type],
    values: valuesOf(parameter, state),
    default: spell(parameter, parameter.default),
    since: reference.since[name]?.[parameter.key] ?? reference.firstVersion,
    doc: reference.figures[name][parameter.key],
  }));
}

/** What every figure has besides; attributes alone, without a property. @returns {Row[]} */
export function commonRows() {
  return Object.entries(reference.common).map(([key, { type, values, since, doc }]) => ({
    attribute: key,
    property: '',
    type,
    kind: reference.types[values ? 'choice' : 'text'],
    values: values ?? '',
    default: '',
    since: since ?? reference.firstVersion,
    doc,
  }));
}

/** A row in one line; the type says what a choice may be. @param {Row} row */
export function sentenceOf({ doc, values, type }) {
  return values === '' || type === 'boolean' || type.startsWith("'") ? doc : `${doc} (${values})`;
}

/** @param {import('../../web/model/parameters.js').Parameter} parameter */
function typeOf({ type, values }) {
  if (type === 'choice') return values.map((value) => `'${value}'`).join(' | ');
  if (type === 'list') return 'readonly number[]';
  return { boolean: 'boolean', text: 'string' }[type] ?? 'number';
}

/** @param {import('../../web/model/parameters.js').Parameter} p @param {object} state */
function valuesOf(p, state) {
  const { ranges } = reference;
  const count = (sentence, n) => (n === undefined ? [] : [fillPlain(sentence, { count: n })]);
  switch (p.type) {
    case 'boolean':
      return 'true, false';
    case 'choice':
      return p.values.join(', ');
    case 'text':
      return [...count(ranges.characters, p.maxLength), ...count(ranges.tokens, p.maxTokens)].join(
        '; ',
      );
    case 'list': {
      const exact = p.length ?? (p.minLength === p.maxLength ? p.maxLength : undefined);
      const most = exact === undefined ? p.maxLength : undefined;
      return [
        ...(p.whole ? [ranges.whole] : []),
        range(p, state),
        ...count(ranges.exactly, exact),
        ...count(ranges.atMost, most),
        ...count(ranges.groups, p.group),
      ].join('; ');
    }
    default:
      return range(p, state);
  }
}

/** A bound that depends on the state is given for the default. */
function range(p, state) {
  const { ranges } = reference;
  const bound = (b) => (typeof b === 'function' ? b(state) : b);
  const max = bound(p.max);
  const text = fillPlain(max === Infinity ? ranges.from : ranges.between, {
    min: written(bound(p.min)),
    max: written(max),
  });
  return typeof p.max === 'function' ? `${text}, ${ranges.depends}` : text;
}

const written = (number) => String(number).replace('-', '−').replace('Infinity', '∞');
