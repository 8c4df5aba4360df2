// Positions, norms, blocks and models through the JS API: what the article says of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEngine } from '../../web/engine/attn.js';

const engine = await loadEngine();
const numbers = (seed, count) => engine.random({ seed, count }).values;
const difference = (a, b) => engine.maxDifference({ a, b }).maxDifference;
const thrown = (call) => {
  try {
    call();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
  return 'nothing was thrown';
};

test('A base encoder layer has 3,145,728 params without biases and norms, a decoder layer 4,194,304.', () => {
  const base = { dModel: 512, nHeads: 8, bias: false, norm: 'none' };
  const encoder = engine.blockParams(base);
  assert.deepEqual([encoder.attention, encoder.feedForward], [1048576, 2097152]);
  assert.equal(encoder.total, 3145728);
  const decoder = engine.blockParams({ ...base, cross: true });
  assert.equal(decoder.attention + decoder.crossAttention, decoder.feedForward);
  assert.equal(decoder.total, 4194304);
});

test('GPT-2 small has 7,087,872 params a block and 124,439,808 in all.', () => {
  const { parts, ...block } = engine.blockParams({ dModel: 768, nHeads: 12 });
  assert.deepEqual(block, {
    attention: 2362368,
    crossAttention: 0,
    feedForward: 4722432,
    norms: 3072,
    total: 7087872,
  });
  assert.equal(parts.bQ, 768);
  assert.equal(parts.wGate, undefined);
  const model = {
    dModel: 768,
    nHeads: 12,
    nDecoderLayers: 12,
    vocabulary: 50257,
    nPositions: 1024,
  };
  assert.deepEqual(engine.modelParams(model), {
    embedding: 38597376,
    positions: 786432,
    encoder: 0,
    decoder: 85054464,
    finalNorms: 1536,
    head: 0,
    total: 124439808,
  });
});

test('Llama-2-7B has 6,738,415,616 params.', () => {
  const llama = { dModel: 4096, nHeads: 32, dFf: 11008, norm: 'rms', bias: false, gated: true };
  const { total } = engine.modelParams({ ...llama, nDecoderLayers: 32, vocabulary: 32000, tied: false }); // prettier-ignore
  assert.equal(total, 6738415616);
});

test('Two thirds of a block are feed-forward, but for biases and norms.', () => {
  for (const dModel of [8, 64, 768]) {
    const { feedForward, total } = engine.blockParams({ dModel, nHeads: 1, bias: false, norm: 'none' }); // prettier-ignore
    assert.equal(3 * feedForward, 2 * total);
  }
});

test('Wavelengths grow from 2 pi to 47,117 positions with 64 channels.', () => {
  const { wavelengths, frequencies } = engine.ropeFrequencies({ dim: 64 });
  assert.ok(Math.abs(wavelengths[0] - 2 * Math.PI) < 1e-6);
  assert.equal(Math.round(wavelengths[31]), 47117);
  assert.equal(frequencies[0], 1);
  assert.deepEqual([...engine.ropeFrequencies({ dim: 8 }).frequencies], [1, 0.1, 0.01, 0.001].map(Math.fround)); // prettier-ignore
});

test('PE(t + delta) is a rotation of PE(t), pair by pair, whatever t is.', () => {
  for (const delta of [0, 1, 7, -3, 1000]) {
    const check = engine.rotationCheck({ seqLen: 30, dModel: 64, delta });
    assert.ok(check.maxDifference < 3e-7, `${delta}: ${check.maxDifference}`);
    assert.equal(check.angles[0], delta);
  }
  const { similarity } = engine.positionSimilarity({ seqLen: 40, dModel: 64 });
  for (let t = 0; t + 10 < 40; t++) {
    assert.equal(similarity[t * 40 + t].toFixed(2), '32.00');
    assert.equal(similarity[t * 40 + t + 1].toFixed(2), '30.92');
    assert.equal(similarity[t * 40 + t + 10].toFixed(2), '21.05');
  }
});

test('RoPE scores stay when both positions are shifted, and change when one is.', () => {
  const [query, key] = [numbers(1, 8), numbers(2, 8)];
  const turned = (x, position, pairing) => engine.rope({ x, seqLen: 1, headDim: 8, pairing, positions: [position] }).y; // prettier-ignore
  for (const pairing of ['interleaved', 'halves']) {
    const score = (i, j) => engine.dot({ a: turned(query, i, pairing), b: turned(key, j, pairing) }).dot; // prettier-ignore
    for (const shift of [1, 100, 1000, 123456]) {
      assert.ok(Math.abs(score(7 + shift, 3 + shift) - score(7, 3)) < 3e-6);
    }
    assert.ok(Math.abs(score(8, 3) - score(7, 3)) > 1e-3);
  }
});

test('ALiBi gives 12 heads the slopes of 8 and every second one of 16.', () => {
  const { slopes } = engine.alibiSlopes({ nHeads: 12 });
  assert.deepEqual([...slopes.slice(0, 8)], [...engine.alibiSlopes({ nHeads: 8 }).slopes]);
  const sixteen = engine.alibiSlopes({ nHeads: 16 }).slopes;
  assert.deepEqual(
    [...slopes.slice(8)],
    [0, 2, 4, 6].map((h) => sixteen[h]),
  );
});

test('A learned table has an edge, and says so.', () => {
  const table = { table: numbers(3, 40), rows: 10, dModel: 4 };
  assert.equal(engine.learnedPositions({ ...table, seqLen: 10 }).vectors.length, 40);
  assert.equal(
    thrown(() => engine.learnedPositions({ ...table, seqLen: 3, first: 8 })),
    'RangeError: learnedPositions: positions: 10, at place 2, is past the end of the table, which has 10 rows (0 to 9)',
  );
});

test('Over 24 blocks post-LN keeps the norm of the residual stream and pre-LN lets it grow.', () => {
  const sizes = { dModel: 32, nHeads: 4, activation: 'relu' };
  const { params } = engine.seededBlock({ ...sizes, seed: 3, nLayers: 24 });
  const run = (normFirst) => engine.stack({ ...sizes, normFirst, x: numbers(1, 320), seqLen: 10, params, nLayers: 24 }).meanNorms; // prettier-ignore
  const [post, pre] = [run(false), run(true)];
  for (const norm of post.slice(1)) assert.ok(Math.abs(norm - Math.sqrt(32)) < 1e-3);
  assert.ok(pre[24] > 1.5 * pre[8] && pre[8] > 1.3 * pre[1], [...pre].join(' '));
});

const SIZES = { dModel: 8, nHeads: 4, nKvHeads: 2, dFf: 12 };

test('Every step of a traced block is there by name, and adds up.', () => {
  const block = { ...SIZES, activation: 'gelu' };
  const { params, layers } = engine.seededBlock({ ...block, seed: 1 });
  const x = numbers(2, 40);
  const run = engine.encoderBlock({ ...block, x, seqLen: 5, params, causal: true, trace: true, rope: {} }); // prettier-ignore
  assert.deepEqual(Object.keys(run.steps), [
    'attentionNorm', 'query', 'key', 'value', 'turnedQuery', 'turnedKey', 'rawScores', 'scores',
    'maskedScores', 'weights', 'headOutputs', 'concat', 'attention', 'attentionSum',
    'feedForwardNorm', 'hidden', 'activated', 'feedForward', 'feedForwardSum',
  ]); // prettier-ignore
  const { sum } = engine.residual({ x, update: run.steps.attention });
  assert.deepEqual(run.steps.attentionSum, sum);
  assert.deepEqual(run.steps.feedForwardSum, run.output);
  assert.equal(run.steps.weights.length, 4 * 5 * 5);
  const named = engine.encoderBlock({ ...block, x, seqLen: 5, params: layers[0], causal: true, rope: {} }); // prettier-ignore
  assert.deepEqual(named.output, run.output);
  assert.equal(named.steps, null);
});

test('The attention of a block is multiHead on the normed stream.', () => {
  const { params, layers } = engine.seededBlock({ ...SIZES, seed: 4 });
  const run = engine.encoderBlock({ ...SIZES, x: numbers(5, 24), seqLen: 3, params, trace: true });
  const { wQ, wK, wV, wO, bQ, bK, bV, bO } = layers[0];
  const { output } = engine.multiHead({ x: run.steps.attentionNorm, wQ, wK, wV, wO, bQ, bK, bV, bO, seqLen: 3, dModel: 8, nHeads: 4, nKvHeads: 2 }); // prettier-ignore
  assert.deepEqual(output, run.steps.attention);
});

test('Cross-attention has a row for each target token and a column for each source token.', () => {
  const stack = (seed, cross) => engine.seededBlock({ ...SIZES, seed, nLayers: 2, finalNorm: true, cross }).params; // prettier-ignore
  const machine = { ...SIZES, encoder: stack(1, false), decoder: stack(2, true), nEncoderLayers: 2, nDecoderLayers: 2 }; // prettier-ignore
  const run = engine.encoderDecoder({ ...machine, source: numbers(3, 48), sourceLen: 6, target: numbers(4, 32), targetLen: 4, trace: true }); // prettier-ignore
  const { weights, crossWeights } = run.decoder.layers[1];
  assert.deepEqual([weights.length, crossWeights.length], [4 * 4 * 4, 4 * 4 * 6]);
  assert.equal(weights[1], 0, 'the decoder is causal');
  assert.ok(
    run.encoder.layers[0].weights.every((weight) => weight > 0),
    'the encoder is not',
  );
});

test('A decoder-only model reads its logits from the past alone.', () => {
  const { params } = engine.seededBlock({ ...SIZES, seed: 6, nLayers: 2, finalNorm: true });
  const model = {
    ...SIZES,
    params,
    nLayers: 2,
    vocabulary: 7,
    embedding: numbers(7, 56),
    rope: {},
  };
  const full = engine.decoderOnly({ ...model, tokens: [1, 2, 3, 4] });
  const prefix = engine.decoderOnly({ ...model, tokens: [1, 2, 3] });
  assert.deepEqual(full.logits.slice(0, 21), prefix.logits);
});

test('KV heads are grouped with their neighbours and averaged.', () => {
  const { params } = engine.seededBlock({ dModel: 8, nHeads: 4, seed: 8 });
  const heads = { nKvHeads: 4, headDim: 2, contextDim: 8 };
  const wK = params.slice(0, 64);
  const wV = params.slice(64, 128);
  assert.deepEqual(engine.groupHeads({ ...heads, wK, wV, groups: 4 }).wK, wK);
  const two = engine.groupHeads({ ...heads, wK, wV, groups: 2 });
  assert.ok(Math.abs(two.wK[0] - (wK[0] + wK[16]) / 2) < 1e-7);
  assert.ok(Math.abs(two.wV[16] - (wV[32] + wV[48]) / 2) < 1e-7);
});

test('The four score functions agree where they are the same thing.', () => {
  const pairs = { queries: numbers(1, 6), keys: numbers(2, 12), rows: 2, count: 4, queryDim: 3 };
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const dot = engine.scoreFunction({ ...pairs, kind: 'dot' });
  const general = engine.scoreFunction({ ...pairs, kind: 'general', w: identity });
  assert.ok(difference(dot.scores, general.scores) < 1e-6);
  assert.equal(dot.hidden, null);
  const [w, u, v] = [numbers(3, 6), numbers(4, 6), numbers(5, 2)];
  const additive = engine.scoreFunction({ ...pairs, kind: 'additive', w, u, v, hiddenDim: 2 });
  const both = [...w.slice(0, 3), ...u.slice(0, 3), ...w.slice(3), ...u.slice(3)];
  const concat = engine.scoreFunction({ ...pairs, kind: 'concat', w: both, v, hiddenDim: 2 });
  assert.deepEqual(concat.scores, additive.scores);
  assert.equal(additive.hidden.length, 2 * 4 * 2);
});

test('Errors inside blocks name what was given.', () => {
  const { layers } = engine.seededBlock({ ...SIZES, seed: 1 });
  const block = { ...SIZES, x: numbers(1, 8), seqLen: 1 };
  const run = (params, more) => thrown(() => engine.encoderBlock({ ...block, ...more, params }));
  assert.equal(run({ ...layers[0], wK: null }), 'TypeError: encoderBlock: wK: missing');
  assert.equal(run({ ...layers[0], wK: numbers(1, 3) }), 'RangeError: encoderBlock: wK: expected 4 x 8 = 32 numbers, got 3'); // prettier-ignore
  assert.equal(run({ ...layers[0], wk: [] }), 'TypeError: encoderBlock: there is no argument wk');
  assert.equal(run(layers[0], { bias: false }), 'RangeError: encoderBlock: attentionNormBias: this block has none'); // prettier-ignore
  const nan = Float32Array.from(layers[0].w1).fill(NaN, 5, 6);
  assert.equal(run({ ...layers[0], w1: nan }), 'RangeError: encoderBlock: w1: NaN at position 5 ([0, 5])'); // prettier-ignore
  assert.match(run(layers[0], { rope: { pairing: 'both' } }), /pairing: expected one of interleaved, halves/); // prettier-ignore
  assert.match(run(layers[0], { rope: { rotaryDim: 3 } }), /rotaryDim: expected .*got 3/);
});
