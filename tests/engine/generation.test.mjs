// Cache, generation and sampling through the JS API.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEngine } from '../../web/engine/attn.js';

const engine = await loadEngine();
const numbers = (seed, count) => engine.random({ seed, count }).values;

/** The rows first ... first + count - 1 of each head. */
function rowsOf(all, heads, length, dim, first, count) {
  const part = [];
  for (let h = 0; h < heads; h++) {
    part.push(...all.subarray((h * length + first) * dim, (h * length + first + count) * dim));
  }
  return part;
}

const SHAPE = { nHeads: 4, nKvHeads: 2, headDim: 3, vHeadDim: 5 };
const LENGTH = 9;
const query = numbers(1, 4 * LENGTH * 3);
const key = numbers(2, 2 * LENGTH * 3);
const value = numbers(3, 2 * LENGTH * 5);

function inChunks(cache, chunk, window) {
  const { nHeads, nKvHeads, headDim, vHeadDim } = SHAPE;
  const rows = [];
  for (let t = 0; t < LENGTH; t += chunk) {
    const tokens = Math.min(chunk, LENGTH - t);
    cache = engine.cacheAppend({
      cache,
      key: rowsOf(key, nKvHeads, LENGTH, headDim, t, tokens),
      value: rowsOf(value, nKvHeads, LENGTH, vHeadDim, t, tokens),
      tokens,
    });
    const part = rowsOf(query, nHeads, LENGTH, headDim, t, tokens);
    const { output } = engine.cacheAttend({ cache, query: part, nHeads, seqLen: tokens, window });
    rows.push({ t, tokens, output });
  }
  return rows;
}

function assertSame(rows, full) {
  for (const { t, tokens, output } of rows) {
    const wanted = rowsOf(full, SHAPE.nHeads, LENGTH, SHAPE.vHeadDim, t, tokens);
    assert.equal(engine.maxDifference({ a: output, b: wanted }).maxDifference, 0);
  }
}

test('Cached step by step and in chunks equals all at once.', () => {
  const full = engine.attention({ query, key, value, ...SHAPE, seqLen: LENGTH, causal: true });
  const { nKvHeads, headDim, vHeadDim } = SHAPE;
  for (const chunk of [1, 2, 4, 9]) {
    const cache = engine.cacheCreate({ nKvHeads, capacity: LENGTH, headDim, vHeadDim });
    assertSame(inChunks(cache, chunk), full.output);
  }
});

test('A ring buffer equals the window mask.', () => {
  const mask = { causal: true, window: 3 };
  const full = engine.attention({ query, key, value, ...SHAPE, seqLen: LENGTH, ...mask });
  const { nKvHeads, headDim, vHeadDim } = SHAPE;
  for (const chunk of [1, 2]) {
    const capacity = 3 + chunk - 1;
    const cache = engine.cacheCreate({ nKvHeads, capacity, headDim, vHeadDim, ring: true });
    assertSame(inChunks(cache, chunk, 3), full.output);
  }
});

test('A full cache says how much room there is and loses nothing.', () => {
  let cache = engine.cacheCreate({ capacity: 2, headDim: 1 });
  cache = engine.cacheAppend({ cache, key: [1], value: [2] });
  const before = structuredClone(cache);
  assert.throws(() => engine.cacheAppend({ cache, key: [3, 4], value: [5, 6], tokens: 2 }), {
    name: 'RangeError',
    message: 'cacheAppend: tokens: there is no room for that; free rows: 1',
  });
  assert.deepEqual(cache, before);
  const next = engine.cacheAppend({ cache, key: [3], value: [4] });
  assert.deepEqual([...next.key], [1, 3]);
  assert.deepEqual(cache, before, 'the given cache is not changed');
});

test('A ring that lost what a query sees asks for a window.', () => {
  let cache = engine.cacheCreate({ capacity: 2, headDim: 1, ring: true });
  cache = engine.cacheAppend({ cache, key: [1, 2, 3], value: [1, 2, 3], tokens: 3 });
  assert.throws(
    () => engine.cacheAttend({ cache, query: [1] }),
    /window: needed, because the ring/,
  );
  assert.throws(
    () => engine.cacheAttend({ cache, query: [1], window: 3 }),
    /window: .* 1 to 2, got 3/,
  );
  const { weights, kept, firstPosition } = engine.cacheAttend({ cache, query: [1], window: 2 });
  assert.deepEqual([weights.length, kept, firstPosition], [2, 2, 1]);
});

test('TensorScatter writes at indices, linear and circular.', () => {
  const args = { cache: [0, 0, 0], update: [1, 2], capacity: 3, inner: 1, rows: 2 };
  assert.deepEqual([...engine.tensorScatter(args).cache], [1, 2, 0]);
  const circular = { ...args, writeIndices: [2], mode: 'circular' };
  assert.deepEqual([...engine.tensorScatter(circular).cache], [2, 0, 1]);
  assert.throws(
    () => engine.tensorScatter({ ...args, writeIndices: [2] }),
    /update: .*free rows: 1/,
  );
  assert.throws(() => engine.tensorScatter({ ...args, writeIndices: [-1] }), RangeError);
});

