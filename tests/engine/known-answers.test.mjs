// The known answers are computed here once more, in float64 and from the formulas.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTIONS, TOLERANCE, examine, simpleNumbers } from '../../web/engine/known-answers.js';
import { IT_ROW } from './samples.mjs';

function softmax(scores) {
  const exponentials = scores.map((score) => Math.exp(score - Math.max(...scores)));
  const sum = exponentials.reduce((a, b) => a + b);
  return exponentials.map((e) => e / sum);
}

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const row = (matrix, i, width) => matrix.slice(i * width, (i + 1) * width);

function attention() {
  const [query, key, value] = [simpleNumbers(18, 0), simpleNumbers(30, 4), simpleNumbers(15, 11)];
  return [0, 1, 2].flatMap((q) => {
    const keys = [0, 1, 2, 3, 4].filter((k) => k <= q + 2);
    const weights = softmax(keys.map((k) => dot(row(query, q, 6), row(key, k, 6)) / Math.sqrt(6)));
    return [0, 1, 2].map((d) =>
      dot(
        weights,
        keys.map((k) => value[k * 3 + d]),
      ),
    );
  });
}

function linear() {
  const [x, w] = [simpleNumbers(18, 2), simpleNumbers(27, 7)];
  return [0, 1].flatMap((r) => [0, 1, 2].map((o) => dot(row(x, r, 9), row(w, o, 9))));
}

const POINTS = [-3, -0.5, 0.25, 1, 6.5];
const COMPUTED = [
  softmax(IT_ROW),
  attention(),
  linear(),
  ...[Math.exp, Math.tanh].map((f) => POINTS.map(f)),
  [-0.9999779095, -0.5204998778, 0.2763263902, 0.8427007929, 1], // erf, from tables
  ...[Math.sin, Math.cos].map((f) => POINTS.map(f)),
  [0.001, 0.5, 1.5, 10, 1e6].map(Math.log),
];

test('the stored answers are those of the formulas', () => {
  assert.equal(QUESTIONS.length, COMPUTED.length);
  QUESTIONS.forEach(({ answer }, i) => {
    assert.equal(answer.length, COMPUTED[i].length);
    answer.forEach((stored, j) => {
      const want = COMPUTED[i][j];
      assert.ok(Math.abs(stored - want) <= 1e-7 * Math.max(1, Math.abs(want)), `${i}, ${j}`);
    });
  });
});

test('a machine that throws, answers NaN, too little or slightly wrong is not trusted', () => {
  const answering = (change) => {
    let i = 0;
    return examine({
      run: () => {
        const answer = change(Float32Array.from(QUESTIONS[i++].answer));
        return { weights: answer, output: answer, y: answer };
      },
    });
  };
  assert.equal(answering((answer) => answer).ok, true);
  assert.equal(answering((answer) => answer.map((x, j) => (j === 2 ? NaN : x))).ok, false);
  assert.equal(answering((answer) => answer.slice(1)).ok, false);
  const off = answering((answer) => answer.map((x, j) => (j === 4 ? x + 1e-4 : x)));
  assert.equal(off.ok, false);
  assert.ok(off.maxError > TOLERANCE && off.maxError < 2e-4);
  const thrower = examine({
    run: () => {
      throw new WebAssembly.RuntimeError('unreachable');
    },
  });
  assert.equal(thrower.ok, false);
});
