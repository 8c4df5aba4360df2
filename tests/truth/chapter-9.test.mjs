// Chapter 9: generation, and three ways to pay less.
import assert from 'node:assert/strict';
import { EXAMPLE_TOKENS, exampleScores } from '../../web/model/example.js';
import { en } from '../../web/model/texts/en.js';
import { MODELS, runBoth, sizesOf, upTo } from '../../web/widgets/kv-cache/numbers.js';
import { N_HEADS, sharingNumbers } from '../../web/widgets/kv-sharing/numbers.js';
import { LARGE, largeCost, rowInTile, tilingNumbers } from '../../web/widgets/tiling/numbers.js';
import { agree, countIn, differ, printed, rowOf, says, tableOf } from './claims.mjs';

const bytes = (engine, model, change = {}) =>
  engine.cacheBytes({ ...sizesOf({ model }), ...change }).bytes;

const both = (engine) => runBoth(engine, EXAMPLE_TOKENS, { draw: 'text', seed: 7 });

says(
  9,
  'Ten tokens generated with and without the cache on the same params: the outputs agree, with a max |difference| of 0 or a rounding error.',
  (engine) => {
    const { cached, plain } = both(engine);
    agree(engine, cached.outputs, plain.outputs, 0);
    agree(engine, cached.logits, plain.logits, 0);
    agree(engine, cached.key, plain.key, 0);
  },
);

says(
  9,
  'With the cache [10] tokens are projected and [55] scores computed for each head; without it, [55] and [385]. GPT-2 small keeps [36,864] bytes a token.',
  (engine, numbers) => {
    const { cached, plain } = upTo(engine, both(engine), 10).sums;
    const counts = [cached.tokens, cached.scoresPerHead, plain.tokens, plain.scoresPerHead];
    printed(numbers, [...counts, bytes(engine, 'gpt-2-small')]);
    // What was run was counted as well.
    const run = both(engine);
    assert.equal(run.cached.total.scoresPerHead, cached.scoresPerHead);
    assert.equal(run.plain.total.scoresPerHead, plain.scoresPerHead);
  },
);

says(
  9,
  'What comes later cannot reach it, in any layer: its vector in layer 1 depends on the prefix alone, so its vector in layer 2 does, and so on up. Hence its key and its value never change, and they can be kept instead of computed again.',
  (engine) => {
    const sizes = { dModel: 8, nHeads: 2 };
    const { params } = engine.seededBlock({ seed: 7, nLayers: 3, ...sizes });
    const text = engine.random({ seed: 1, count: 48 }).values;
    const of = (n, causal) =>
      engine.stack({ x: text.slice(0, 8 * n), seqLen: n, params, nLayers: 3, causal, trace: true, ...sizes }); // prettier-ignore
    const prefix = (data) => [0, 1].flatMap((h) => [...data.subarray(h * 24, h * 24 + 16)]);
    for (let l = 0; l < 3; l++) {
      for (const name of ['key', 'value']) {
        const [short, long] = [of(4, true), of(6, true)].map((run) => run.layers[l][name]);
        const cut = [0, 1].flatMap((h) => [...long.subarray(h * 24, h * 24 + 16)]);
        agree(engine, short, cut, 0);
      }
    }
    // Without the mask it is not so, from the second layer on.
    const [short, long] = [of(4, false), of(6, false)].map((run) => run.layers[1].key);
    differ(engine, short, prefix(long));
  },
);

says(
  9,
  'The cached numbers are the very numbers that would be recomputed, and the figure shows both outputs and their difference, now [0].',
  (engine, [none]) => {
    const run = both(engine);
    for (let step = 1; step <= 10; step++)
      assert.equal(upTo(engine, run, step).difference, none.value);
  },
);

says(
  9,
  'Up to the tenth token that adds up to [10] projected tokens in place of [55], and to [55] scores in place of [385].',
  (engine, numbers) => {
    const { cached, plain } = upTo(engine, both(engine), 10).sums;
    const counts = [cached.tokens, plain.tokens, cached.scoresPerHead, plain.scoresPerHead];
    printed(numbers, counts);
  },
);

