// Chapter 1: a lookup that can be learned.
import assert from 'node:assert/strict';
import { EXAMPLE_TOKENS } from '../../web/model/example.js';
import { KEYS, VALUES } from '../../web/widgets/lookup/numbers.js';
import { computeStages } from '../../web/widgets/pipeline/compute.js';
import { agree, differ, percents, printed, rowOf, says } from './claims.mjs';

const lookUp = (engine, query, options) =>
  engine.lookup({ query, keys: KEYS, values: VALUES, count: 4, dim: 2, valueDim: 1, ...options });
const START = [1.2, 0.9];
const stages = (engine, isCausal = false, tokens = EXAMPLE_TOKENS) =>
  computeStages(engine, tokens, { seed: 7, isCausal });

says(
  1,
  'the query is (1.2, 0.9). The hard lookup returns [10]. The soft lookup gives the keys [57.5] %, [37.6] %, [1.9] % and [3.0] % and returns [15.03].',
  (engine, numbers) => {
    const { hard, weights, soft } = lookUp(engine, START);
    printed(numbers, [hard[0], ...percents(...weights), soft[0]]);
  },
);

says(
  1,
  'It now gives east [57.5] % and north [37.6] %, and its output is [15.03].',
  (engine, numbers) => {
    const { weights, soft } = lookUp(engine, START);
    printed(numbers, [...percents(weights[0], weights[1]), soft[0]]);
  },
);

says(
  1,
  'The figure has four keys of length [2], one in each direction of the compass, with the values [10], [20], [30] and [40].',
  (engine, numbers) => {
    const { norms, angles } = engine.compareVectors({
      query: [1, 0],
      keys: KEYS,
      count: 4,
      dim: 2,
    });
    assert.ok(norms.every((norm) => norm === numbers[0].value));
    agree(engine, angles, [0, Math.PI / 2, Math.PI, Math.PI / 2]);
    printed(numbers.slice(1), VALUES);
  },
);

says(
  1,
  'The soft lookup divides the dot products of query and keys by $\\sqrt 2$ (chapter 3 says why) and turns them into weights.',
  (engine) => {
    const { dots } = engine.compareVectors({ query: START, keys: KEYS, count: 4, dim: 2 });
    const { weights } = engine.softmax({ scores: dots, cols: 4, temperature: Math.SQRT2 });
    agree(engine, weights, lookUp(engine, START).weights);
  },
);

says(
  1,
  'from (1.2, 0.9) to (0.9, 1.2): the hard answer jumps from [10] to [20], the soft one glides from [15.03] to [16.92].',
  (engine, numbers) => {
    const [from, to] = [lookUp(engine, START), lookUp(engine, [0.9, 1.2])];
    printed(numbers, [from.hard[0], to.hard[0], from.soft[0], to.soft[0]]);
  },
);

says(
  1,
  'Nudge the query and the same key still wins. Its gradient is (0, 0) everywhere but on the borders between two keys',
  (engine) => {
    for (const [x, y] of [START, [0.9, 1.2], [-2, 0.4], [0.1, -1.5], [1.2, 1.19]]) {
      const [here] = lookUp(engine, [x, y]).hard;
      for (const [dx, dy] of [
        [1e-3, 0],
        [-1e-3, 0],
        [0, 1e-3],
        [0, -1e-3],
      ])
        // prettier-ignore
        assert.equal(lookUp(engine, [x + dx, y + dy]).hard[0], here);
    }
    // On a border the least step decides.
    assert.notEqual(lookUp(engine, [1, 1.001]).hard[0], lookUp(engine, [1.001, 1]).hard[0]);
  },
);

says(
  1,
  'For the soft lookup at (1.2, 0.9) the gradient is ([−4.50], [1.60])',
  (engine, numbers) => {
    const { gradSoft } = lookUp(engine, START);
    printed(numbers, gradSoft);
    const step = 1 / 64;
    const soft = (x, y) => lookUp(engine, [x, y]).soft[0];
    const [x, y] = START;
    const measured = [
      (soft(x + step, y) - soft(x - step, y)) / (2 * step),
      (soft(x, y + step) - soft(x, y - step)) / (2 * step),
    ];
    agree(engine, gradSoft, measured, 0.01);
  },
);

says(
  1,
  'a step east favours the 10 and lowers the result, a step north favours the 20 and raises it',
  (engine) => {
    const here = lookUp(engine, START);
    const east = lookUp(engine, [1.3, 0.9]);
    const north = lookUp(engine, [1.2, 1]);
    assert.ok(east.weights[0] > here.weights[0] && east.soft[0] < here.soft[0]);
    assert.ok(north.weights[1] > here.weights[1] && north.soft[0] > here.soft[0]);
  },
);

says(
  1,
  'It turns a row of scores $s$ into weights that are all positive and sum to [1],',
  (engine, [one]) => {
    const { weights } = engine.softmax({ scores: [-9, 0, 4, 0.5, -30], cols: 5 });
    assert.ok(weights.every((weight) => weight > 0));
    agree(engine, [engine.dot({ a: weights, b: [1, 1, 1, 1, 1] }).dot], [one.value]);
  },
);

