import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../../web/model/texts/en.js';
import { refusalText } from '../../web/widgets/frame/refusals.js';

const said = (given) =>
  refusalText({ key: 'mask', given, reason: { kind: 'choice', values: ['none'] } }, en.notice);

test('a notice shortens what was given by graphemes, none of them cut', () => {
  const family = '👨‍👩‍👧';
  assert.equal(said(family.repeat(50)), `“mask” must be one of none, not “${family.repeat(39)}…”.`);
});

test('a notice shows what cannot be seen, and nothing in it turns the rest around', () => {
  assert.equal(said('a\u202eb \ud800\t'), '“mask” must be one of none, not “a‹202E›b ‹D800›⇥”.');
});
