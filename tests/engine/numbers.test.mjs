// The numbers of the article, and the same bits in both builds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEngine } from '../../web/engine/attn.js';
import { IT_ROW, SAMPLES, flatten, numbers } from './samples.mjs';

const engine = await loadEngine();
const scalar = await loadEngine({ builds: ['scalar'] });

/** Fails for NaN too. */
function near(got, want, tolerance = 5e-4) {
  assert.ok(Math.abs(got - want) <= tolerance, `${got} is not ${want}`);
}

test('there is a sample of every function, and both builds give the same bits for each', () => {
  const functions = Object.keys(engine).filter((name) => typeof engine[name] === 'function');
  for (const [name, args] of Object.entries(SAMPLES)) {
    const result = flatten(engine[name](args));
    assert.ok(result.length > 0, name);
    assert.ok(!result.some(Number.isNaN), name);
    assert.deepEqual(flatten(scalar[name](args)), result, name);
    assert.ok(functions.includes(name), name);
  }
});

test('the row of "it": 48.7, 26.7, 13.3 and 1.6 per cent, entropy 1.439 nats, 2.077 bits', () => {
  const { weights, entropy, entropyBits } = engine.softmax({ scores: IT_ROW, cols: 10 });
  near(weights[5], 0.487);
  near(weights[9], 0.267);
  near(weights[1], 0.133);
  near(weights[0], 0.016);
  near(entropy[0], 1.439);
  near(entropyBits[0], 2.077);
});

test('the causal row of "it": 67.9, 18.5 and 2.3 per cent, and 0.717 the wrong way', () => {
  const causal = { causal: true, causalOffset: 7 };
  const { weights, entropy } = engine.softmax({ scores: IT_ROW, cols: 10, ...causal });
  near(weights[5], 0.679);
  near(weights[1], 0.185);
  near(weights[0], 0.023);
  assert.deepEqual([...weights.slice(8)], [0, 0]);
  near(entropy[0], 1.09);
  const unmasked = engine.softmax({ scores: IT_ROW, cols: 10 });
  const wrong = { weights: unmasked.weights, rows: 1, cols: 10, ...causal };
  near(engine.zeroAfterSoftmax(wrong).rowSum[0], 0.717);
});

test('temperature: 72.3 per cent at 0.5, 28.2 at 2, entropy 2.240 at 4, and both ends', () => {
  const at = (temperature) => engine.softmax({ scores: IT_ROW, cols: 10, temperature });
  near(at(0.5).weights[5], 0.723);
  near(at(2).weights[5], 0.282);
  near(at(4).entropy[0], 2.24);
  assert.equal(at(0).weights[5], 1);
  assert.equal(at(0).entropy[0], 0);
  near(at(Infinity).weights[3], 0.1, 1e-8);
  near(at(Infinity).entropy[0], Math.log(10), 1e-6);
  assert.deepEqual([...at(0).scaled.slice(4, 7)], [-Infinity, 0, -Infinity]);
});

test('three heads and one: entropies 1.439, 0.345, 1.521, and 1.929 for their mean', () => {
  const neighbour = [0, 0, 0, 0, 0, 0, 0, 0, 5, 0];
  const content = [0, 3, 0, 0, 0, 3, 0, 0, 0, 3];
  const of = (scores) => engine.softmax({ scores, cols: 10 });
  near(of(neighbour).weights[8], 0.943);
  near(of(neighbour).entropy[0], 0.345);
  near(of(content).weights[1], 0.299);
  near(of(content).entropy[0], 1.521);
  const matrices = [...IT_ROW, ...neighbour, ...content];
  const { mean } = engine.meanMatrices({ matrices, count: 3, size: 10 });
  near(of(mean).weights[5], 0.263);
  near(of(mean).weights[8], 0.165);
  near(of(mean).entropy[0], 1.929);
});