says(1, 'and a small change of any score changes every weight a little.', (engine) => {
  const scores = [0.3, -1, 2, 0];
  const { weights } = engine.softmax({ scores, cols: 4 });
  for (let k = 0; k < 4; k++) {
    const nudged = scores.with(k, scores[k] + 1e-3);
    const { weights: after } = engine.softmax({ scores: nudged, cols: 4 });
    after.forEach((weight, i) => {
      assert.notEqual(weight, weights[i]);
      assert.ok(Math.abs(weight - weights[i]) < 1e-3);
    });
  }
});

says(
  1,
  'ten tokens of 8 random numbers each: X is 10 × 8; Q, K and V are 10 × 4; raw scores, scores and weights are 10 × 10; the output is 10 × 4.',
  (engine) => {
    const { matrices } = stages(engine);
    const shape = ({ rows, columns, data }) => {
      assert.equal(data.length, rows * columns);
      return `${rows} × ${columns}`;
    };
    assert.equal(shape(matrices.x), '10 × 8');
    for (const id of ['q', 'k', 'v', 'output']) assert.equal(shape(matrices[id]), '10 × 4', id);
    for (const id of ['raw', 'scaled', 'weights']) assert.equal(shape(matrices[id]), '10 × 10', id);
  },
);

says(
  1,
  'The projections take it to 10 × 4, three times, with 8 × 4 = [32] learned numbers each.',
  (engine, [each]) => {
    const { wQ, wK, wV } = engine.multiHeadParams({ dModel: 8, nHeads: 1, headDim: 4 });
    for (const count of [wQ, wK, wV]) assert.equal(count, each.value);
    const { matrices } = stages(engine);
    for (const id of ['w-q', 'w-k', 'w-v']) assert.equal(matrices[id].data.length, each.value);
  },
);

says(
  1,
  'Then come the division by $\\sqrt{4} = 2$, the mask if there is one, the softmax',
  (engine) => {
    const { raw, scaled } = stages(engine).matrices;
    assert.deepEqual(
      [...scaled.data],
      Array.from(raw.data, (score) => score / 2),
    );
  },
);

says(
  1,
  'Switch the mask on and see which stages change: the masked scores and all that come after, none before.',
  (engine) => {
    const [free, masked] = [stages(engine).matrices, stages(engine, true).matrices];
    for (const id of Object.keys(free)) {
      const isSame = free[id].data.every((value, i) => value === masked[id].data[i]);
      assert.equal(isSame, !['masked', 'weights', 'output'].includes(id), id);
    }
  },
);

says(
  1,
  'Token $i$ compares its query with the key of token $j$, and the softmax over $j$ makes the row sum to [1]:',
  (engine, [one]) => {
    const { weights } = stages(engine).matrices;
    for (let q = 0; q < 10; q++) {
      const row = rowOf(weights.data, 10, q);
      agree(engine, [engine.dot({ a: row, b: row.map(() => 1) }).dot], [one.value]);
    }
  },
);

says(
  1,
  'Nothing favours near tokens, earlier tokens or the token itself; “heavy” can fetch from “the” as directly as from “was”.',
  (engine) => {
    // Ten tokens with one and the same vector: only their places could make a difference.
    const { weights } = stages(engine, false, Array(10).fill('heavy')).matrices;
    agree(engine, weights.data, new Float32Array(100).fill(0.1), 1e-7);
  },
);

says('texts', 'The same word has the same vector everywhere.', (engine) => {
  const { x } = stages(engine).matrices;
  assert.equal(EXAMPLE_TOKENS[0], EXAMPLE_TOKENS[4]);
  assert.deepEqual(rowOf(x.data, 8, 0), rowOf(x.data, 8, 4));
  differ(engine, rowOf(x.data, 8, 0), rowOf(x.data, 8, 1), 0.1);
});

says('texts', 'd_k = [4] channels, so every raw score is halved.', (engine, [channels]) => {
  const { q, raw, scaled } = stages(engine).matrices;
  assert.equal(q.columns, channels.value);
  raw.data.forEach((score, i) => assert.equal(scaled.data[i], score / 2));
});

says(
  'texts',
  'The largest score of the row is taken off first, which keeps e small and changes no weight.',
  (engine) => {
    const scores = [80, 99, 98.5, 20];
    const { rowMax, exponentials, weights } = engine.softmax({ scores, cols: 4 });
    assert.equal(rowMax[0], 99);
    assert.ok(exponentials.every((value) => value <= 1));
    const lowered = engine.softmax({ scores: [-19, 0, -0.5, -79], cols: 4 });
    agree(engine, weights, lowered.weights, 0);
  },
);

says(
  'texts',
  'The best matches are {best}: the hard lookup cannot choose, ours returns their mean, {hard}.',
  (engine) => {
    const { hard, weights } = lookUp(engine, [1, 1]);
    assert.equal(weights[0], weights[1]);
    printed([{ printed: '15', value: 15, decimals: 6 }], hard);
  },
);

says('glossary', 'output: The blend of values that a token receives', (engine) => {
  const { weights, soft } = lookUp(engine, START);
  agree(engine, [engine.dot({ a: weights, b: VALUES }).dot], soft, 1e-5);
});
