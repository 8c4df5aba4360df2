import assert from 'node:assert/strict';
import { slicedRows } from './rows.mjs';
import { property, sameBits } from './property.mjs';

property('A cache filled in chunks gives the same bits as all at once', 150, (engine, draw) => {
  const sizes = draw.attention();
  const { batch, nHeads, nKvHeads, headDim, vHeadDim } = sizes;
  const length = draw.whole(1, 14);
  const full = { ...sizes, seqLen: length, kvLen: length };
  const { query, key, value } = draw.tensors(full);
  const window = draw.chance(0.3) ? draw.whole(1, 6) : undefined;
  const windowed = window === undefined ? {} : { window };
  const whole = engine.attention({ ...full, query, key, value, causal: true, ...windowed });
  const capacity = length + draw.whole(0, 3);
  let cache = engine.cacheCreate({ batch, nKvHeads, capacity, headDim, vHeadDim });
  for (let from = 0; from < length;) {
    const tokens = draw.whole(1, length - from);
    const part = (array, n, dim) => slicedRows(array, n, length, dim, from, tokens);
    cache = engine.cacheAppend({
      cache,
      key: part(key, batch * nKvHeads, headDim),
      value: part(value, batch * nKvHeads, vHeadDim),
      tokens,
    });
    const { output } = engine.cacheAttend({
      cache,
      query: part(query, batch * nHeads, headDim),
      nHeads,
      seqLen: tokens,
      ...windowed,
    });
    sameBits(output, part(whole.output, batch * nHeads, vHeadDim), `output from token ${from}`);
    from += tokens;
  }
});

property(
  'A ring with a window gives the same bits as a cache of everything',
  100,
  (engine, draw) => {
    const sizes = { ...draw.attention(), batch: 1 };
    const { nHeads, nKvHeads, headDim, vHeadDim } = sizes;
    const length = draw.whole(2, 20);
    const window = draw.whole(1, 5);
    const full = { ...sizes, seqLen: length, kvLen: length };
    const { query, key, value } = draw.tensors(full);
    const whole = engine.attention({ ...full, query, key, value, causal: true, window });
    const capacity = window + draw.whole(0, 4);
    let cache = engine.cacheCreate({ nKvHeads, capacity, headDim, vHeadDim, ring: true });
    for (let t = 0; t < length; t++) {
      const part = (array, n, dim) => slicedRows(array, n, length, dim, t, 1);
      cache = engine.cacheAppend({
        cache,
        key: part(key, nKvHeads, headDim),
        value: part(value, nKvHeads, vHeadDim),
      });
      const { output } = engine.cacheAttend({
        cache,
        query: part(query, nHeads, headDim),
        nHeads,
        window,
      });
      sameBits(output, part(whole.output, nHeads, vHeadDim), `output of token ${t}`);
    }
  },
);

property('A cache that is full refuses, and keeps what it has', 60, (engine, draw) => {
  const [headDim, capacity] = [draw.whole(1, 9), draw.whole(1, 6)];
  const filled = engine.cacheAppend({
    cache: engine.cacheCreate({ capacity, headDim }),
    key: draw.numbers(capacity * headDim),
    value: draw.numbers(capacity * headDim),
    tokens: capacity,
  });
  const before = filled.key.slice();
  const one = draw.numbers(headDim);
  assert.throws(() => engine.cacheAppend({ cache: filled, key: one, value: one }), RangeError);
  sameBits(filled.key, before, 'keys');
  assert.equal(filled.length, capacity);
});

property(
  'Generation with and without the cache, in any chunks, gives the same bits',
  40,
  (engine, draw) => {
    const nKvHeads = draw.whole(1, 2);
    const vocab = draw.whole(2, 9);
    const given = draw.whole(1, 6);
    const model = {
      nLayers: draw.whole(1, 2),
      dModel: draw.whole(1, 9),
      nHeads: nKvHeads * draw.whole(1, 2),
      nKvHeads,
      headDim: draw.whole(1, 6),
      vocab,
      tokens: Array.from({ length: given }, () => draw.whole(0, vocab - 1)),
      length: given + draw.whole(0, 6),
      seed: draw.whole(0, 1e6),
      temperature: draw.among([0, 1]),
    };
    const plain = engine.generate({ ...model, cached: false });
    const cached = engine.generate({ ...model, chunk: draw.whole(1, given) });
    for (const name of ['tokens', 'outputs', 'logits', 'key', 'value']) {
      sameBits(cached[name], plain[name], name);
    }
  },
);

property(
  'What is scattered into a cache can be read there, and nothing else has changed',
  100,
  (engine, draw) => {
    const [batch, outer, capacity, inner] = [
      draw.whole(1, 3),
      draw.whole(1, 3),
      draw.whole(1, 8),
      draw.whole(1, 5),
    ];
    const mode = draw.among(['linear', 'circular']);
    const rows = draw.whole(1, capacity);
    const most = mode === 'linear' ? capacity - rows : capacity - 1;
    const writeIndices = Array.from({ length: batch }, () => draw.whole(0, most));
    const cache = draw.numbers(batch * outer * capacity * inner);
    const update = draw.numbers(batch * outer * rows * inner);
    const sizes = { batch, outer, capacity, inner, rows };
    const { cache: written } = engine.tensorScatter({
      cache,
      update,
      ...sizes,
      writeIndices,
      mode,
    });
    const want = cache.slice();
    for (let i = 0; i < batch * outer * rows; i++) {
      const head = Math.floor(i / rows);
      const row = (writeIndices[Math.floor(head / outer)] + (i % rows)) % capacity;
      want.set(update.subarray(i * inner, (i + 1) * inner), (head * capacity + row) * inner);
    }
    sameBits(written, want, 'cache');
  },
);