const costsOf = (engine, length, cached) =>
  engine.generationCosts({ nLayers: 1, dModel: 8, nHeads: 2, length, cached });

says(
  9,
  'projects $t$ tokens and fills a matrix of ${t \\times t}$ scores; with it, one token and $t$ scores: $O(t)$ instead of $O(t^2)$.',
  (engine) => {
    const [cached, plain] = [true, false].map((isCached) => costsOf(engine, 30, isCached).steps);
    for (let t = 1; t <= 30; t++) {
      assert.equal(plain[t - 1].tokens, t);
      assert.equal(plain[t - 1].scoresPerHead, t * t);
      assert.equal(cached[t - 1].tokens, 1);
      assert.equal(cached[t - 1].scoresPerHead, t);
    }
  },
);

says(
  9,
  'Over a whole generation the scores with the cache are still $1 + 2 + \\dots + n = n(n+1)/2$, which is $O(n^2)$: the cache takes one power of $n$ away, not two.',
  (engine) => {
    const scores = (n, cached) => costsOf(engine, n, cached).total.scoresPerHead;
    for (const n of [1, 7, 10, 100]) assert.equal(scores(n, true), (n * (n + 1)) / 2);
    const growth = (cached) => scores(800, cached) / scores(400, cached);
    assert.ok(Math.abs(growth(true) - 4) < 0.02 && Math.abs(growth(false) - 8) < 0.03);
  },
);

says(
  9,
  'and this once more for each text in the batch. The [2] stands for keys and values',
  (engine, [two]) => {
    const size = { nLayers: 3, nKvHeads: 5, headDim: 7 };
    const of = (change) => engine.cacheBytes({ ...size, ...change }).bytes;
    assert.equal(of({ bytesPerNumber: 1 }), two.value * 3 * 5 * 7);
    assert.equal(of({ tokens: 11, batch: 6 }), 66 * of({}));
    const cache = engine.cacheCreate({ nKvHeads: 5, capacity: 1, headDim: 7 });
    assert.equal(3 * (cache.key.length + cache.value.length), of({ bytesPerNumber: 1 }));
  },
);

says(9, 'Cache for [one] token, 16-bit numbers', (engine, [one]) => {
  const rows = tableOf(9, 'Cache for one token');
  const { values } = en.figures['attn-kv-cache'].params.model;
  assert.deepEqual(rows.map(([name]) => name), Object.keys(MODELS).map((id) => values[id])); // prettier-ignore
  Object.keys(MODELS).forEach((model, i) => {
    const { nLayers, nKvHeads, headDim } = sizesOf({ model });
    const perToken = bytes(engine, model, { tokens: one.value, bytesPerNumber: 2 });
    assert.deepEqual(rows[i].slice(1).map(countIn), [nLayers, nKvHeads, headDim, perToken]);
  });
});

says(9, 'For Llama-2-7B, [4,096] tokens take [2] GiB.', (engine, [tokens, size]) => {
  assert.equal(bytes(engine, 'llama-2-7b', { tokens: tokens.value }), size.value * 2 ** 30);
});

says(
  9,
  'texts at a time need [12] GiB, about as much as the model’s [6.7] billion params in [16] bits.',
  (engine, [size, billions, bits]) => {
    const six = bytes(engine, 'llama-2-7b', { tokens: 4096, batch: 6 });
    assert.equal(six, size.value * 2 ** 30);
    // Llama 2 7B: 32 blocks of width 4,096, a gated network of 11,008, RMSNorm, 32,000 tokens.
    const llama = { dModel: 4096, nHeads: 32, dFf: 11_008, norm: 'rms', gated: true, bias: false };
    const rest = { nDecoderLayers: 32, vocabulary: 32_000, tied: false };
    const { total } = engine.modelParams({ ...llama, ...rest });
    printed([billions], [total / 1e9]);
    const ratio = (total * bits.value) / 8 / six;
    assert.ok(ratio > 0.95 && ratio < 1.1, String(ratio));
  },
);

