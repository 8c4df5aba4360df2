// Chapter 9: attention tile by tile, with a softmax that goes along.
import assert from 'node:assert/strict';
import { EXAMPLE_TOKENS, exampleScores } from '../../web/model/example.js';
import { LARGE, largeCost, rowInTile, tilingNumbers } from '../../web/widgets/tiling/numbers.js';
import { agree, printed, rowOf, says } from './claims.mjs';

const STATE = { rule: 'example', seed: 7, causal: false, tileQ: 5, tileK: 5, query: 7 };
const tiles = (engine, change = {}) => {
  const state = { ...STATE, ...change };
  return { state, all: tilingNumbers(engine, EXAMPLE_TOKENS, state) };
};
const tileOfIt = (engine, tile) => {
  const { all, state } = tiles(engine);
  return rowInTile(all, { ...state, tile });
};

says(
  9,
  'after the first, row_max is [2.10] and row_sum [1.490]; the second raises row_max to [3.40], so the old sum is multiplied by [0.273], and row_sum becomes [2.055]. The output equals the plain one up to rounding.',
  (engine, numbers) => {
    const [first, second] = [0, 1].map((tile) => tileOfIt(engine, tile));
    printed(numbers, [first.maxAfter, first.sumAfter, second.maxAfter, second.factor, second.sumAfter]); // prettier-ignore
    assert.ok(tiles(engine).all.difference < 1e-6);
  },
);

says(
  9,
  'The first holds the scores 0, 2.1, 0, 0, 0: row_max is [2.1] and row_sum $1 + 4e^{-2.1} = [1.490]$. The second, 3.4, 0, 0, 0, 2.8, raises row_max to [3.4].',
  (engine, numbers) => {
    const [first, second] = [0, 1].map((tile) => tileOfIt(engine, tile));
    agree(engine, first.scores, [0, 2.1, 0, 0, 0]);
    agree(engine, second.scores, [3.4, 0, 0, 0, 2.8]);
    printed(numbers, [first.maxAfter, first.sumAfter, second.maxAfter]);
    const { y } = engine.elementary({ name: 'exp', x: [-2.1] });
    agree(engine, [first.sumAfter], [1 + 4 * y[0]]);
  },
);

says(
  9,
  'so it is multiplied by $e^{2.1 - 3.4} = [0.2725]$: the old sum becomes [0.406], the tile adds $1 + 3e^{-3.4} + e^{-0.6} = [1.649]$, and row_sum is [2.055].',
  (engine, numbers) => {
    const { factor, sumBefore, tileSum, sumAfter } = tileOfIt(engine, 1);
    printed(numbers, [factor, sumBefore * factor, tileSum, sumAfter]);
    const { y } = engine.elementary({ name: 'exp', x: [-1.3, -3.4, -0.6] });
    agree(engine, [factor, tileSum], [y[0], 1 + 3 * y[1] + y[2]]);
  },
);

says(9, 'The weight of ball is $1/2.055$, which is [48.7] %, as ever.', (engine, numbers) => {
  const { sumAfter } = tileOfIt(engine, 1);
  printed(numbers, [100 / sumAfter]);
  const { weights } = engine.softmax({ scores: rowOf(exampleScores(), 10, 7), cols: 10 });
  printed(numbers, [100 * weights[5]]);
});

says(
  9,
  'The factor turns $e^{s - \\text{old max}}$ into $e^{s - \\text{new max}}$ exactly; that is why tiling is exact, and only rounding can differ: in the figure by at most 1.79e−7.',
  (engine) => {
    for (const causal of [false, true]) {
      for (let tileQ = 1; tileQ <= 10; tileQ++) {
        for (let tileK = 1; tileK <= 10; tileK++) {
          const { all } = tiles(engine, { tileQ, tileK, causal });
          assert.ok(all.difference < 1e-6, `${tileQ} × ${tileK}: ${all.difference}`);
        }
      }
    }
  },
);

says(9, 'At the end the accumulator is divided by row_sum, once.', (engine) => {
  const { all } = tiles(engine);
  const { after, sumAfter, isLast } = tileOfIt(engine, 1);
  assert.ok(isLast);
  agree(engine, rowOf(all.tiled.output, 3, 7), after.map((value) => value / sumAfter)); // prettier-ignore
});

says(
  9,
  'for $d = 64$ and $M = 32{,}768$ the factor $d^2/M$ is one [eighth].',
  (engine, [eighth]) => {
    const { norm } = engine.norm({ a: new Float32Array(4096).fill(1) });
    assert.equal(norm, 64);
    assert.equal(64 ** 2 / 32_768, eighth.value);
    // Where the tiles fill the fast memory, fewer numbers go to and from the slow one.
    const sizes = { seqLen: 4096, headDim: 64, tileQ: 128, tileK: 128 };
    const { plain, tiled } = engine.attentionCosts(sizes);
    assert.ok(tiled.read + tiled.written < (plain.read + plain.written) / 2);
    assert.ok(tiled.scratch < plain.scratch / 100);
  },
);

