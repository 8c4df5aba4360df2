// Scores by rule, for sentences that no hand made a pattern for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RULES, ruleScores } from '../../web/model/rules.js';

const TOKENS = ['The', 'cat', ',', 'the', 'dog'];
const row = (rule, q) => [...ruleScores(TOKENS, rule)].slice(q * 5, (q + 1) * 5);

test('every rule gives a whole matrix without NaN', () => {
  for (const rule of RULES) {
    const scores = ruleScores(TOKENS, rule);
    assert.equal(scores.length, 25);
    assert.ok(scores.every(Number.isFinite), rule);
  }
});

test('next and previous point at the neighbour, at themselves at the edge', () => {
  assert.deepEqual(row('next', 0), [0, 5, 0, 0, 0]);
  assert.deepEqual(row('next', 4), [0, 0, 0, 0, 5]);
  assert.deepEqual(row('previous', 0), [5, 0, 0, 0, 0]);
  assert.deepEqual(row('previous', 3), [0, 0, 5, 0, 0]);
});

test('the same word is the same in small letters and capitals', () => {
  assert.deepEqual(row('same', 3), [3, 0, 0, 3, 0]);
  assert.deepEqual(row('same', 1), [0, 3, 0, 0, 0]);
});

test('content words are neither stop words nor marks', () => {
  assert.deepEqual(row('content', 2), [0, 3, 0, 0, 3]);
});

test('one rule looks at the first token alone', () => {
  assert.deepEqual(row('first', 4), [3, 0, 0, 0, 0]);
});
