// Tiles and costs through the JS API.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEngine } from '../../web/engine/attn.js';

const engine = await loadEngine();
const numbers = (seed, count) => engine.random({ seed, count }).values;
const SHAPE = { seqLen: 7, kvLen: 9, headDim: 4, vHeadDim: 3 };
const head = { query: numbers(1, 28), key: numbers(2, 36), value: numbers(3, 27), ...SHAPE };

test('Any tile size gives the plain output within rounding.', () => {
  for (const mask of [{}, { causal: true }, { causal: true, window: 2 }, { window: 3 }]) {
    const { output } = engine.attention({ ...head, ...mask });
    for (let tileQ = 1; tileQ <= 8; tileQ++) {
      for (let tileK = 1; tileK <= 10; tileK++) {
        const tiled = engine.tiledAttention({ ...head, ...mask, tileQ, tileK });
        const { maxDifference } = engine.maxDifference({ a: tiled.output, b: output });
        assert.ok(maxDifference < 1e-6, `${tileQ} x ${tileK}: ${maxDifference}`);
      }
    }
  }
});

test('Heads that share keys and values are tiled as well.', () => {
  const heads = { nHeads: 4, nKvHeads: 2, seqLen: 5, headDim: 3 };
  const arrays = { query: numbers(4, 60), key: numbers(5, 30), value: numbers(6, 30) };
  const plain = engine.attention({ ...arrays, ...heads, causal: true, trace: true });
  const tiled = engine.tiledAttention({ ...arrays, ...heads, causal: true, tileQ: 2, tileK: 3 });
  assert.ok(engine.maxDifference({ a: tiled.output, b: plain.output }).maxDifference < 1e-6);
  const { maxDifference } = engine.maxDifference({ a: tiled.logSumExp, b: plain.trace.logSumExp });
  assert.ok(maxDifference < 1e-6);
});

test('Steps lead from one to the next, and the last to the output.', () => {
  const run = engine.tileSteps({ ...head, tileQ: 3, tileK: 4, causal: true });
  assert.deepEqual([run.tileRows, run.tileCols, run.steps.length], [3, 3, 9]);
  const { output } = engine.tiledAttention({ ...head, tileQ: 3, tileK: 4, causal: true });
  assert.deepEqual(run.output, output);
  for (const step of run.steps) {
    const { queries, keys, state, tileCol } = step;
    assert.equal(step.accumulatorAfter.length, queries * 3);
    assert.equal(step.sumAfter.length, queries);
    if (tileCol === 0) assert.ok(step.maxBefore.every((max) => max === -Infinity));
    if (state !== 'computed') {
      assert.deepEqual(step.sumBefore, step.sumAfter);
      assert.equal(step.scores, null);
      continue;
    }
    assert.equal(step.scores.length, queries * keys);
    for (let q = 0; q < queries; q++) {
      const exponentials = step.exponentials.subarray(q * keys, (q + 1) * keys);
      const tileSum = exponentials.reduce((sum, one) => Math.fround(sum + one), 0);
      assert.equal(step.tileSum[q], tileSum);
      const carried = Math.fround(step.sumBefore[q] * step.factor[q]);
      assert.equal(step.sumAfter[q], Math.fround(carried + tileSum));
    }
  }
  assert.deepEqual(run.steps.map(({ state }) => state), [
    'computed', 'computed', 'causal', 'computed', 'computed', 'causal', 'computed', 'computed', 'computed',
  ]); // prettier-ignore
});

test('The row of "it" in two tiles of five keys is as the article counts it out.', () => {
  const key = [0, 2.1, 0, 0, 0, 3.4, 0, 0, 0, 2.8];
  const value = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0];
  const sizes = { seqLen: 1, kvLen: 10, headDim: 1, tileQ: 1, tileK: 5 };
  const { steps, output } = engine.tileSteps({ query: [1], key, value, ...sizes });
  const shown = (array) => array[0].toFixed(3);
  assert.deepEqual([shown(steps[0].maxAfter), shown(steps[0].sumAfter)], ['2.100', '1.490']);
  assert.equal(steps[1].factor[0].toFixed(4), '0.2725');
  assert.equal(shown(steps[1].tileSum), '1.649');
  assert.deepEqual([shown(steps[1].maxAfter), shown(steps[1].sumAfter)], ['3.400', '2.055']);
  assert.equal(shown(output), '0.487');
});

test('A temperature that needs the whole row is refused by name.', () => {
  const args = { ...head, tileQ: 2, tileK: 2 };
  assert.throws(() => engine.tiledAttention({ ...args, temperature: 0 }), /temperature: 0 is not/);
  assert.throws(
    () => engine.tileSteps({ ...args, tileQ: 0 }),
    /tileQ: expected a whole number from 1/,
  );
  assert.throws(() => engine.tileSteps({ ...args, nHeads: 2 }), /no argument nHeads/);
});

test('Differences are found where they are, and nothing differs from nothing.', () => {
  const result = engine.maxDifference({ a: [1, 2, 3], b: [1, 2.5, 3] });
  assert.deepEqual(result, { maxDifference: 0.5, position: 1 });
  assert.deepEqual(engine.maxDifference({ a: [], b: [] }), { maxDifference: 0, position: -1 });
  assert.throws(() => engine.maxDifference({ a: [1], b: [1, 2] }), /b: expected 1 numbers, got 2/);
});

test('Tiling moves fewer numbers; causal tiles are skipped and counted.', () => {
  const sizes = { seqLen: 4096, headDim: 64, tileQ: 128, tileK: 128, causal: true, dModel: 64 };
  const { plain, tiled, projections } = engine.attentionCosts(sizes);
  assert.ok((tiled.read + tiled.written) * 5 < plain.read + plain.written);
  assert.deepEqual([tiled.tiles, tiled.skipped], [528, 496]);
  assert.equal(plain.exponentials, (4096 * 4097) / 2);
  assert.equal(projections.multiplyAdds, 4 * 4096 * 64 * 64);
  assert.equal(engine.attentionCosts({ seqLen: 4, headDim: 2 }).tiled, null);
});

test('The layers of 2017 cost what the table says; the crossing is at n = d.', () => {
  const layers = engine.layerCosts({ n: 128, d: 512, k: 3, r: 32 });
  assert.equal(layers.selfAttention.operations, 8388608);
  assert.equal(layers.recurrent.operations, 33554432);
  assert.equal(layers.convolution.operations, 100663296);
  assert.deepEqual(layers.recurrent, {
    operations: 33554432,
    sequentialSteps: 128,
    pathLength: 128,
  });
  assert.deepEqual([layers.convolution.pathLength, layers.restricted.pathLength], [5, 4]);
  const crossing = engine.layerCosts({ n: 300, d: 300 });
  assert.equal(crossing.selfAttention.operations, crossing.recurrent.operations);
  assert.throws(() => engine.layerCosts({ n: 0, d: 1 }), /n: expected a whole number from 1/);
});
