// custom-elements.json: what editors know of the elements (custom-elements-manifest 1.0.0).
import { fillPlain } from '../../web/model/fill.js';
import { DARK, LIGHT } from '../../web/model/palette.js';
import { reference } from '../../web/model/texts/reference.en.js';
import { commonRows, rowsOf, sentenceOf } from './rows.mjs';
import { interfaceName } from './types.mjs';

const MODULE = 'build/site/attn-widgets.js';

/** @param {readonly import('./figures.mjs').Figure[]} figures */
export function manifestOf(figures) {
  const declarations = figures.map(declarationOf);
  const exports = figures.map(({ name }) => ({
    kind: 'custom-element-definition',
    name,
    declaration: { name: interfaceName(name), module: MODULE },
  }));
  const module = { kind: 'javascript-module', path: MODULE, declarations, exports };
  return { schemaVersion: '1.0.0', readme: 'README.md', modules: [module] };
}

/** @param {import('./figures.mjs').Figure} figure */
function declarationOf(figure) {
  const rows = rowsOf(figure);
  return {
    kind: 'class',
    customElement: true,
    tagName: figure.name,
    name: interfaceName(figure.name),
    summary: figure.title,
    attributes: [...rows, ...commonRows()].map(attributeOf),
    members: rows.map(memberOf),
    events: Object.entries(reference.events).map(([name, description]) => ({
      name,
      description,
      type: { text: 'CustomEvent' },
    })),
    cssParts: Object.entries(reference.parts).map(described),
    cssProperties: cssProperties().map(described),
    slots: [{ name: '', description: reference.slot }],
  };
}

/** @param {import('./rows.mjs').Row} row */
function attributeOf(row) {
  const { attribute, property, type, default: initial } = row;
  return {
    name: attribute,
    description: sentenceOf(row),
    type: { text: type },
    ...(initial && { default: initial }),
    ...(property && { fieldName: property }),
  };
}

/** @param {import('./rows.mjs').Row} row */
function memberOf({ attribute, property, type, default: initial, doc }) {
  return {
    kind: 'field',
    name: property,
    attribute,
    description: doc,
    type: { text: type },
    default: initial,
  };
}

/** @param {[string, string]} entry */
const described = ([name, description]) => ({ name, description });

/** @returns {[string, string][]} what a page may set, and what it does */
export function cssProperties() {
  const colours = Object.entries(LIGHT).map(([role, light]) => [
    `--attn-${role}`,
    fillPlain(reference.colour, { role, light, dark: DARK[role] }),
  ]);
  return [...Object.entries(reference.properties), ...colours];
}
