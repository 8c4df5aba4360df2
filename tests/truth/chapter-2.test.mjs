// Chapter 2: reading a pattern, and the causal mask.
import assert from 'node:assert/strict';
import { EXAMPLE_TOKENS, distinctNames, exampleScores } from '../../web/model/example.js';
import { agree, differ, percents, printed, rowOf, says, tableOf } from './claims.mjs';

const IT = 7;
const [ROBOT, BALL, WAS, HEAVY] = [1, 5, 8, 9];
const UNNAMED = [0, 2, 3, 4, 6, 7, 8];
const SCORES = exampleScores();

const pattern = (engine, mask = {}) =>
  engine.softmax({ scores: SCORES, rows: 10, cols: 10, ...mask });
const weightsOf = (engine, mask, q = IT) => rowOf(pattern(engine, mask).weights, 10, q);
const CAUSAL = { causal: true };
const sum = (engine, row) => engine.dot({ a: row, b: new Float32Array(row.length).fill(1) }).dot;

/** Ball, heavy and robot, and each of the seven others, which must be alike. */
const unmaskedRow = (engine) => {
  const row = weightsOf(engine);
  for (const k of UNNAMED) assert.equal(row[k], row[0]);
  return percents(row[BALL], row[HEAVY], row[ROBOT], row[0]);
};

says(
  2,
  'With “it” selected, ball takes [48.7] %, heavy [26.7] %, robot [13.3] % and each of the other [seven] tokens [1.6] %; the entropy is [1.439] nats.',
  (engine, numbers) => {
    const [ball, heavy, robot, rest] = unmaskedRow(engine);
    const entropy = pattern(engine).entropy[IT];
    printed(numbers, [ball, heavy, robot, UNNAMED.length, rest, entropy]);
  },
);

says(
  2,
  'With the causal mask, ball takes [67.9] %, robot [18.5] % and the other [six] visible tokens [2.3] % each.',
  (engine, numbers) => {
    const row = weightsOf(engine, CAUSAL);
    const others = [...row].filter((weight, k) => weight > 0 && k !== BALL && k !== ROBOT);
    assert.ok(others.every((weight) => weight === row[0]));
    printed(numbers, [...percents(row[BALL], row[ROBOT]), others.length, 100 * row[0]]);
  },
);

says(
  2,
  'With “it” selected, ball takes [48.7] %, heavy [26.7] % and robot [13.3] %; the other [seven] tokens, “it” among them, take [1.6] % each. Together that is [1].',
  (engine, numbers) => {
    const [ball, heavy, robot, rest] = unmaskedRow(engine);
    printed(numbers.slice(0, 5), [ball, heavy, robot, UNNAMED.length, rest]);
    agree(engine, [sum(engine, weightsOf(engine))], [numbers[5].value]);
    assert.ok(UNNAMED.includes(IT));
  },
);

says(
  2,
  'It is [0] when one token takes everything and $\\ln 10 = 2.303$ nats when ten tokens share alike.',
  (engine, numbers) => {
    const hot = engine.softmax({ scores: [0, 1, 0], cols: 3, temperature: 0 });
    printed(numbers, hot.entropy);
    const even = engine.softmax({ scores: new Float32Array(10), cols: 10 }).entropy;
    assert.equal(even[0].toFixed(3), '2.303');
    agree(engine, even, engine.elementary({ name: 'log', x: [10] }).y);
  },
);

says(
  2,
  'The row of “it” has [1.439] nats (units of the natural logarithm), or [2.077] bits: as spread out as an even choice among [4.2] tokens.',
  (engine, numbers) => {
    const { entropy, entropyBits } = pattern(engine);
    const { y } = engine.elementary({ name: 'exp', x: [entropy[IT]] });
    printed(numbers, [entropy[IT], entropyBits[IT], y[0]]);
  },
);

says(
  2,
  'The row selected now is that of “it”; it has [1.439] nats and gives ball [48.7] %.',
  (engine, numbers) => {
    assert.equal(EXAMPLE_TOKENS[IT], 'it');
    printed(numbers, [pattern(engine).entropy[IT], 100 * weightsOf(engine)[BALL]]);
  },
);

says(2, 'So the scores of later keys are set to −∞ before the softmax, the others being left alone:', (engine) => {
  const { masked } = pattern(engine, CAUSAL);
  for (let i = 0; i < 100; i++) {
    const isLater = i % 10 > Math.floor(i / 10);
    assert.equal(masked[i], isLater ? -Infinity : SCORES[i]);
  }
}); // prettier-ignore

