// Chapter 10: what to keep, and the mistakes that are easy to make.
import assert from 'node:assert/strict';
import { EXAMPLE_TOKENS, contentWordScores, exampleScores, neighbourScores } from '../../web/model/example.js'; // prettier-ignore
import { DIM, attend, seededModel, shuffleTest, wordVectors } from '../../web/widgets/positions/attend.js'; // prettier-ignore
import { agree, differ, printed, rowOf, says } from './claims.mjs';

const IT = 7;

says(10, 'Every key matches a little and the answer is a blend, so gradients reach both the asking and the being found.', (engine) => {
  const args = { keys: [2, 0, 0, 2], values: [10, 20], count: 2, dim: 2, valueDim: 1 };
  const soft = (query, keys = args.keys) => engine.lookup({ ...args, query, keys }).soft[0];
  const here = soft([1, 0.5]);
  assert.notEqual(soft([1.01, 0.5]), here);
  for (let i = 0; i < 4; i++)
    assert.notEqual(soft([1, 0.5], args.keys.with(i, args.keys[i] + 0.01)), here);
}); // prettier-ignore

says(
  10,
  'A dot product of $d_k$ random terms has variance $d_k$; the division brings it back to [1]',
  (engine, [one]) => {
    const run = engine.varianceExperiment({ seed: 3, headDim: 96, pairs: 4000, bins: 1 });
    assert.ok(Math.abs(run.variance - 96) < 4 * run.standardError);
    assert.ok(Math.abs(run.scaledVariance - one.value) < 4 * run.scaledStandardError);
  },
);

says(10, 'and ball goes from [48.7] to [67.9] %.', (engine, numbers) => {
  const ball = (mask) =>
    engine.softmax({ scores: exampleScores(), rows: 10, cols: 10, ...mask }).weights[IT * 10 + 5];
  printed(numbers, [100 * ball({}), 100 * ball({ causal: true })]);
});

says(
  10,
  'the visible ones share the whole of the attention in their old proportions.',
  (engine) => {
    const scores = engine.random({ seed: 5, count: 9 }).values;
    const allow = [1, 0, 1, 1, 0, 0, 1, 1, 0];
    const free = engine.softmax({ scores, cols: 9 }).weights;
    const { weights } = engine.softmax({ scores, cols: 9, allow, allowShape: [1, 9] });
    const visible = [...allow.keys()].filter((k) => allow[k]);
    for (const k of visible) agree(engine, [weights[k] / weights[0]], [free[k] / free[0]], 1e-5);
    agree(engine, [engine.dot({ a: weights, b: allow }).dot], [1]);
  },
);

says(10, 'and the row of “it” blurs from at most [1.521] nats to [1.929].', (engine, numbers) => {
  const three = [exampleScores(), neighbourScores(10, 1), contentWordScores(EXAMPLE_TOKENS)];
  const entropy = (scores) =>
    engine.softmax({ scores: rowOf(scores, 10, IT), cols: 10 }).entropy[0];
  const matrices = Float32Array.from(three.flatMap((scores) => [...scores]));
  const { mean } = engine.meanMatrices({ matrices, count: 3, size: 100 });
  printed(numbers, [Math.max(...three.map(entropy)), entropy(mean)]);
});

says(10, 'without positions and nothing but the order of the outputs changes.', (engine) => {
  const words = wordVectors(engine, EXAMPLE_TOKENS, 3);
  const { order } = engine.shuffle({ seed: 9, count: 10 });
  const { before, after, back } = shuffleTest(seededModel(engine, 3, 'none'), words, order);
  agree(engine, before, back);
  differ(engine, before, after, 0.01);
});

says(
  10,
  'The first and the last are exact; the second is a trade.',
  (engine) => {
    const args = { tokens: [0, 1, 2, 3, 1, 0], vocab: 4, dModel: 8, nHeads: 4, seed: 2 };
    const outputs = (change) => engine.generate({ ...args, ...change }).outputs;
    agree(engine, outputs({ cached: true }), outputs({ cached: false }), 0);
    const draw = (seed, count) => engine.random({ seed, count }).values;
    const head = { query: draw(1, 40), key: draw(2, 40), value: draw(3, 40), seqLen: 10, headDim: 4 };
    const tiled = engine.tiledAttention({ ...head, tileQ: 3, tileK: 4 }).output;
    agree(engine, tiled, engine.attention(head).output);
    // Sharing moves the outputs.
    const four = { wK: draw(4, 64), wV: draw(5, 64), nKvHeads: 4, headDim: 2, contextDim: 8 };
    const one = engine.groupHeads({ ...four, groups: 1 });
    const sizes = { x: draw(6, 48), wQ: draw(7, 64), wO: draw(8, 64), seqLen: 6, dModel: 8, nHeads: 4 };
    const { output } = engine.multiHead({ ...sizes, wK: four.wK, wV: four.wV });
    differ(engine, output, engine.multiHead({ ...sizes, ...one, nKvHeads: 1 }).output, 0.1);
  },
); // prettier-ignore

