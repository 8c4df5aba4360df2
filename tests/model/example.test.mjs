import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EXAMPLE_TOKENS,
  contentWordScores,
  distinctNames,
  exampleScores,
  neighbourScores,
} from '../../web/model/example.js';
import { fill, fillPlain } from '../../web/model/fill.js';
import { count, fixed, percent, score, significant } from '../../web/model/format.js';
import { moveInGrid } from '../../web/model/grid-keys.js';

const row = (scores, q) =>
  Array.from(scores.subarray(q * 10, q * 10 + 10), (s) => Number(s.toFixed(2)));

test('the hand-made scores are those of the table in chapter 2', () => {
  const scores = exampleScores();
  assert.deepEqual(row(scores, 7), [0, 2.1, 0, 0, 0, 3.4, 0, 0, 0, 2.8]);
  assert.deepEqual(row(scores, 0), [1, 2.4, 0, 0, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(row(scores, 4), [0, 0, 0, 0, 1, 2.4, 0, 0, 0, 0]);
  assert.deepEqual(row(scores, 1), [1.2, 1.4, 2.2, 0, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(row(scores, 5), [0, 0, 2.2, 0, 1.2, 1.4, 0, 0, 0, 1.6]);
});

test('the neighbour head looks at itself where there is no neighbour', () => {
  assert.equal(row(neighbourScores(10, 1), 9)[9], 5);
  assert.equal(row(neighbourScores(10, -1), 0)[0], 5);
  assert.equal(row(neighbourScores(10, -1), 7)[6], 5);
});

test('content words score the same for every query', () => {
  const scores = contentWordScores(EXAMPLE_TOKENS);
  for (let q = 0; q < 10; q++) assert.deepEqual(row(scores, q), [0, 3, 0, 0, 0, 3, 0, 0, 0, 3]);
});

test('only words that occur twice get their position', () => {
  assert.deepEqual(distinctNames(EXAMPLE_TOKENS).slice(0, 5), [
    'the (0)',
    'robot',
    'picked',
    'up',
    'the (4)',
  ]);
});

test('numbers are written with true minus signs, no negative zero, and words for infinities', () => {
  assert.equal(score(-1.5), '−1.50');
  assert.equal(score(-0.0001), '0.00');
  assert.equal(score(-Infinity), '−∞');
  assert.equal(percent(0.4866), '48.7\u00a0%');
  assert.equal(count(36864), '36,864');
  assert.equal(significant(1.2e-9), '1.20e−9');
  assert.equal(significant(0.000123), '0.000123');
  assert.equal(fixed(Number.NaN), 'NaN');
});

test('a sentence with an unfilled place is an error, not a gap', () => {
  assert.equal(fillPlain('{a} and {b}', { a: 1, b: 2 }), '1 and 2');
  assert.throws(() => fill('{a} and {b}', { a: 1 }), /place \{b\} has no value/);
});

test('keys walk a grid and stop at its edges', () => {
  const from = { row: 1, column: 1 };
  const go = (event, rows = 3, columns = 4) => moveInGrid(event, from, rows, columns);
  assert.deepEqual(go({ key: 'ArrowDown' }), { row: 2, column: 1 });
  assert.deepEqual(go({ key: 'ArrowDown', shiftKey: true }), { row: 2, column: 1 });
  assert.deepEqual(go({ key: 'Home' }), { row: 1, column: 0 });
  assert.deepEqual(go({ key: 'End', ctrlKey: true }), { row: 2, column: 3 });
  assert.equal(go({ key: 'a' }), null);
  assert.deepEqual(moveInGrid({ key: 'ArrowDown' }, { row: 0, column: 2 }, 1, 4), {
    row: 0,
    column: 3,
  });
  assert.deepEqual(moveInGrid({ key: 'ArrowRight' }, { row: 2, column: 0 }, 4, 1), {
    row: 3,
    column: 0,
  });
});