says(
  2,
  'a mask is a matrix of [0] and −∞ that is added to the scores. “was” and “heavy” are cut off: $e^{-\\infty}$ is exactly [0].',
  (engine, [zero, exponential]) => {
    const { mask } = engine.maskMatrix({ seqLen: 10, ...CAUSAL });
    assert.deepEqual(new Set(mask), new Set([zero.value, -Infinity]));
    const added = engine.softmax({ scores: SCORES, rows: 10, cols: 10, mask, maskShape: [10, 10] });
    const masked = pattern(engine, CAUSAL);
    agree(engine, added.weights, masked.weights, 0);
    for (const k of [WAS, HEAVY]) assert.equal(masked.exponentials[IT * 10 + k], exponential.value);
  },
);

says(
  2,
  'The [28.3] % they held flow to the [eight] visible tokens, in proportion to what those had: ball rises from [48.7] to [67.9] %, robot from [13.3] to [18.5] %, the other [six] from [1.6] to [2.3] %.',
  (engine, numbers) => {
    const [before, after] = [weightsOf(engine), weightsOf(engine, CAUSAL)];
    const held = engine.dot({ a: [before[WAS], before[HEAVY]], b: [1, 1] }).dot;
    const visible = after.filter((weight) => weight > 0).length;
    const pair = (k) => percents(before[k], after[k]);
    printed(numbers, [100 * held, visible, ...pair(BALL), ...pair(ROBOT), visible - 2, ...pair(0)]);
  },
);

says(
  2,
  'Each grows by the same factor, [1.395], because the softmax divides by the sum of what is left.',
  (engine, numbers) => {
    const [before, after] = [weightsOf(engine), weightsOf(engine, CAUSAL)];
    for (let k = 0; k <= IT; k++) printed(numbers, [after[k] / before[k]]);
    const left = engine.dot({ a: before.subarray(0, IT + 1), b: Array(IT + 1).fill(1) }).dot;
    printed(numbers, [1 / left]);
  },
);

says(
  2,
  'ball has [3.67] times the weight of robot with and without the mask. The entropy falls to [1.090] nats.',
  (engine, [ratio, entropy]) => {
    for (const mask of [{}, CAUSAL]) {
      const row = weightsOf(engine, mask);
      printed([ratio], [row[BALL] / row[ROBOT]]);
    }
    printed([entropy], [pattern(engine, CAUSAL).entropy[IT]]);
    assert.ok(pattern(engine, CAUSAL).entropy[IT] < pattern(engine).entropy[IT]);
  },
);

says(
  2,
  'The first token of the sentence can see itself alone and gives itself [100] %; the last one sees everything, and for it the mask changes nothing.',
  (engine, numbers) => {
    printed(numbers, [100 * weightsOf(engine, CAUSAL, 0)[0]]);
    agree(engine, weightsOf(engine, CAUSAL, 9), weightsOf(engine, {}, 9), 0);
    differ(engine, weightsOf(engine, CAUSAL, 8), weightsOf(engine, {}, 8));
  },
);

says(
  2,
  'The masked entries form a triangle above the diagonal of the matrix. Every row still sums to [1]: masking is renormalisation, not zeroing.',
  (engine, [one]) => {
    const { weights } = pattern(engine, CAUSAL);
    for (let q = 0; q < 10; q++) {
      const row = rowOf(weights, 10, q);
      assert.ok(row.every((weight, k) => (weight === 0) === k > q));
      agree(engine, [sum(engine, row)], [one.value]);
    }
  },
);

const wrongWay = (engine, scores = SCORES) => {
  const { weights } = engine.softmax({ scores, rows: 10, cols: 10 });
  return engine.zeroAfterSoftmax({ weights, rows: 10, cols: 10, ...CAUSAL });
};

says(
  2,
  'the row of “it” now has the sum [0.717] instead of 1 and its output shrinks with it.',
  (engine, numbers) => {
    const { weights, rowSum } = wrongWay(engine);
    printed(numbers, [rowSum[IT]]);
    const value = new Float32Array(10).fill(5);
    const blend = (row) => engine.weightedSum({ weights: row, value, rows: 1, cols: 10, dim: 1 });
    agree(engine, blend(weightsOf(engine, CAUSAL)).output, [5], 1e-5);
    agree(engine, blend(rowOf(weights, 10, IT)).output, [5 * rowSum[IT]], 1e-5);
  },
);

