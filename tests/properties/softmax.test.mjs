import assert from 'node:assert/strict';
import { close, property, sameBits } from './property.mjs';

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const rowsOf = (numbers, cols) =>
  Array.from({ length: numbers.length / cols }, (_, row) =>
    numbers.subarray(row * cols, (row + 1) * cols),
  );

/** Scores of every kind that breaks naive code. */
function hardScores(draw, count) {
  const kind = draw.whole(0, 5);
  if (kind === 0) return draw.numbers(count, 5).map((x) => x + 95);
  if (kind === 1) return draw.numbers(count).map((x) => Math.fround(x * 1e30));
  if (kind === 2) return draw.numbers(count, 1e-30);
  if (kind === 3) return draw.numbers(count).map((x) => (draw.chance(0.3) ? -Infinity : x));
  if (kind === 4) return new Float32Array(count).fill(draw.among([0, -7, 88.7, 3e38, -3e38]));
  return draw.numbers(count, 3);
}

property(
  'Rows of weights are from 0 to 1 and sum to 1, or to 0 without a key',
  300,
  (engine, draw) => {
    const rows = draw.whole(1, 5);
    const cols = draw.whole(1, 40);
    const temperature = draw.among([1, 1, 1e-3, 0.1, 5, 0, Infinity]);
    const trace = engine.softmax({
      scores: hardScores(draw, rows * cols),
      rows,
      cols,
      temperature,
    });
    rowsOf(trace.weights, cols).forEach((row, i) => {
      assert.ok(row.every((weight) => weight >= 0 && weight <= 1));
      const isEmpty = trace.rowMax[i] === -Infinity;
      close([sum(row)], [isEmpty ? 0 : 1], { rtol: 0, atol: 2e-6 }, 'row sum');
      assert.ok(trace.entropy[i] >= 0 && trace.entropy[i] <= Math.log(cols) + 1e-5, 'entropy');
    });
  },
);

property('A constant added to all scores changes nothing', 300, (engine, draw) => {
  const cols = draw.whole(1, 33);
  const scores = draw.grid(cols);
  const constant = draw.whole(-1000, 1000);
  const plain = engine.softmax({ scores, cols });
  const moved = engine.softmax({ scores: scores.map((score) => score + constant), cols });
  sameBits(moved.weights, plain.weights, 'weights');
  sameBits(moved.entropy, plain.entropy, 'entropy');
});

property('A temperature is a division of the scores', 200, (engine, draw) => {
  const cols = draw.whole(1, 20);
  const scores = draw.grid(cols);
  const temperature = draw.among([0.25, 0.5, 2, 8]);
  const cooled = engine.softmax({ scores, cols, temperature });
  const divided = engine.softmax({ scores: scores.map((score) => score / temperature), cols });
  sameBits(cooled.weights, divided.weights, 'weights');
});

property(
  'Temperature 0 shares equally among the largest, infinity among the allowed',
  200,
  (engine, draw) => {
    const cols = draw.whole(1, 20);
    const scores = draw.numbers(cols).map((score) => Math.round(score));
    const allow = draw.bits(cols);
    const options = { scores, cols, allow, allowShape: [1, cols] };
    const allowed = scores.map((score, k) => (allow[k] ? score : -Infinity));
    const largest = Math.max(...allowed);
    const winners = allowed.map((score) => Number(score === largest && score > -Infinity));
    const share = (bits) => bits.map((bit) => (bit ? 1 / sum(bits) : 0));
    const { weights: cold } = engine.softmax({ ...options, temperature: 0 });
    close(cold, share(winners), {}, 'cold');
    const { weights: hot } = engine.softmax({ ...options, temperature: Infinity });
    close(hot, share(Float32Array.from(allow)), {}, 'hot');
  },
);

property('A forbidden key counts as one that is not there', 300, (engine, draw) => {
  const cols = draw.whole(1, 25);
  const scores = draw.numbers(cols, 3);
  const allow = draw.bits(cols, 0.6);
  const { weights } = engine.softmax({ scores, cols, allow, allowShape: [cols] });
  const left = scores.filter((_, k) => allow[k]);
  const alone = engine.softmax({ scores: left, cols: left.length }).weights;
  // only the order of the sum differs
  const allowed = weights.filter((_, k) => allow[k]);
  close(allowed, alone, { rtol: 2e-6, atol: 1e-45 }, 'the allowed');
  assert.ok(weights.every((weight, k) => allow[k] || weight === 0));
});

property('The gradient is the Jacobian times the gradient of the weights', 200, (engine, draw) => {
  const cols = draw.whole(1, 12);
  const { weights } = engine.softmax({ scores: draw.numbers(cols, 2), cols });
  const gradWeights = draw.numbers(cols);
  const { jacobian } = engine.softmaxJacobian({ weights });
  const product = Array.from({ length: cols }, (_, j) =>
    sum(Array.from(gradWeights, (g, i) => g * jacobian[i * cols + j])),
  );
  const { gradScores } = engine.softmaxBackward({ weights, gradWeights, rows: 1, cols });
  close(gradScores, product, { rtol: 1e-4, atol: 1e-6 }, 'gradient');
});

property(
  'The logarithm of the softmax is that of the weights, and finite where they are not',
  300,
  (engine, draw) => {
    const rows = draw.whole(1, 4);
    const cols = draw.whole(1, 30);
    const scores = hardScores(draw, rows * cols);
    const { weights } = engine.softmax({ scores, rows, cols });
    const { logWeights } = engine.logSoftmax({ scores, rows, cols });
    logWeights.forEach((logWeight, i) => {
      assert.ok(logWeight <= 0, `a logarithm of ${logWeight}`);
      if (weights[i] > 1e-30)
        close([logWeight], [Math.log(weights[i])], { rtol: 1e-5, atol: 2e-6 });
    });
  },
);
