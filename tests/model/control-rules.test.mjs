import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readControls } from '../../web/model/control-rules.js';

const NAMES = ['query', 'mask', 'seed'];
const shown = (text) => {
  const rules = readControls(text, NAMES);
  return [...NAMES, 'buttons', 'footer']
    .filter((name) => !rules.hides(name))
    .map((name) => (rules.locks(name) ? `${name}!` : name))
    .join(' ');
};

test('without a word everything is shown and nothing is locked', () => {
  assert.equal(shown(''), 'query mask seed buttons footer');
});

test('names show only those named, and the footer', () => {
  assert.equal(shown('mask, seed'), 'mask seed footer');
  assert.equal(shown('mask buttons -footer'), 'mask buttons');
});

test('a minus hides one, and the rest stays', () => {
  assert.equal(shown('-seed'), 'query mask buttons footer');
});

test('a locked one is shown, and alone it hides no other', () => {
  assert.equal(shown('query:locked'), 'query! mask seed buttons footer');
  assert.equal(shown('mask query:locked'), 'query! mask footer');
});

test('none hides all, and what is locked stays locked; locked locks all', () => {
  assert.equal(shown('none'), 'footer');
  assert.equal(readControls('none query:locked', NAMES).locks('query'), true);
  assert.equal(shown('locked'), 'query! mask! seed! buttons! footer!');
});

test('words that name nothing are told', () => {
  const { unknown } = readControls('mask colour -size __proto__:locked seed:open', NAMES);
  assert.deepEqual(unknown, ['colour', '-size', '__proto__:locked', 'seed:open']);
});