says(
  2,
  'Worse, the visible weights still depend on the hidden tokens, which took part in the sum: the future has leaked.',
  (engine) => {
    const other = Float32Array.from(SCORES);
    other[IT * 10 + HEAVY] = 6;
    const rowIn = (weights) => rowOf(weights, 10, IT).subarray(0, IT + 1);
    differ(engine, rowIn(wrongWay(engine).weights), rowIn(wrongWay(engine, other).weights), 0.1);
    const right = (scores) =>
      rowIn(engine.softmax({ scores, rows: 10, cols: 10, ...CAUSAL }).weights);
    agree(engine, right(SCORES), right(other), 0);
  },
);

says(
  2,
  'This page gives it weights of [0], an output of [0] and an entropy of [0]',
  (engine, numbers) => {
    const args = { query: [1, 2], key: [1, 0, 0, 1], value: [3, 4, 5, 6], seqLen: 1, kvLen: 2 };
    const { output, trace } = engine.attention({ ...args, headDim: 2, allow: [0, 0], trace: true });
    for (const [i, part] of [trace.weights, output, trace.entropy].entries())
      for (const value of part) assert.equal(value, numbers[i].value);
  },
);

says(
  2,
  'A mask of −1,000,000,000 in place of −∞ hides the question: ordinary scores vanish beside so large a number, all masked scores become equal in 32-bit arithmetic, and the softmax returns uniform weights over keys that were all forbidden.',
  (engine) => {
    const scores = rowOf(SCORES, 10, IT);
    const forbidden = (value) =>
      engine.softmax({ scores, cols: 10, mask: Array(10).fill(value), maskShape: [1, 10] });
    const large = forbidden(-1e9);
    assert.ok(large.masked.every((score) => score === large.masked[0]));
    agree(engine, large.weights, Array(10).fill(0.1), 1e-7);
    agree(engine, forbidden(-Infinity).weights, Array(10).fill(0), 0);
  },
);

says(2, 'Scores by query. A key that is not named scores [0].', (_engine, [zero]) => {
  const names = distinctNames(EXAMPLE_TOKENS);
  const rows = tableOf(2, 'Scores by query.');
  assert.equal(rows.length, 10);
  rows.forEach(([query, cells], q) => {
    assert.equal(query, `${EXAMPLE_TOKENS[q]} (${q})`);
    const named = new Map(cells.split(', ').map((cell) => /^(.+) ([\d.]+)$/.exec(cell).slice(1)));
    for (const key of named.keys()) assert.ok(names.includes(key), key);
    names.forEach((key, k) => {
      const score = named.has(key) ? Number(named.get(key)) : zero.value;
      assert.equal(SCORES[q * 10 + k], Math.fround(score), `${query}, ${key}`);
    });
  });
});

says(
  2,
  'A score of 0 is not a weight of 0: $e^0 = 1$, and the [seven] tokens that “it” does not care about still get [1.6] % each. Only −∞ gives nothing.',
  (engine, numbers) => {
    assert.equal(engine.elementary({ name: 'exp', x: [0] }).y[0], 1);
    const row = weightsOf(engine);
    const unnamed = [...row.keys()].filter((k) => SCORES[IT * 10 + k] === 0);
    for (const k of unnamed) printed(numbers, [unnamed.length, 100 * row[k]]);
    const { weights } = engine.softmax({ scores: [0, -Infinity, -60], cols: 3 });
    assert.ok(weights[1] === 0 && weights[2] > 0);
  },
);

says(
  'glossary',
  'mask: A matrix of [0] and −∞ that is added to the scores before the softmax; −∞ forbids.',
  (engine, [zero]) => {
    const { mask } = engine.maskMatrix({ seqLen: 1, kvLen: 3, allow: [1, 0, 1] });
    assert.deepEqual([...mask], [zero.value, -Infinity, zero.value]);
  },
);

says(
  'glossary',
  'allow: A matrix of 0 and 1 in which [1] means that the query may attend to the key.',
  (engine, [one]) => {
    const allow = [0, one.value, 0];
    const { weights } = engine.softmax({ scores: [5, 0, 5], cols: 3, allow, allowShape: [1, 3] });
    assert.deepEqual([...weights], [0, 1, 0]);
  },
);

says(
  'glossary',
  'causal mask: The mask that hides from each token all tokens after it.',
  (engine) => {
    const { mask } = engine.maskMatrix({ seqLen: 4, causal: true });
    mask.forEach((value, i) => assert.equal(value === 0, i % 4 <= Math.floor(i / 4)));
  },
);

says('glossary', 'masked scores: The scores after the mask has been added.', (engine) => {
  const mask = [-1, 0.5, -Infinity];
  const { masked } = engine.softmax({ scores: [1, 2, 3], cols: 3, mask, maskShape: [1, 3] });
  assert.deepEqual([...masked], [0, 2.5, -Infinity]);
});
