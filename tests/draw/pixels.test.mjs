import { test } from 'node:test';
import assert from 'node:assert/strict';
import { LEVELS, bytesOf, coloured, levelOf, pooled } from '../../web/draw/pixels.js';
import { toLab } from '../model/colours.mjs';

const matrixOf = (data, rows, columns) => ({
  rows,
  columns,
  row: (r) => data.subarray(r * columns, (r + 1) * columns),
});
const noise = (length) => Float32Array.from({ length }, (_, i) => Math.sin(i * i + 1));

test('where cells are smaller than a pixel, each is under exactly one and the furthest from 0 is kept', () => {
  const [rows, columns, down, across] = [101, 67, 9, 10];
  const data = noise(rows * columns);
  const pixels = pooled(matrixOf(data, rows, columns), { down, across });
  const expected = new Float32Array(down * across);
  data.forEach((value, i) => {
    const pixelOf = (at, cells, size) =>
      [...Array(size).keys()].findLast((p) => Math.floor((p * cells) / size) <= at);
    const y = pixelOf(Math.floor(i / columns), rows, down);
    const x = pixelOf(i % columns, columns, across);
    if (Math.abs(value) > Math.abs(expected[y * across + x])) expected[y * across + x] = value;
  });
  assert.deepEqual(pixels, expected);
});

test('one sharp weight among a million is still there in a hundred pixels', () => {
  const data = new Float32Array(1024 * 1024);
  data[700 * 1024 + 333] = 0.97;
  const pixels = pooled(matrixOf(data, 1024, 1024), { down: 10, across: 10 });
  assert.equal(pixels.filter((value) => value === Math.fround(0.97)).length, 1);
  assert.equal(pixels[6 * 10 + 3], Math.fround(0.97));
});

test('where pixels are smaller than cells, every cell is seen and none is mixed with another', () => {
  const data = noise(5 * 3);
  const pixels = pooled(matrixOf(data, 5, 3), { down: 11, across: 8 });
  const seen = Array.from({ length: 11 * 8 }, (_, i) => {
    const [y, x] = [Math.floor(i / 8), i % 8];
    return data[Math.floor((y * 5) / 11) * 3 + Math.floor((x * 3) / 8)];
  });
  assert.deepEqual([...pixels], seen);
  assert.equal(new Set(pixels).size, 15);
});

test('masked cells count for nothing, and a pixel of nothing else is empty', () => {
  const scores = Float32Array.of(9, -3, 1, 2, 5, 4, 8, 7, -6, 0, 0, 0, 0, 0, 0, -1);
  const masked = scores.map((s, i) => (i % 4 > Math.floor(i / 4) ? -Infinity : s));
  const pixels = pooled(matrixOf(scores, 4, 4), { down: 2, across: 2 }, matrixOf(masked, 4, 4));
  assert.deepEqual([...pixels], [9, NaN, -6, -1]);
  const whole = pooled(matrixOf(masked, 4, 4), { down: 4, across: 4 }, matrixOf(masked, 4, 4));
  assert.equal(whole.filter(Number.isNaN).length, 6);
  assert.ok(!whole.includes(-Infinity));
});

test('levels run from one end of the ramp to the other and never beyond', () => {
  assert.deepEqual([-2, -1, -0.5, 0, 1, 3].map((v) => levelOf(v, 1)), [-LEVELS, -LEVELS, -LEVELS / 2, 0, LEVELS, LEVELS]); // prettier-ignore
  assert.equal(levelOf(0.0001, 0), 0);
});

test('a transposed matrix is painted with rows and columns exchanged; masked pixels are hatched', () => {
  const ramp = Uint32Array.from({ length: 2 * LEVELS + 1 }, (_, i) => 1000 + i - LEVELS);
  const look = { down: 2, across: 3, extent: LEVELS, colours: { ramp, forbidden: 7 }, scale: 1 };
  const pixels = Float32Array.of(1, 2, 3, 4, NaN, 6);
  const plain = coloured(pixels, { ...look, isTransposed: false });
  assert.deepEqual([...plain], [1001, 1002, 1003, 1004, 0, 1006]);
  const turned = coloured(pixels, { ...look, isTransposed: true });
  assert.deepEqual([...turned], [1001, 1004, 1002, 0, 1003, 1006]);
  const empty = coloured(new Float32Array(60).fill(NaN), { ...look, down: 6, across: 10, isTransposed: false }); // prettier-ignore
  assert.deepEqual([...empty.slice(0, 10)], [7, 0, 0, 0, 0, 7, 0, 0, 0, 0]);
  assert.equal(empty[10 + 4], 7, 'the lines run diagonally');
});

test('colours are read as browsers compute them, oklab too', () => {
  const bytes = (colour, opacity) => [...new Uint8Array(Uint32Array.of(bytesOf(colour, opacity)).buffer)]; // prettier-ignore
  assert.deepEqual(bytes('rgb(27, 95, 193)'), [27, 95, 193, 255]);
  assert.deepEqual(bytes('color(srgb 1 0.5 0)'), [255, 128, 0, 255]);
  assert.deepEqual(bytes('rgb(0, 0, 0)', 0.6), [0, 0, 0, 153]);
  for (const [hex, rgb] of [
    ['#391e76', [0x39, 0x1e, 0x76]],
    ['#f6f3ee', [0xf6, 0xf3, 0xee]],
    ['#000000', [0, 0, 0]],
  ]) {
    assert.deepEqual(bytes(`oklab(${toLab(hex).join(' ')})`), [...rgb, 255]);
  }
});
