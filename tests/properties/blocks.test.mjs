import assert from 'node:assert/strict';
import { gathered } from './rows.mjs';
import { close, property, sameBits } from './property.mjs';

/** A small block with params from a seed. */
function aBlock(engine, draw, use = {}) {
  const nKvHeads = draw.whole(1, 2);
  const nHeads = nKvHeads * draw.whole(1, 2);
  const options = {
    dModel: draw.whole(1, 12),
    nHeads,
    nKvHeads,
    headDim: 2 * draw.whole(1, 3),
    dFf: draw.whole(1, 16),
    norm: draw.among(['layer', 'rms', 'none']),
    normFirst: draw.chance(0.5),
    activation: draw.among(['relu', 'gelu', 'gelu-tanh', 'silu']),
    gated: draw.chance(0.3),
    bias: draw.chance(0.5),
  };
  const seed = draw.whole(0, 1e6);
  const { params } = engine.seededBlock({ ...options, ...use, seed });
  return { options, params };
}

property('Without a mask a block moves its tokens as they are moved', 80, (engine, draw) => {
  const { options, params } = aBlock(engine, draw);
  const seqLen = draw.whole(1, 8);
  const x = draw.numbers(seqLen * options.dModel);
  const order = draw.order(seqLen);
  const moved = gathered(x, 1, seqLen, options.dModel, order);
  const plain = engine.encoderBlock({ ...options, params, x, seqLen }).output;
  const permuted = engine.encoderBlock({ ...options, params, x: moved, seqLen }).output;
  const want = gathered(plain, 1, seqLen, options.dModel, order);
  close(permuted, want, { rtol: 1e-4, atol: 2e-5 }, 'output');
});

property('A causal stack has the same bits for a prefix, whatever follows', 60, (engine, draw) => {
  const nLayers = draw.whole(1, 3);
  const finalNorm = draw.chance(0.5);
  const { options, params } = aBlock(engine, draw, { nLayers, finalNorm });
  const seqLen = draw.whole(2, 8);
  const prefix = draw.whole(1, seqLen - 1);
  const x = draw.numbers(seqLen * options.dModel);
  const rope = draw.chance(0.5) ? { pairing: draw.among(['interleaved', 'halves']) } : null;
  const run = (length) =>
    engine.stack({
      ...options,
      params,
      nLayers,
      finalNorm,
      rope,
      causal: true,
      align: 'top-left',
      x: x.subarray(0, length * options.dModel),
      seqLen: length,
    });
  const size = prefix * options.dModel;
  sameBits(run(seqLen).output.subarray(0, size), run(prefix).output, 'output');
});

property('A stack is its blocks one after the other', 60, (engine, draw) => {
  const nLayers = draw.whole(1, 3);
  const { options } = aBlock(engine, draw);
  const { params, layers } = engine.seededBlock({ ...options, nLayers, seed: draw.whole(0, 999) });
  const seqLen = draw.whole(1, 6);
  const x = draw.numbers(seqLen * options.dModel);
  const all = engine.stack({ ...options, params, nLayers, x, seqLen });
  let stream = x;
  for (const layer of layers) {
    stream = engine.encoderBlock({ ...options, params: layer, x: stream, seqLen }).output;
  }
  sameBits(all.output, stream, 'output');
  assert.equal(all.meanNorms.length, nLayers + 1);
});

property(
  'A decoder block whose memory is changed where nobody looks stays the same',
  60,
  (engine, draw) => {
    const { options, params } = aBlock(engine, draw, { cross: true });
    const [seqLen, memoryLen] = [draw.whole(1, 5), draw.whole(1, 7)];
    const x = draw.numbers(seqLen * options.dModel);
    const memory = draw.numbers(memoryLen * options.dModel);
    const seen = draw.whole(0, memoryLen);
    const other = memory.map((value, i) =>
      Math.floor(i / options.dModel) < seen ? value : value + 1,
    );
    const run = (from) =>
      engine.decoderBlock({
        ...options,
        params,
        x,
        seqLen,
        memory: from,
        memoryLen,
        memoryMask: { kvLengths: [seen] },
      }).output;
    sameBits(run(other), run(memory), 'output');
  },
);

property(
  'LayerNorm rows have mean 0 and variance 1, whatever is added or multiplied',
  150,
  (engine, draw) => {
    const [rows, dim] = [draw.whole(1, 4), draw.whole(2, 40)];
    const x = draw.numbers(rows * dim);
    const { y } = engine.layerNorm({ x, rows, dim, eps: 0 });
    for (let row = 0; row < rows; row++) {
      const part = y.subarray(row * dim, (row + 1) * dim);
      const mean = part.reduce((sum, value) => sum + value, 0) / dim;
      const variance = part.reduce((sum, value) => sum + value * value, 0) / dim;
      close([mean, variance], [0, 1], { rtol: 1e-5, atol: 1e-5 }, 'mean and variance');
    }
    const doubled = engine.layerNorm({ x: x.map((value) => 4 * value), rows, dim, eps: 0 });
    close(doubled.y, y, { rtol: 1e-5, atol: 1e-6 }, 'y of 4 x');
  },
);

property('RMSNorm forgets the length and keeps the direction', 150, (engine, draw) => {
  const dim = draw.whole(1, 40);
  const x = draw.numbers(dim);
  x[0] = 1;
  const { y } = engine.rmsNorm({ x, rows: 1, dim, eps: 0 });
  const { cosines } = engine.compareVectors({ query: x, keys: y, dim, count: 1 });
  const { norm } = engine.norm({ a: y });
  close([...cosines, norm], [1, Math.sqrt(dim)], { rtol: 2e-6, atol: 0 }, 'cosine and length');
});

property(
  'Heads averaged into as many groups as there are heads stay as they are',
  60,
  (engine, draw) => {
    const [nKvHeads, headDim, contextDim] = [draw.whole(1, 6), draw.whole(1, 5), draw.whole(1, 7)];
    const wK = draw.numbers(nKvHeads * headDim * contextDim);
    const wV = draw.numbers(nKvHeads * headDim * contextDim);
    const shape = { nKvHeads, headDim, contextDim };
    const same = engine.groupHeads({ wK, wV, ...shape, groups: nKvHeads });
    sameBits(same.wK, wK, 'wK');
    const one = engine.groupHeads({ wK, wV, ...shape, groups: 1 });
    const size = headDim * contextDim;
    const mean = Array.from({ length: size }, (_, i) => {
      let sum = 0;
      for (let h = 0; h < nKvHeads; h++) sum += wV[h * size + i];
      return sum / nKvHeads;
    });
    close(one.wV, mean, { rtol: 1e-6, atol: 1e-7 }, 'wV');
  },
);
