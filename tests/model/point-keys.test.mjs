import { test } from 'node:test';
import assert from 'node:assert/strict';
import { moveByKey, settlePoint } from '../../web/model/point-keys.js';

test('arrow keys move a point by a tenth, with Shift by a half, upwards to larger y', () => {
  assert.deepEqual(moveByKey({ key: 'ArrowUp' }, [1.2, 0.9], 3), [1.2, 1]);
  assert.deepEqual(moveByKey({ key: 'ArrowLeft', shiftKey: true }, [1.2, 0.9], 3), [0.7, 0.9]);
});

test('ten small steps come out where one says, without crumbs', () => {
  let point = [0, 0];
  for (let i = 0; i < 12; i++) point = moveByKey({ key: 'ArrowRight' }, point, 3);
  assert.deepEqual(point, [1.2, 0]);
  for (let i = 0; i < 12; i++) point = moveByKey({ key: 'ArrowLeft' }, point, 3);
  assert.ok(Object.is(point[0], 0), 'no negative zero');
});

test('a point stops at the limit, and other keys do not move it', () => {
  assert.deepEqual(moveByKey({ key: 'ArrowRight', shiftKey: true }, [2.9, 0], 3), [3, 0]);
  assert.equal(moveByKey({ key: 'Tab' }, [0, 0], 3), null);
  assert.equal(moveByKey({ key: 'ArrowUp', altKey: true }, [0, 0], 3), null);
});

test('a dragged point rests where its coordinates have at most two decimals', () => {
  assert.deepEqual(settlePoint([1.2267, -0.913], 3), [1.25, -0.9]);
  assert.deepEqual(settlePoint([9, -9], 4), [4, -4]);
});
