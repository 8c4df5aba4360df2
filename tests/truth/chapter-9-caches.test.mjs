// Chapter 9: generation with a cache, what it takes, and heads that share it.
import assert from 'node:assert/strict';
import { EXAMPLE_TOKENS } from '../../web/model/example.js';
import { en } from '../../web/model/texts/en.js';
import { MODELS, runBoth, sizesOf, upTo } from '../../web/widgets/kv-cache/numbers.js';
import { N_HEADS, sharingNumbers } from '../../web/widgets/kv-sharing/numbers.js';
import { agree, countIn, differ, printed, says, tableOf } from './claims.mjs';

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
  'texts',
  'the cache holds [2] × [2] KV heads × [4] head_dim × {step} tokens × [4] bytes = {bytes}.',
  (engine, numbers) => {
    const product = numbers.reduce((all, { value }) => all * value, 1);
    const run = both(engine);
    for (const step of [1, 10]) assert.equal(upTo(engine, run, step).bytes, step * product);
    const { key, value } = run.cached;
    assert.equal(4 * (key.length + value.length), 10 * product);
  },
);

says(
  'texts',
  'The cache takes [2] × {heads} KV heads × [4] head_dim × [10] tokens × [2] bytes = {bytes} bytes',
  (engine, numbers) => {
    const product = numbers.reduce((all, { value }) => all * value, 1);
    for (const way of sharingNumbers(engine, 7).ways)
      assert.equal(way.bytes, way.nKvHeads * product);
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