says(10, 'In the sinusoids the low channels are the fast ones.', (engine) => {
  const pe = engine.sinusoidal({ seqLen: 2, dModel: 64 }).pe;
  const moved = (channel) => Math.abs(pe[64 + channel] - pe[channel]);
  assert.ok(moved(0) > 0.8 && moved(62) < 1e-3);
});

says(
  10,
  'The scores are divided by the root of the width of one head, not of $d_{\\text{model}}$.',
  (engine) => {
    const draw = (seed, count) => engine.random({ seed, count }).values;
    const params = { x: draw(1, 64), wQ: draw(2, 256), wK: draw(3, 256), wV: draw(4, 256), wO: draw(5, 256) }; // prettier-ignore
    const { trace } = engine.multiHead({
      ...params,
      seqLen: 4,
      dModel: 16,
      nHeads: 4,
      trace: true,
    });
    agree(engine, trace.scores, trace.rawScores.map((score) => score / 2), 1e-5); // prettier-ignore
  },
);

says(
  10,
  'A mask of −1,000,000,000 instead of −∞ gives a row that is masked altogether uniform weights.',
  (engine) => {
    const weights = (value) =>
      engine.softmax({ scores: [1, 2, 3, 4], cols: 4, mask: Array(4).fill(value), maskShape: [1, 4] })
        .weights;
    assert.deepEqual([...weights(-1e9)], Array(4).fill(0.25));
    assert.deepEqual([...weights(-Infinity)], Array(4).fill(0));
  },
); // prettier-ignore

says(10, 'The two pairings of RoPE give different numbers.', (engine) => {
  const x = engine.random({ seed: 4, count: 8 }).values;
  const turned = (pairing) => engine.rope({ x, seqLen: 1, headDim: 8, first: 3, pairing }).y;
  differ(engine, turned('interleaved'), turned('halves'), 0.1);
});

says(10, 'The query heads of a group are neighbours, not dealt out in turn.', (engine) => {
  const zeros = new Float32Array(12);
  const args = { query: zeros, key: zeros.slice(0, 3), value: [1, 2, 3], seqLen: 1, headDim: 1 };
  const { output } = engine.attention({ ...args, nHeads: 12, nKvHeads: 3 });
  assert.deepEqual([...output], [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
});

says(
  10,
  'The cache makes a step linear; over a whole generation the number of scores still grows with n².',
  (engine) => {
    const costs = (length) => engine.generationCosts({ dModel: 8, nHeads: 2, length });
    const { steps } = costs(64);
    steps.forEach((step, i) => assert.equal(step.scoresPerHead, i + 1));
    const ratio = costs(640).total.scoresPerHead / costs(64).total.scoresPerHead;
    assert.ok(ratio > 95 && ratio < 100, String(ratio));
  },
);

says(10, 'The grid that FlashAttention walks over is the weights, not the output.', (engine) => {
  const draw = (seed, count) => engine.random({ seed, count }).values;
  const head = { query: draw(1, 24), key: draw(2, 24), value: draw(3, 12), seqLen: 6, headDim: 4, vHeadDim: 2 }; // prettier-ignore
  const { steps, output } = engine.tileSteps({ ...head, tileQ: 2, tileK: 3 });
  const cells = steps.reduce((sum, step) => sum + step.queries * step.keys, 0);
  assert.equal(cells, 6 * 6);
  assert.equal(output.length, 6 * 2);
});

says(
  'glossary',
  'permutation equivariance: Shuffle the tokens and the outputs are shuffled the same way, otherwise unchanged.',
  (engine) => {
    const words = wordVectors(engine, ['a', 'b', 'c'], 1);
    const model = seededModel(engine, 1, 'none');
    const { output } = attend(model, words);
    const turned = attend(model, Float32Array.from([...words.slice(DIM), ...words.slice(0, DIM)]));
    agree(engine, turned.output, [...output.slice(DIM), ...output.slice(0, DIM)]);
  },
);
