import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linearScale, logScale, ticks } from '../../web/draw/scales.js';

test('a linear scale maps its ends to its range, also when it runs backwards', () => {
  const y = linearScale([0, 4], [100, 20]);
  assert.deepEqual([y(0), y(4), y(1)], [100, 20, 80]);
  assert.deepEqual(y.ticks(4), [0, 1, 2, 3, 4]);
});

test('a log scale gives equal factors equal steps', () => {
  const x = logScale([1, 1000], [0, 300]);
  assert.ok(Math.abs(x(10) - 100) < 1e-9 && Math.abs(x(100) - 200) < 1e-9);
  assert.deepEqual(x.ticks(3), [1, 10, 100, 1000]);
});

test('ticks are round numbers inside the domain', () => {
  assert.deepEqual(ticks(0, 1, 4), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(-100, 100, 5), [-100, -50, 0, 50, 100]);
  assert.deepEqual(ticks(0, 0.1, 2), [0, 0.05, 0.1]);
  assert.deepEqual(ticks(3, 2100, 3), [1000, 2000]);
});