says(
  9,
  'And Llama-2-70B, [ten] times as large a model, caches less per token than Llama-2-7B.',
  (engine, [times]) => {
    assert.ok(bytes(engine, 'llama-2-70b') < bytes(engine, 'llama-2-7b'));
    const llama = { dModel: 8192, nHeads: 64, nKvHeads: 8, dFf: 28_672, norm: 'rms', gated: true };
    const rest = { nDecoderLayers: 80, vocabulary: 32_000, tied: false, bias: false };
    const large = engine.modelParams({ ...llama, ...rest }).total;
    assert.ok(Math.abs(large / 6.74e9 / times.value - 1) < 0.05, String(large));
  },
);

says(9, 'gives all $h$ query heads one K and one V: the cache is $h$ times smaller', (engine) => {
  const of = (nKvHeads) => engine.cacheBytes({ nLayers: 2, nKvHeads, headDim: 64 }).bytes;
  for (const h of [4, 8, 32]) assert.equal(of(h) / of(1), h);
});

/** Which KV head each query head reads: the one whose value comes out. */
const readers = (engine, nKvHeads) => {
  const value = Float32Array.from({ length: nKvHeads }, (_, i) => i);
  const zeros = (count) => new Float32Array(count);
  const args = { query: zeros(N_HEADS), key: zeros(nKvHeads), value, seqLen: 1, headDim: 1 };
  return [...engine.attention({ ...args, nHeads: N_HEADS, nKvHeads }).output];
};

says(
  9,
  'with [2], query heads 0 to 3 read KV head 0, heads 4 to 7 read KV head 1, and the cache is a [quarter] of MHA’s.',
  (engine, [groups, share]) => {
    assert.deepEqual(readers(engine, groups.value), [0, 0, 0, 0, 1, 1, 1, 1]);
    const { ways } = sharingNumbers(engine, 7);
    const way = ways.find(({ nKvHeads }) => nKvHeads === groups.value);
    printed([share], [way.bytes / ways[0].bytes]);
  },
);

says(
  9,
  'query heads 0 to 3 read KV head 0 and 4 to 7 read KV head 1; they are not dealt out in turn.',
  (engine) => assert.deepEqual(readers(engine, 2), [0, 0, 0, 0, 1, 1, 1, 1]),
);

says('texts', 'Query heads 0 and 1 read KV head 0, 2 and 3 read 1, 4 and 5 read 2, 6 and 7 read 3.', (engine) => {
  assert.deepEqual(readers(engine, 4), [0, 0, 1, 1, 2, 2, 3, 3]);
  assert.deepEqual(readers(engine, 8), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(readers(engine, 1), Array(8).fill(0));
}); // prettier-ignore

says(
  9,
  'The KV heads of a group are averaged, as in the paper, and the figure measures how far the outputs move: now by up to [1.765].',
  (engine, moved) => {
    const wK = engine.random({ seed: 1, count: 24 }).values;
    const args = { wK, wV: wK, nKvHeads: 4, groups: 2, headDim: 2, contextDim: 3 };
    const grouped = engine.groupHeads(args).wK;
    const pair = (first) => wK.subarray(first * 6, first * 6 + 12);
    for (const [group, first] of [[0, 0], [1, 2]]) {
      const { mean } = engine.meanMatrices({ matrices: pair(first), count: 2, size: 6 });
      agree(engine, grouped.subarray(group * 6, group * 6 + 6), mean);
    }
    const { ways } = sharingNumbers(engine, 7);
    assert.equal(ways[0].moved, 0);
    printed(moved, [ways[2].moved]);
  },
); // prettier-ignore

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
  'texts',
  'Writing {tokens} tokens takes {cached} scores a head with the cache, {without} without.',
  (engine) => {
    const scores = (cached) => costsOf(engine, 64, cached).total.scoresPerHead;
    assert.equal(scores(true), (64 * 65) / 2);
    assert.equal(scores(false), (64 * 65 * 129) / 6);
  },
);

says(
  'glossary',
  'n_kv_heads: The number of KV heads: equal to n_heads in MHA, [1] in MQA, between in GQA.',
  (engine, [one]) => {
    assert.equal(new Set(readers(engine, one.value)).size, 1);
    assert.equal(new Set(readers(engine, N_HEADS)).size, N_HEADS);
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