test('the variance of q.k at d_k 64 is 64 within the sampling error, and 1 when scaled', () => {
  const r = engine.varianceExperiment({ seed: 7, headDim: 64, pairs: 2000, bins: 30 });
  near(r.variance, 64, 4 * r.standardError);
  near(r.scaledVariance, 1, 4 * r.scaledStandardError);
  assert.equal(r.predicted, 64);
  assert.equal(r.binEdges.length, 31);
  assert.equal(r.histogram.reduce((a, b) => a + b) + r.outside, 2000);
});

test('attention is softmax of scaled scores times values, and its trace is what it did', () => {
  const [seqLen, headDim] = [4, 3];
  const [query, key, value] = [2, 3, 4].map((seed) => numbers(seqLen * headDim, seed));
  const { output, trace } = engine.attention({ query, key, value, seqLen, headDim, trace: true });
  const raw = engine.linear({ x: query, w: key, rows: 4, inDim: 3, outDim: 4 }).y;
  assert.deepEqual(trace.rawScores, raw);
  const { weights } = engine.softmax({ scores: trace.scores, rows: 4, cols: 4 });
  assert.deepEqual(trace.weights, weights);
  const sum = engine.weightedSum({ weights, value, rows: 4, cols: 4, dim: 3 });
  assert.deepEqual(output, sum.output);
  const quiet = engine.attention({ query, key, value, seqLen, headDim });
  assert.equal(quiet.trace, null);
  assert.deepEqual(quiet.output, output);
});

test('a row whose keys are all masked is zeros', () => {
  const allow = [0, 0, 0, 1, 1, 1];
  const r = engine.softmax({ scores: numbers(6), rows: 2, cols: 3, allow });
  assert.deepEqual([...r.weights.slice(0, 3), r.entropy[0]], [0, 0, 0, 0]);
  assert.equal(r.rowMax[0], -Infinity);
});

test('lengths 0 and 1 are fine everywhere', () => {
  assert.equal(engine.softmax({ scores: [], rows: 0, cols: 4 }).weights.length, 0);
  assert.deepEqual([...engine.softmax({ scores: [5], cols: 1 }).weights], [1]);
  const none = engine.attention({
    query: [1],
    key: [],
    value: [],
    seqLen: 1,
    kvLen: 0,
    headDim: 1,
  });
  assert.deepEqual([...none.output], [0]);
  assert.equal(engine.random({ seed: 1, count: 0 }).values.length, 0);
  assert.equal(engine.norm({ a: [] }).norm, 0);
});

test('masks of one row, one head or one batch are spread over the rest', () => {
  const row = engine.maskMatrix({
    seqLen: 2,
    kvLen: 3,
    nHeads: 2,
    allow: [1, 0, 1],
    allowShape: [3],
  });
  assert.deepEqual([...row.mask], Array(4).fill([0, -Infinity, 0]).flat());
  const perHead = { mask: [1, 2], maskShape: [2, 1, 1] };
  const heads = engine.maskMatrix({ seqLen: 1, kvLen: 2, nHeads: 2, ...perHead });
  assert.deepEqual([...heads.mask], [1, 1, 2, 2]);
  const booleans = engine.maskMatrix({ seqLen: 1, kvLen: 2, allow: [true, false] });
  assert.deepEqual([...booleans.mask], [0, -Infinity]);
});

test('alignment: top left, bottom right, by lengths, by offset', () => {
  const allowed = (options) => {
    const { mask } = engine.maskMatrix({ seqLen: 2, kvLen: 4, causal: true, ...options });
    return [0, 1].map((q) => [...mask.slice(q * 4, q * 4 + 4)].filter((m) => m === 0).length);
  };
  assert.deepEqual(allowed({ align: 'top-left' }), [1, 2]);
  assert.deepEqual(allowed({}), [3, 4]);
  assert.deepEqual(allowed({ align: 'lengths', kvLengths: [3] }), [2, 3]);
  assert.deepEqual(allowed({ causalOffset: 1 }), [2, 3]);
  assert.deepEqual(allowed({ causalOffset: -5 }), [0, 0]);
  assert.deepEqual(allowed({ window: 1 }), [1, 1]);
});
