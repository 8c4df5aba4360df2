// Chapter 4: a weight is an alignment.
import assert from 'node:assert/strict';
import { exampleScores } from '../../web/model/example.js';
import { align } from '../../web/widgets/alignment/numbers.js';
import { SITUATIONS, START } from '../../web/widgets/alignment/situations.js';
import { agree, percents, printed, rowOf, says } from './claims.mjs';

const start = (engine, change = {}) => align(engine, { ...START, ...change });
const KEY_1_TWICE = { keys: [1.6, 0.8, ...START.keys.slice(2)] };

says(
  4,
  'A query at ([2], [1]) and four keys with the values [10], [20], [30] and [40]. The dot products are [2], [4], [0] and [−3]; divided by √2 and put through the softmax they give weights of [18.6] %, [76.4] %, [4.5] % and [0.5] %, and the blended value is [18.70].',
  (engine, numbers) => {
    const { query, keys, output } = start(engine);
    const all = (field) => keys.map((key) => key[field]);
    printed(numbers, [...query, ...all('value'), ...all('dot'), ...percents(...all('weight')), output]); // prettier-ignore
    const { weights } = engine.softmax({ scores: all('dot'), cols: 4, temperature: Math.SQRT2 });
    agree(engine, weights, all('weight'));
  },
);

says(
  4,
  'Key 1, at ([0.8], [0.4]), points in exactly the same direction. Key 2, at ([2], [0]), is turned away by [26.6]°. Yet key 2 gets [76.4] % and key 1 only [18.6] %: key 2 is longer.',
  (engine, numbers) => {
    const [one, two] = start(engine).keys;
    assert.ok(one.degrees < 0.05 && two.length > one.length);
    printed(numbers, [...one.at, ...two.at, two.degrees, ...percents(two.weight, one.weight)]);
  },
);

says(4, 'the lengths of the two arrows and the cosine of the angle between them.', (engine) => {
  const keys = engine.random({ seed: 3, count: 64 * 5 }).values;
  const query = engine.random({ seed: 4, count: 64 }).values;
  const all = engine.compareVectors({ query, keys, count: 5, dim: 64 });
  for (let k = 0; k < 5; k++) {
    const { y } = engine.elementary({ name: 'cos', x: [all.angles[k]] });
    const { dot } = engine.dot({ a: query, b: rowOf(keys, 64, k) });
    agree(engine, [all.queryNorm * all.norms[k] * y[0]], [dot], 1e-3);
  }
});

says(
  4,
  'Key 1 has $\\cos\\theta = 1$ and length [0.89]; key 2 has $\\cos\\theta = 0.89$ and length [2]. The products are [2] and [4].',
  (engine, numbers) => {
    const [one, two] = start(engine).keys;
    printed(numbers, [one.length, two.length, one.dot, two.dot]);
    assert.equal(one.cosine.toFixed(3), '1.000');
    assert.equal(two.cosine.toFixed(2), '0.89');
  },
);

says(
  4,
  'Stretch key 1 to twice its length, to (1.6, 0.8), and the two draw level at [48.4] % each.',
  (engine, numbers) => {
    const [one, two] = start(engine, KEY_1_TWICE).keys;
    agree(engine, [one.weight], [two.weight], 1e-6);
    printed(numbers, percents(one.weight));
    printed(numbers, percents(two.weight));
  },
);

says(4, 'Key 3 stands at a right angle to the query and scores [0], whatever its length.', (engine, [zero]) => {
  for (const by of [1, 2, 40]) {
    const keys = START.keys.map((x, i) => (i === 4 || i === 5 ? x * by : x));
    const third = start(engine, { keys }).keys[2];
    assert.equal(third.dot, zero.value);
    assert.equal(third.degrees.toFixed(1), '90.0');
  }
}); // prettier-ignore

says(
  4,
  'Key 4 points away and scores [−3]: being long helps a key only when it points the right way.',
  (engine, numbers) => {
    const fourth = (by) => {
      const keys = START.keys.map((x, i) => (i > 5 ? x * by : x));
      return start(engine, { keys }).keys[3];
    };
    printed(numbers, [fourth(1).dot]);
    assert.ok(fourth(1).cosine < 0);
    assert.ok(fourth(3).weight < fourth(1).weight);
    const [one] = start(engine).keys;
    assert.ok(start(engine, KEY_1_TWICE).keys[0].weight > one.weight && one.cosine > 0);
  },
);

says(
  4,
  'Key 2 now has a weight of [76.4] %, and the blended output is [18.70].',
  (engine, numbers) => {
    const { keys, output } = start(engine);
    printed(numbers, [100 * keys[1].weight, output]);
  },
);

