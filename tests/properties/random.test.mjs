import assert from 'node:assert/strict';
import { close, property, sameBits } from './property.mjs';

property('Any part of a stream of random numbers can be had alone', 100, (engine, draw) => {
  const options = { seed: draw.whole(0, 2 ** 31), distribution: draw.among(['normal', 'uniform']) };
  const [count, skip] = [draw.whole(1, 40), draw.whole(0, 40)];
  const all = engine.random({ ...options, count: count + skip }).values;
  sameBits(engine.random({ ...options, count, skip }).values, all.subarray(skip), 'values');
});

property('A shuffle has every number once', 100, (engine, draw) => {
  const count = draw.whole(0, 60);
  const { order } = engine.shuffle({ seed: draw.whole(0, 2 ** 31), count });
  assert.deepEqual(
    Array.from(order).sort((a, b) => a - b),
    [...Array(count).keys()],
  );
});

property('A sample is among the kept, and the kept sum to 1', 200, (engine, draw) => {
  const vocab = draw.whole(1, 30);
  const logits = draw.numbers(vocab, 3);
  const topK = draw.among([0, 0, 1, 3, vocab]);
  const topP = draw.among([1, 0.9, 0.3]);
  const temperature = draw.among([0, 0.5, 1, 3, Infinity]);
  const seed = draw.whole(0, 2 ** 31);
  const result = engine.sample({ logits, topK, topP, temperature, seed, skip: draw.whole(0, 9) });
  const { token, kept, order, probabilities } = result;
  assert.ok([...order].indexOf(token) < kept && token >= 0);
  assert.ok(topK === 0 || kept <= topK);
  close([probabilities.reduce((sum, p) => sum + p, 0)], [1], { rtol: 0, atol: 2e-6 }, 'sum');
  for (const left of order.slice(kept)) assert.equal(probabilities[left], 0);
  for (let i = 1; i < vocab; i++) {
    assert.ok(probabilities[order[i]] <= probabilities[order[i - 1]], 'the most probable first');
  }
});

property('The experiments on random numbers give every build the same bits', 30, (engine, draw) => {
  const [seed, headDim] = [draw.whole(0, 2 ** 31), draw.whole(1, 70)];
  engine.varianceExperiment({ seed, headDim, pairs: draw.whole(2, 60), bins: draw.whole(1, 9) });
  engine.saturationExperiment({ seed, headDim, rows: draw.whole(1, 5), keys: draw.whole(1, 20) });
});

property(
  'Elementary functions have the same bits in every build, anywhere',
  200,
  (engine, draw) => {
    const exponent = draw.whole(-149, 127);
    const x = draw.numbers(37, 2 ** exponent);
    for (const name of ['exp', 'tanh', 'erf', 'sin', 'cos']) engine.elementary({ name, x });
    engine.elementary({ name: 'log', x: x.map(Math.abs) });
  },
);
