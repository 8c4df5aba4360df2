import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeState } from '../../web/model/parameters.js';
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

test('every refusal says which field, what was expected and what came', () => {
  const parameters = [
    { key: 'whole', type: 'integer', default: 1, min: 0, max: 9 },
    { key: 'real', type: 'number', default: 1, min: 0, max: 9 },
    { key: 'yes', type: 'boolean', default: true },
    { key: 'kind', type: 'choice', values: ['a', 'b'], default: 'a' },
    { key: 'exact', type: 'list', default: [1, 2], length: 2 },
    { key: 'points', type: 'list', default: [1, 2], minLength: 2, maxLength: 4, group: 2 },
    { key: 'text', type: 'text', default: '', maxLength: 2000 },
    { key: 'matrix', type: 'text', default: '', maxLength: 2000, matrixSize: () => 2 },
  ];
  const said = (given) =>
    mergeState(parameters, given, {}).refused.map((one) => refusalText(one, en.notice))[0];
  for (const [given, sentence] of [
    [{ whole: 1.5 }, '“whole” must be a whole number, not “1.5”.'],
    [{ real: NaN }, '“real” must be a number, not “NaN”.'],
    [{ real: Infinity }, '“real” must be from 0 to 9, not “Infinity”.'],
    [{ yes: 'no' }, '“yes” must be true or false, not “no”.'],
    [{ kind: 'c' }, '“kind” must be one of a, b, not “c”.'],
    [{ exact: [1] }, '“exact” must be 2 numbers, not “1”.'],
    [{ exact: [1, {}] }, '“exact” must be a number, not “1,…”.'],
    [{ points: [] }, '“points” must be at least 2 numbers, not “”.'],
    [{ points: [1, 2, 3] }, '“points” must be numbers in groups of 2, not “1,2,3”.'],
    [{ points: Array(6).fill(1) }, '“points” must be at most 4 numbers, not 6.'],
    [{ text: 7 }, '“text” must be text, not “7”.'],
    [{ text: 'x'.repeat(9e6) }, '“text” must be at most 2,000 characters, not 9,000,000.'],
    [{ matrix: '1,2' }, '“matrix” must be 2 rows of 2 numbers, not “1,2”.'],
  ])
    assert.equal(said(given), sentence);
});

test('of what was given a notice reads no more than it shows, whatever it is made of', () => {
  for (const sign of ['x ', '\u0301', '\u202e', 'e\u0301', '👨‍👩‍👧']) {
    const [start, length] = [performance.now(), said(sign.repeat(100_000)).length];
    assert.ok(length < 600, `${length} signs`);
    assert.ok(performance.now() - start < 200);
  }
});
