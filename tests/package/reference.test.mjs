// One table describes every attribute; code, editors, types and docs must agree on it.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { loadFigures } from '../../tools/reference/figures.mjs';
import { manifestOf } from '../../tools/reference/manifest.mjs';
import { markdownOf } from '../../tools/reference/markdown.mjs';
import { rowsOf } from '../../tools/reference/rows.mjs';
import { reference } from '../../web/model/texts/reference.en.js';
import { read, ROOT } from '../structure/files.mjs';

const figures = await loadFigures();
const SCHEMA = `${ROOT}node_modules/custom-elements-manifest/schema.json`;

test('every parameter of every figure says what it is, and nothing else is described', () => {
  const described = Object.entries(reference.figures).map(([name, docs]) => [name, ...keys(docs)]);
  const real = figures.map(({ name, parameters }) => [
    name,
    ...parameters.map(({ key }) => key).sort(),
  ]);
  assert.deepEqual(described, real);
});

const keys = (docs) => Object.keys(docs).sort();

test('no parameter has a name that the frame of all figures uses itself', () => {
  const taken = figures.flatMap(({ name, parameters }) => {
    const frame = Object.getPrototypeOf(globalThis.customElements.get(name)).prototype;
    return parameters.map(({ key }) => key).filter((key) => key in frame);
  });
  assert.deepEqual(taken, []);
});

test('a row says type, range and default', () => {
  const rows = rowsOf(figures.find(({ name }) => name === 'attn-pattern'));
  const { doc, ...hide } = rows.find(({ property }) => property === 'zeroAfter');
  assert.match(doc, /after the softmax/);
  assert.deepEqual(hide, {
    attribute: 'zero-after',
    property: 'zeroAfter',
    type: 'boolean',
    kind: 'true or false',
    values: 'true, false',
    default: 'false',
    since: '0.1.0',
  });
  const valuesOf = (name) => rows.find(({ property }) => property === name).values;
  assert.equal(valuesOf('query'), '0 to 9, the end depends on the state');
  assert.equal(valuesOf('pairs'), 'whole; 0 to 9, the end depends on the state; at most 128 of them; in groups of 2'); // prettier-ignore
});

test('docs/elements.md is what the figures say', () => {
  const now = markdownOf(figures);
  assert.equal(read('docs/elements.md'), now, 'node tools/reference/write.mjs');
});

test('the manifest for editors follows its schema and describes what travels', () => {
  const validate = new Ajv({ schemaId: 'auto' }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));
  const built = JSON.parse(read('build/site/custom-elements.json'));
  assert.ok(validate(built), JSON.stringify(validate.errors));
  assert.deepEqual(built, manifestOf(figures));
  const widgets = read('build/site/attn-widgets.js');
  const tags = built.modules[0].declarations.map(({ tagName }) => tagName);
  assert.equal(tags.length, 17);
  assert.deepEqual(
    tags.filter((tag) => !widgets.includes(tag)),
    [],
  );
});
