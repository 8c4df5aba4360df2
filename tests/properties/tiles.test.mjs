import assert from 'node:assert/strict';
import { close, property, sameBits } from './property.mjs';

/** The fields of a step that hold a row's running numbers before a tile, and after the one before. */
const RUNNING = [
  ['maxBefore', 'maxAfter'],
  ['sumBefore', 'sumAfter'],
  ['accumulatorBefore', 'accumulatorAfter'],
];

property('Tiles of any size give the plain result', 300, (engine, draw) => {
  const sizes = draw.attention({ maxLen: 24 });
  const deviation = draw.among([1, 1, 4]);
  const inputs = { ...sizes, ...draw.tensors(sizes, deviation), ...draw.mask(sizes) };
  const softcap = draw.among([0, 0, 3]);
  const plain = engine.attention({ ...inputs, softcap, trace: true });
  const tiles = { tileQ: draw.whole(1, sizes.seqLen + 2), tileK: draw.whole(1, sizes.kvLen + 2) };
  const tiled = engine.tiledAttention({ ...inputs, softcap, ...tiles });
  close(tiled.output, plain.output, { rtol: 2e-5, atol: 4e-6 }, 'output');
  close(tiled.logSumExp, plain.trace.logSumExp, { rtol: 2e-6, atol: 2e-6 }, 'log-sum-exp');
});

property('The steps of one head end in its tiled result', 100, (engine, draw) => {
  const { seqLen, kvLen, headDim, vHeadDim } = draw.attention();
  const sizes = { seqLen, kvLen, headDim, vHeadDim };
  const one = { batch: 1, nHeads: 1, nKvHeads: 1, ...sizes };
  const inputs = { ...sizes, ...draw.tensors(one), ...draw.mask(one) };
  const tiles = { tileQ: draw.whole(1, seqLen), tileK: draw.whole(1, kvLen) };
  const tiled = engine.tiledAttention({ ...inputs, ...tiles });
  const steps = engine.tileSteps({ ...inputs, ...tiles });
  sameBits(steps.output, tiled.output, 'output');
  sameBits(steps.logSumExp, tiled.logSumExp, 'log-sum-exp');
  assert.equal(steps.steps.length, steps.tileRows * steps.tileCols);
  steps.steps.forEach((step, i) => {
    if (i % steps.tileCols === 0) return; // the first of its row starts anew
    for (const [before, after] of RUNNING)
      sameBits(step[before], steps.steps[i - 1][after], before);
  });
});

property('Tiles that the causal mask empties are skipped and cost nothing', 60, (engine, draw) => {
  const length = draw.whole(1, 16);
  const headDim = draw.whole(1, 5);
  const one = {
    batch: 1,
    nHeads: 1,
    nKvHeads: 1,
    seqLen: length,
    kvLen: length,
    headDim,
    vHeadDim: headDim,
  };
  const tiles = { tileQ: draw.whole(1, length), tileK: draw.whole(1, length) };
  const { steps } = engine.tileSteps({
    seqLen: length,
    headDim,
    ...draw.tensors(one),
    ...tiles,
    causal: true,
  });
  const skipped = steps.filter(({ state }) => state !== 'computed');
  for (const step of steps) {
    const isAfter = step.firstKey > step.firstQuery + step.queries - 1;
    assert.equal(step.state, isAfter ? 'causal' : 'computed');
  }
  const { tiled } = engine.attentionCosts({ seqLen: length, headDim, ...tiles, causal: true });
  assert.equal(tiled.skipped, skipped.length);
  assert.equal(tiled.tiles, steps.length - skipped.length);
});
