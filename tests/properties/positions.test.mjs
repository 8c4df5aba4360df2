import assert from 'node:assert/strict';
import { close, property, sameBits } from './property.mjs';

const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);

property('RoPE scores depend on the distance alone', 300, (engine, draw) => {
  const headDim = 2 * draw.whole(1, 16);
  const [query, key] = [draw.numbers(headDim), draw.numbers(headDim)];
  const options = {
    seqLen: 1,
    headDim,
    rotaryDim: 2 * draw.whole(1, headDim / 2),
    pairing: draw.among(['interleaved', 'halves']),
    base: draw.among([100, 10000, 500000]),
  };
  const [at, distance] = [draw.whole(0, 50), draw.whole(-20, 20)];
  const shift = draw.among([1, 10, 1000, 30000]);
  const scoreAt = (first) => {
    const q = engine.rope({ ...options, x: query, positions: [first + distance] }).y;
    return dot(q, engine.rope({ ...options, x: key, positions: [first] }).y);
  };
  const scale = Math.sqrt(dot(query, query) * dot(key, key));
  close([scoreAt(at + shift)], [scoreAt(at)], { rtol: 0, atol: 1e-6 * scale + 1e-9 }, 'score');
});

property('RoPE keeps lengths, and turning back gives the vector', 200, (engine, draw) => {
  const headDim = 2 * draw.whole(1, 12);
  const x = draw.numbers(headDim);
  const options = { seqLen: 1, headDim, pairing: draw.among(['interleaved', 'halves']) };
  const position = draw.whole(0, 5000);
  const turned = engine.rope({ ...options, x, positions: [position] }).y;
  const back = engine.rope({ ...options, x: turned, positions: [-position] }).y;
  close([dot(turned, turned)], [dot(x, x)], { rtol: 2e-6, atol: 1e-9 }, 'squared length');
  close(back, x, { rtol: 1e-5, atol: 1e-6 }, 'vector');
});

property('The two pairings are one, with the channels in another order', 100, (engine, draw) => {
  const pairs = draw.whole(1, 12);
  const headDim = 2 * pairs;
  const x = draw.numbers(headDim);
  const halves = Float32Array.from(x, (_, d) => x[d < pairs ? 2 * d : 2 * (d - pairs) + 1]);
  const options = { seqLen: 1, headDim, positions: [draw.whole(0, 99)] };
  const byPairs = engine.rope({ ...options, x, pairing: 'interleaved' }).y;
  const byHalves = engine.rope({ ...options, x: halves, pairing: 'halves' }).y;
  sameBits(
    Float32Array.from(byPairs, (_, d) => byHalves[d % 2 ? pairs + (d - 1) / 2 : d / 2]),
    byPairs,
    'y',
  );
});

property('A table of positions starts anywhere, and each row is its own', 150, (engine, draw) => {
  const [seqLen, dModel] = [draw.whole(1, 12), draw.whole(1, 17)];
  const first = draw.whole(0, 5000);
  const base = draw.among([10, 100, 10000]);
  const { pe } = engine.sinusoidal({ seqLen: seqLen + first, dModel, base });
  const later = engine.sinusoidal({ seqLen, dModel, base, first });
  sameBits(later.pe, pe.subarray(first * dModel), 'pe');
  for (let t = 0; t < seqLen; t++) {
    for (let d = 0; d + 1 < dModel; d += 2) {
      const [sine, cosine] = later.pe.subarray(t * dModel + d);
      close([sine ** 2 + cosine ** 2], [1], { rtol: 0, atol: 4e-7 }, 'sin² + cos²');
    }
  }
});

property(
  'The similarity of two sinusoidal positions depends on their distance',
  60,
  (engine, draw) => {
    const [seqLen, dModel] = [draw.whole(2, 12), 2 * draw.whole(1, 12)];
    const { similarity } = engine.positionSimilarity({ seqLen, dModel });
    for (let t = 1; t < seqLen; t++) {
      for (let s = 1; s < seqLen; s++) {
        close(
          [similarity[t * seqLen + s]],
          [similarity[(t - 1) * seqLen + s - 1]],
          { rtol: 1e-5, atol: 1e-6 * dModel },
          'similarity',
        );
      }
    }
  },
);

property('ALiBi takes off the distance times a slope that falls', 60, (engine, draw) => {
  const nHeads = draw.whole(1, 20);
  const { slopes } = engine.alibiSlopes({ nHeads });
  assert.ok(slopes.every((slope) => slope > 0 && slope < 1));
  assert.equal(new Set(slopes).size, nHeads);
  const [seqLen, kvLen, offset] = [draw.whole(1, 6), draw.whole(1, 6), draw.whole(-3, 5)];
  const { mask } = engine.alibiMask({ nHeads, seqLen, kvLen, offset });
  mask.forEach((value, i) => {
    const [k, q, h] = [i % kvLen, Math.floor(i / kvLen) % seqLen, Math.floor(i / kvLen / seqLen)];
    close([value], [-slopes[h] * Math.abs(q + offset - k)], { rtol: 1e-6, atol: 0 }, 'mask');
  });
});
