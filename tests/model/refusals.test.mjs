import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeState, readState } from '../../web/model/parameters.js';
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
    { key: 'order', type: 'list', whole: true, default: [], maxLength: 4, min: 0, max: 9 },
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
    [{ whole: null }, '“whole” must be a whole number, not “null”.'],
    [{ real: { a: 1 } }, '“real” must be a number, not “{…}”.'],
    [{ real: () => 1 }, '“real” must be a number, not “{…}”.'],
    [{ whole: [3] }, '“whole” must be a whole number, not “[3]”.'],
    [{ real: '' }, '“real” must be a number, not “”.'],
    [{ yes: 1 }, '“yes” must be true or false, not “1”.'],
    [{ kind: ['a'] }, '“kind” must be one of a, b, not “[…]”.'],
    [{ exact: [1] }, '“exact” must be 2 numbers, not “[1]”.'],
    [{ exact: '3' }, '“exact” must be 2 numbers, not “3”.'],
    [{ exact: 3 }, '“exact” must be a list of numbers, not “3”.'],
    [{ exact: 'one' }, '“exact” must be 2 numbers, not “one”.'],
    [{ exact: 'one,2' }, '“exact” must be a list of numbers, not “one,2”.'],
    [{ exact: [1, {}] }, '“exact” must be a list of numbers, not “[1,…]”.'],
    [{ order: 2 }, '“order” must be a list of whole numbers, not “2”.'],
    [{ order: [0, 1.5] }, '“order” must be a list of whole numbers, not “[0,1.5]”.'],
    [{ order: [0, 10] }, '“order” must be from 0 to 9, not “[0,10]”.'],
    [{ points: [] }, '“points” must be at least 2 numbers, not “[]”.'],
    [{ points: [1, 2, 3] }, '“points” must be numbers in groups of 2, not “[1,2,3]”.'],
    [{ points: Array(6).fill(1) }, '“points” must be at most 4 numbers, not 6.'],
    [{ text: 7 }, '“text” must be text, not “7”.'],
    [{ text: 'x'.repeat(9e6) }, '“text” must be at most 2,000 characters, not 9,000,000.'],
    [{ matrix: '1,2' }, '“matrix” must be 2 rows of 2 numbers, not “1,2”.'],
  ])
    assert.equal(said(given), sentence);
});

test('a million digits that end in none are refused', () => {
  // Where each of them is tried as the last this takes hours.
  const real = { key: 'real', type: 'number', default: 0 };
  const { refused } = readState([real], [['real', `${'1'.repeat(1e6)}x`]]);
  assert.equal(refused[0].reason.kind, 'number');
});

test('of what was given a notice reads no more than it shows, whatever it is made of', () => {
  for (const sign of ['x ', '\u0301', '\u202e', 'e\u0301', '👨‍👩‍👧']) {
    const [start, length] = [performance.now(), said(sign.repeat(100_000)).length];
    assert.ok(length < 600, `${length} signs`);
    assert.ok(performance.now() - start < 200);
  }
});

test('a number that the engine would take for infinity is refused, however it is spelled', () => {
  const temperature = { key: 'temperature', type: 'number', default: 1, min: 0, max: Infinity };
  const seed = { key: 'seed', type: 'integer', default: 7, min: 0, max: 9 };
  const told = ({ refused }) => refused.map((one) => refusalText(one, en.notice));
  const read = (name, text) => told(readState([temperature, seed], [[name, text]]));
  const tooLarge = (given) => [`“temperature” must be from 0 to 3e+38, not “${given}”.`];
  assert.deepEqual(read('temperature', '1e309'), tooLarge('1e309'));
  assert.deepEqual(read('temperature', '1e39'), tooLarge('1e39'));
  assert.deepEqual(told(mergeState([temperature], { temperature: 1e300 }, {})), tooLarge('1e+300'));
  assert.deepEqual(read('seed', '1e309'), ['“seed” must be from 0 to 9, not “1e309”.']);
  for (const text of ['1e38', 'inf', 'Infinity', '+∞'])
    assert.deepEqual(read('temperature', text), [], text);
});

test('a value that cannot be read, never ends or changes is refused, or taken as first read', () => {
  const list = { key: 'list', type: 'list', default: [1], min: 0, max: 9, maxLength: 4 };
  const merge = (value) => mergeState([list], { list: value }, { list: [1] });
  const trap = () => {
    throw new Error('read');
  };
  const revoked = Proxy.revocable([], {});
  revoked.revoke();
  for (const value of [
    new Proxy([], { get: trap }),
    new Proxy({}, { get: trap, getPrototypeOf: trap }),
    new Proxy(() => 1, { get: trap }),
    Object.assign(() => 1, { toString: trap }),
    revoked.proxy,
    Object.defineProperty([1, 2], 0, { get: trap }),
    new Array(4e9),
  ]) {
    const start = performance.now();
    const { state, refused } = merge(value);
    assert.deepEqual([state.list, refused.length], [[1], 1]);
    assert.ok(performance.now() - start < 500, 'at once');
  }
  let reads = 0;
  const changing = Object.defineProperty([0], 0, { get: () => (reads++ ? 'other' : 3) });
  assert.deepEqual(merge(changing).state.list, [3]);
  const endless = Object.assign([1, 2], {
    *[Symbol.iterator]() {
      for (;;) yield 1;
    },
  });
  assert.deepEqual(merge(endless).state.list, [1, 2]);
});