test('The presets have exactly the published bytes a token.', () => {
  const presets = [
    [12, 12, 64, 36864],
    [32, 32, 128, 524288],
    [80, 8, 128, 327680],
    [32, 8, 128, 131072],
    [80, 8, 128, 327680],
    [32, 8, 128, 131072],
  ];
  for (const [nLayers, nKvHeads, headDim, bytes] of presets) {
    assert.equal(engine.cacheBytes({ nLayers, nKvHeads, headDim }).bytesPerToken, bytes);
  }
  const llama = { nLayers: 32, nKvHeads: 32, headDim: 128 };
  assert.equal(engine.cacheBytes({ ...llama, tokens: 4096 }).bytes, 2 ** 31);
  const huge = engine.cacheBytes({ ...llama, tokens: 1e9, batch: 1e3, bytesPerNumber: 4 });
  assert.equal(huge.exact, '1048576000000000000');
  assert.equal(
    engine.cacheBytes({ nLayers: 1, nKvHeads: 1, headDim: 3, bytesPerNumber: 0.5 }).bytes,
    3,
  );
});

const DECODER = { nLayers: 2, dModel: 8, nHeads: 4, nKvHeads: 2, vocab: 10, seed: 7 };

test('Generation with the cache and without gives the same bits, at the stated costs.', () => {
  const tokens = [0, 1, 2, 3, 0, 4, 5, 6, 7, 8];
  const cached = engine.generate({ ...DECODER, tokens, length: 14 });
  const naive = engine.generate({ ...DECODER, tokens, length: 14, cached: false });
  assert.deepEqual(cached.tokens, naive.tokens);
  assert.deepEqual(cached.outputs, naive.outputs);
  assert.deepEqual(cached.key, naive.key);
  assert.deepEqual([...cached.tokens.subarray(0, 10)], tokens);
  assert.ok(cached.total.multiplyAdds < naive.total.multiplyAdds);
  assert.ok(new Set(cached.outputs).size > 50, 'the outputs are not all alike');
});

test('Ten tokens: 10 projected and 55 scores with the cache, 55 and 385 without.', () => {
  const args = { dModel: 8, nHeads: 2, length: 10 };
  const counts = ({ total }) => [total.tokens, total.scoresPerHead];
  assert.deepEqual(counts(engine.generationCosts(args)), [10, 55]);
  assert.deepEqual(counts(engine.generationCosts({ ...args, cached: false })), [55, 385]);
  const { steps } = engine.generate({ ...DECODER, tokens: [1], length: 10 });
  assert.deepEqual(
    steps.map(({ scoresPerHead }) => scoresPerHead),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
});

test('A text for which the memory has to grow keeps its given tokens.', async () => {
  const fresh = await loadEngine();
  const tokens = Array.from({ length: 400 }, (_, t) => t % 10);
  const run = fresh.generate({ dModel: 4, nHeads: 1, vocab: 1000, tokens });
  assert.deepEqual([...run.tokens], tokens);
  assert.ok(fresh.memoryBytes > 2 ** 20);
});

test('Params can be given, and then are what is used.', () => {
  const args = { dModel: 2, nHeads: 1, vocab: 2, tokens: [1] };
  const params = [1, 0, 0, 1, ...new Array(16).fill(0)];
  assert.deepEqual([...engine.generate({ ...args, params }).outputs], [0, 1]);
  assert.throws(
    () => engine.generate({ ...args, params: [1] }),
    /params: expected 20 numbers, got 1/,
  );
  assert.throws(() => engine.generate({ ...args, tokens: [2] }), /tokens\[0\]: .* 0 to 1, got 2/);
  assert.throws(
    () => engine.generate({ ...args, nHeads: 3 }),
    /nHeads: expected a divisor of dModel = 2/,
  );
});

test('Sampling keeps what top-k and top-p say, and draws by the seed.', () => {
  const logits = [1, 3, 2, -1, 2];
  const args = { logits, seed: 5 };
  assert.equal(engine.sample({ ...args, topK: 2 }).kept, 2);
  assert.equal(engine.sample({ ...args, topP: 0.5 }).kept, 1);
  assert.equal(engine.sample({ ...args, temperature: 0 }).token, 1);
  assert.deepEqual([...engine.sample(args).order], [1, 2, 4, 0, 3]);
  const drawn = Array.from({ length: 50 }, (_, skip) => engine.sample({ ...args, skip }).token);
  assert.deepEqual(
    drawn,
    Array.from({ length: 50 }, (_, skip) => engine.sample({ ...args, skip }).token),
  );
  assert.ok(new Set(drawn).size >= 3);
  assert.throws(() => engine.sample({ ...args, topP: 0 }), /topP/);
  assert.throws(() => engine.sample({ ...args, logits: [NaN] }), /logits: NaN at position 0/);
});

test('What was refused leaves the memory where it was.', () => {
  const { memoryBytes } = engine;
  for (let i = 0; i < 200; i++) {
    assert.throws(() => engine.generate({ ...DECODER, tokens: [0], length: 2000, params: [1] }));
  }
  assert.ok(engine.memoryBytes - memoryBytes < 2 ** 24);
});
