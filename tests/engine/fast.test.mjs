// The fast path means what its namesakes mean.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEngine } from '../../web/engine/attn.js';
import { SAMPLES, numbers } from './samples.mjs';

const engine = await loadEngine();
const scalar = await loadEngine({ builds: ['scalar'] });

function assertNear(got, want, tolerance = 1e-5) {
  assert.equal(got.length, want.length);
  got.forEach((x, i) =>
    assert.ok(Math.abs(x - want[i]) <= tolerance, `${i}: ${x}, not ${want[i]}`),
  );
}

const sizes = { nHeads: 4, nKvHeads: 2, seqLen: 21, kvLen: 90, headDim: 8 };
const qkv = {
  query: numbers(4 * 21 * 8),
  key: numbers(2 * 90 * 8, 2),
  value: numbers(2 * 90 * 8, 3),
};

for (const [title, mask] of Object.entries({
  'without a mask': {},
  'with a causal mask': { causal: true },
  'with a causal mask from the top left': { causal: true, align: 'top-left' },
  'with a window': { window: 7, causal: true },
  'with padding': { kvLengths: [33] },
})) {
  test(`Fast attention ${title} is attention.`, () => {
    const { output } = engine.attention({ ...sizes, ...qkv, ...mask });
    assertNear(engine.attentionFast({ ...sizes, ...qkv, ...mask }).output, output, 2e-6);
  });
}

test('Large inputs go head by head, and are attention all the same.', () => {
  const large = { batch: 2, nHeads: 4, nKvHeads: 2, seqLen: 3, kvLen: 900, headDim: 40 };
  const given = {
    query: numbers(2 * 4 * 3 * 40),
    key: numbers(2 * 2 * 900 * 40, 2),
    value: numbers(2 * 2 * 900 * 40, 3),
  };
  const allow = Uint8Array.from({ length: 3 * 900 }, (_, i) => i % 3);
  for (const mask of [{}, { causal: true }, { allow }, { kvLengths: [900, 17] }]) {
    const { output } = engine.attention({ ...large, ...given, ...mask });
    assertNear(engine.attentionFast({ ...large, ...given, ...mask }).output, output, 2e-6);
    const lists = { query: [...given.query], key: [...given.key], value: [...given.value] };
    assertNear(engine.attentionFast({ ...large, ...lists, ...mask }).output, output, 2e-6);
  }
  given.key[2 * 2 * 900 * 40 - 1] = NaN;
  assert.throws(
    () => engine.attentionFast({ ...large, ...given }),
    /attentionFast: key: NaN at position 143999 \(\[1, 1, 899, 39\]\)/,
  );
  assert.throws(
    () => engine.attentionFast({ ...large, ...given, value: given.key.slice(1) }),
    /attentionFast: value: expected/,
  );
});

test('A large softmax goes by rows, and is the softmax all the same.', () => {
  const large = { scores: numbers(301 * 700), rows: 301, cols: 700 };
  const { weights } = engine.softmax(large);
  assertNear(engine.softmaxFast(large).weights, weights, 1e-6);
  large.scores[300 * 700 + 5] = NaN;
  assert.throws(() => engine.softmaxFast(large), /scores: NaN at position 210005 \(\[300, 5\]\)/);
});

test('A fast linear map, softmax and layer norm are their namesakes.', () => {
  const { linear, softmax } = SAMPLES;
  assertNear(engine.linearFast(linear).y, engine.linear(linear).y, 1e-6);
  const { scores, rows, cols, temperature } = softmax;
  const plain = { scores, rows, cols, temperature };
  assertNear(engine.softmaxFast(plain).weights, engine.softmax(plain).weights, 1e-6);
  const normed = { x: numbers(30), scale: numbers(10, 2), bias: numbers(10, 3), rows: 3, dim: 10 };
  assertNear(engine.layerNormFast(normed).y, engine.layerNorm(normed).y, 3e-6);
  const x = numbers(33);
  assertNear(engine.geluFast({ x }).y, engine.activation({ x, activation: 'gelu' }).y, 1e-6);
});

const block = {
  x: numbers(20 * 16),
  seqLen: 20,
  dModel: 16,
  nHeads: 2,
  dFf: 24,
  params: {
    attentionNorm: numbers(16, 2),
    attentionNormBias: numbers(16, 3),
    wQ: numbers(256, 4),
    bQ: numbers(16, 5),
    wK: numbers(256, 6),
    bK: numbers(16, 7),
    wV: numbers(256, 8),
    bV: numbers(16, 9),
    wO: numbers(256, 10),
    bO: numbers(16, 11),
    feedForwardNorm: numbers(16, 12),
    feedForwardNormBias: numbers(16, 13),
    w1: numbers(24 * 16, 14),
    b1: numbers(24, 15),
    w2: numbers(24 * 16, 16),
    b2: numbers(16, 17),
  },
};

for (const causal of [false, true]) {
  test(`A fast ${causal ? 'causal ' : ''}block is the block.`, () => {
    const reference = engine.encoderBlock({ ...block, causal, align: 'top-left' });
    assertNear(engine.blockFast({ ...block, causal }).output, reference.output, 2e-5);
  });
}

test('Both builds give the same bits.', () => {
  const fast = engine.attentionFast({ ...sizes, ...qkv, causal: true }).output;
  assert.deepEqual(scalar.attentionFast({ ...sizes, ...qkv, causal: true }).output, fast);
  assert.deepEqual(scalar.blockFast(block).output, engine.blockFast(block).output);
});

test('The fast block refuses what is wrong by name.', () => {
  const { w1, ...rest } = block.params;
  const wrong = (change) => () => engine.blockFast({ ...block, ...change });
  assert.throws(wrong({ params: rest }), /blockFast: w1: expected/);
  assert.throws(wrong({ params: { ...rest, w1: w1.slice(1) } }), /w1: expected 24 x 16/);
  assert.throws(wrong({ params: { ...block.params, wX: [] } }), /there is no argument wX/);
  assert.throws(wrong({ nHeads: 3 }), /nHeads: expected a divisor of dModel = 16/);
  const spoilt = block.params.b1.slice();
  spoilt[23] = NaN;
  assert.throws(wrong({ params: { ...block.params, b1: spoilt } }), /b1: NaN at position 23/);
  assert.throws(() => engine.geluFast({ x: [1, NaN] }), /geluFast: x: NaN at position 1/);
});

test('Long sequences take little room: the weights are nowhere.', () => {
  const n = 4096;
  const before = engine.memoryBytes;
  const long = {
    seqLen: n,
    headDim: 4,
    query: numbers(n * 4),
    key: numbers(n * 4, 2),
    value: numbers(n * 4, 3),
  };
  const { output } = engine.attentionFast(long);
  assert.ok(output.every(Number.isFinite));
  assert.ok(engine.memoryBytes - before < 4 * n * 4 * 4 + (4 << 20), 'under 4 MiB of scratch');
});
