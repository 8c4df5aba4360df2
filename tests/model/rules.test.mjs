// Scores by rule, for sentences that no hand made a pattern for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXAMPLE_TOKENS, exampleScores } from '../../web/model/example.js';
import { readMatrix } from '../../web/model/matrix-text.js';
import { RULES, ruleScores, scoresOf, togglePair } from '../../web/model/rules.js';

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

test('the hand-made scores are those of the example alone; another sentence has the same word', () => {
  const state = { rule: 'example' };
  assert.deepEqual(scoresOf(EXAMPLE_TOKENS, state), exampleScores());
  assert.deepEqual(scoresOf(TOKENS, state), ruleScores(TOKENS, 'same'));
  assert.deepEqual(scoresOf(EXAMPLE_TOKENS, { rule: 'next' }), ruleScores(EXAMPLE_TOKENS, 'next'));
});

test('pairs that are set score 3, each once, and go when they are set again', () => {
  const pairs = togglePair(togglePair([], 1, 2), 2, 1);
  assert.deepEqual(pairs, [1, 2, 2, 1]);
  const scores = scoresOf(['a', 'b', 'c'], { rule: 'pairs', pairs });
  assert.deepEqual([...scores], [0, 0, 0, 0, 0, 3, 0, 3, 0]);
  assert.deepEqual(togglePair(pairs, 1, 2), [2, 1]);
  assert.deepEqual(togglePair([0, 1, 1, 1], 1, 1), [0, 1]);
});

test('given scores come before every rule', () => {
  const scores = scoresOf(['a', 'b'], { rule: 'pairs', pairs: [0, 0], scores: '1,2;3,4' });
  assert.deepEqual([...scores], [1, 2, 3, 4]);
});

test('a matrix is read from rows of text and from JSON', () => {
  const ways = ['1,-2;0.5,4e1', '1 -2\n0.5 40', ' 1, -2 ;\n 0.5, 40 ', '[[1,-2],[0.5,40]]', '[ [1, -2], [0.5, 40] ]']; // prettier-ignore
  for (const text of ways) assert.deepEqual([...readMatrix(text, 2)], [1, -2, 0.5, 40], text);
  assert.deepEqual([...readMatrix('7', 1)], [7]);
});

test('what is no matrix of the size is none at all', () => {
  const wrong = ['', '1,2', '1,2;3', '1,2;3,4;5,6', '1,2,3;4,5,6', 'a,b;c,d', '1,2;3,1e39', '1,2;3,0x10', '1,2;3,0b1', '1,2;3,1e309', '1,2;3,', '[[1,2],[3,null]]']; // prettier-ignore
  for (const text of wrong) assert.equal(readMatrix(text, 2), null, text);
});