says(
  4,
  'Turn the query all the way round: keys [2], [3] and [4] take turns in the lead, and key [1], with a longer one beside it, never gets there.',
  (engine, numbers) => {
    const leaders = new Set();
    for (let step = 0; step < 360; step++) {
      const x = [(step * Math.PI) / 180];
      const [{ y: cos }, { y: sin }] = ['cos', 'sin'].map((name) => engine.elementary({ name, x }));
      const { leaders: first } = start(engine, { query: [2.2 * cos[0], 2.2 * sin[0]] });
      first.forEach((k) => leaders.add(k + 1));
    }
    const [never] = numbers.slice(3);
    assert.ok(!leaders.has(never.value));
    printed(numbers.slice(0, 3), [...leaders].sort());
  },
);

says(
  4,
  'The ratio of two weights depends on the difference of their scores and on nothing else:',
  (engine) => {
    for (const others of [[0, 0], [7, -3], [2, 2]]) {
      const { weights } = engine.softmax({ scores: [1.5, 0.25, ...others], cols: 4 });
      const { y } = engine.elementary({ name: 'exp', x: [1.25] });
      agree(engine, [weights[0] / weights[1]], y, 1e-5);
    }
  },
); // prettier-ignore

says(4, 'Add the same number to all scores and nothing changes.', (engine) => {
  const { weights } = engine.softmax({ scores: [1, 2.5, -3, 0], cols: 4 });
  for (const by of [1, -20, 64]) {
    const { weights: after } = engine.softmax({ scores: [1 + by, 2.5 + by, by - 3, by], cols: 4 });
    agree(engine, weights, after, 1e-7);
  }
});

says(
  4,
  'A lead of [0.69], which is $\\ln 2$, is worth [twice] the weight, whether the scores are [1.69] and [1] or [−20] and [−20.69].',
  (engine, [lead, times, ...scores]) => {
    printed([lead], engine.elementary({ name: 'log', x: [2] }).y);
    const [a, b, c, d] = scores.map(({ value }) => value);
    for (const pair of [[a, b], [c, d]]) {
      const { weights } = engine.softmax({ scores: pair, cols: 2 });
      assert.equal((weights[0] / weights[1]).toFixed(1), times.value.toFixed(1));
    }
  },
); // prettier-ignore

says(
  4,
  '“ball” leads “heavy” by [3.4] − [2.8] = [0.6], and $e^{0.6} = 1.82$ is the ratio of their weights, [48.7] to [26.7] %.',
  (engine, numbers) => {
    const row = rowOf(exampleScores(), 10, 7);
    const { weights } = engine.softmax({ scores: row, cols: 10 });
    printed(numbers, [row[5], row[9], row[5] - row[9], ...percents(weights[5], weights[9])]);
    assert.equal((weights[5] / weights[9]).toFixed(2), '1.82');
    assert.equal(engine.elementary({ name: 'exp', x: [0.6] }).y[0].toFixed(2), '1.82');
  },
);

says(4, 'A key wins by scoring higher than the others, not by scoring high.', (engine) => {
  const high = engine.softmax({ scores: [50, 53, 50], cols: 3 }).weights;
  const low = engine.softmax({ scores: [-5, -8, -20], cols: 3 }).weights;
  assert.ok(high[0] < 0.05 && low[0] > 0.95);
});

says(4, 'They get equal weights, wherever the query points.', (engine) => {
  for (const query of [SITUATIONS.equal.query, [-3, 1], [0, -2], [0.1, 0]]) {
    const { keys } = align(engine, { ...SITUATIONS.equal, query });
    assert.deepEqual(keys[0].at, keys[1].at);
    assert.equal(keys[0].weight, keys[1].weight);
  }
});

says(
  4,
  'Turn the query towards it and it takes nearly everything; turn the query away and it gets next to nothing.',
  (engine) => {
    const towards = align(engine, SITUATIONS.long).keys;
    const lengths = towards.map((key) => key.length);
    assert.equal(Math.max(...lengths), lengths[0]);
    assert.ok(towards[0].weight > 0.9, String(towards[0].weight));
    const [x, y] = SITUATIONS.long.query;
    assert.ok(align(engine, { ...SITUATIONS.long, query: [-x, -y] }).keys[0].weight < 0.01);
  },
);

says(
  4,
  'Every key stands at a right angle to the query, every score is [0], and the weights are equal: with four keys, [25] % each.',
  (engine, [zero, each]) => {
    for (const key of align(engine, SITUATIONS.orthogonal).keys) {
      assert.equal(key.score, zero.value);
      assert.equal(key.degrees.toFixed(3), '90.000');
      printed([each], percents(key.weight));
    }
  },
);

says(
  4,
  'A query of twice the length, ([4], [2]), turns [76.4] % into [94.1] %: the same as halving the attention temperature of chapter 3.',
  (engine, [x, y, before, after]) => {
    const query = [x.value, y.value];
    const longer = start(engine, { query }).keys.map((key) => key.weight);
    const shorter = start(engine).keys.map((key) => key.weight);
    printed([before, after], percents(shorter[1], longer[1]));
    const options = { query: START.query, keys: START.keys, values: START.keyValues };
    const colder = engine.lookup({ ...options, count: 4, dim: 2, valueDim: 1, temperature: 0.5 });
    agree(engine, longer, colder.weights, 1e-6);
  },
);