says(
  9,
  'With [4,096] tokens, heads of [64] channels and tiles of [128] × [128], the plain way reads and writes [101,720,064] numbers and the tiled way [17,301,504], about one sixth.',
  (engine, numbers) => {
    const costs = largeCost(engine, { countTokens: 4096, causal: false });
    const [plain, tiled] = [costs.plain, costs.tiled].map(({ read, written }) => read + written);
    printed(numbers, [4096, LARGE.headDim, LARGE.tileQ, LARGE.tileK, plain, tiled]);
    assert.equal(Math.round(plain / tiled), 6);
  },
);

says(
  9,
  'the small case, whose $d_k$ is [10]: to get scores that are made by hand',
  (engine, [dim]) => {
    const { plain } = tiles(engine).all;
    assert.deepEqual([...plain.trace.scores], [...exampleScores()]);
    assert.equal(dim.value, EXAMPLE_TOKENS.length);
  },
);

says(9, 'The arithmetic is much the same; the trips to slow memory are fewer.', (engine) => {
  const { plain, tiled } = engine.attentionCosts({ seqLen: 1024, headDim: 64, tileQ: 128, tileK: 128 }); // prettier-ignore
  const ratio = tiled.multiplyAdds / plain.multiplyAdds;
  assert.ok(ratio >= 1 && ratio < 1.05, String(ratio));
  assert.ok(tiled.read + tiled.written < plain.read + plain.written);
});

says(9, 'Under a causal mask, tiles above the diagonal are skipped altogether.', (engine) => {
  const { all } = tiles(engine, { causal: true, tileQ: 2, tileK: 2 });
  for (const { tileRow, tileCol, state, scores } of all.tiled.steps) {
    assert.equal(state, tileCol > tileRow ? 'causal' : 'computed');
    assert.equal(scores === null, tileCol > tileRow);
  }
  assert.equal(all.cost.tiled.skipped, 10);
});

says(
  9,
  'the n × n grid in the figure is the weights, which are never stored. The output is the narrow matrix beside it.',
  (engine) => {
    const { all } = tiles(engine);
    assert.equal(all.tiled.output.length, 10 * 3);
    assert.equal(all.plain.trace.weights.length, 10 * 10);
    const largest = Math.max(...all.tiled.steps.map((step) => step.scores.length));
    assert.equal(largest, 25);
  },
);

says(
  'glossary',
  'log_sum_exp: The logarithm of the sum of the exponentials of a row of scores.',
  (engine) => {
    const scores = [0.5, -1, 2];
    const { y } = engine.elementary({ name: 'exp', x: scores });
    const { dot } = engine.dot({ a: y, b: [1, 1, 1] });
    const { logSumExp } = engine.softmax({ scores, cols: 3 });
    agree(engine, logSumExp, engine.elementary({ name: 'log', x: [dot] }).y);
  },
);

says(
  'glossary',
  'row_sum: The sum of the exponentials of a row relative to row_max; or of a row of weights, where it is [1].',
  (engine, [one]) => {
    const { exponentials, rowSum, rowMax, weights } = engine.softmax({
      scores: [1, 4, 2],
      cols: 3,
    });
    assert.equal(rowMax[0], 4);
    agree(engine, [engine.dot({ a: exponentials, b: [1, 1, 1] }).dot], rowSum);
    agree(engine, [engine.dot({ a: weights, b: [1, 1, 1] }).dot], [one.value]);
  },
);

says(
  'glossary',
  'online softmax: A softmax in one pass: row_max and row_sum are kept as the row goes by, and rescaled when a larger score appears.',
  (engine) => {
    // One key a tile: the row as it goes by.
    const { all, state } = tiles(engine, { tileQ: 1, tileK: 1 });
    const steps = Array.from({ length: 10 }, (_, tile) => rowInTile(all, { ...state, tile }));
    for (const [k, step] of steps.entries()) {
      const isLarger = k > 0 && step.scores[0] > step.maxBefore;
      assert.equal(step.factor < 1, k === 0 || isLarger, `key ${k}`);
    }
    const { rowSum, rowMax } = engine.softmax({ scores: rowOf(exampleScores(), 10, 7), cols: 10 });
    agree(engine, [steps[9].sumAfter, steps[9].maxAfter], [rowSum[0], rowMax[0]]);
  },
);
