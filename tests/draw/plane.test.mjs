import { test } from 'node:test';
import assert from 'node:assert/strict';
import { angleArc, arrowShape, labelSpots, planeAt } from '../../web/draw/plane.js';
import { SITUATIONS, START } from '../../web/widgets/alignment/situations.js';

const plane = planeAt(10, 20, 400, 4);

test('a plane maps to pixels and back, y upwards', () => {
  assert.deepEqual([plane.toX(0), plane.toY(0)], [210, 220]);
  assert.deepEqual([plane.toX(4), plane.toY(4)], [410, 20]);
  assert.deepEqual(plane.toPoint(plane.toX(1.25), plane.toY(-3)), [1.25, -3]);
});

test("an arrow's point is exactly at its tip", () => {
  const { shaft, head } = arrowShape(plane, [0, 0], [2, 0], 3);
  assert.match(head, /^M310 220L/);
  assert.match(shaft, /^M210 220L/);
});

test('an arrow without length has no shape instead of a broken one', () => {
  assert.deepEqual(arrowShape(plane, [1, 1], [1, 1], 3), { shaft: '', head: '' });
  assert.equal(angleArc(plane, [0, 0], [1, 0], 30), '');
});

test('the arc of an angle goes the short way round', () => {
  assert.match(angleArc(plane, [1, 0], [0, 1], 30), /A30 30 0 0 0 210 190$/);
  assert.match(angleArc(plane, [1, 0], [0, -1], 30), /A30 30 0 0 1 210 250$/);
});

test('a label stands beyond its tip, and never outside the plane', () => {
  assert.deepEqual(labelSpots(plane, [[1, 0]]), [[280, 220]]);
  for (let i = 0; i < 64; i++) {
    const angle = (i / 64) * 2 * Math.PI;
    const reach = 4 / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle)));
    const tip = [Math.cos(angle) * reach, Math.sin(angle) * reach];
    const [[x, y]] = labelSpots(plane, [tip]);
    assert.ok(x >= 19 && x <= 401 && y >= 29 && y <= 411, `${i}: ${x}, ${y}`);
  }
});

test('no label of a situation meets another label, an arrow or a tip, on a phone neither', () => {
  for (const [name, { query, keys }] of Object.entries({ START, ...SITUATIONS }))
    for (const size of [288, 352, 400]) {
      const small = planeAt(10, 20, size, 4);
      const tips = [
        query,
        ...keys.filter((_, i) => i % 2 === 0).map((x, k) => [x, keys[2 * k + 1]]),
      ];
      const at = tips.map(([x, y]) => [small.toX(x), small.toY(y)]);
      const spots = labelSpots(small, tips);
      for (const [i, [x, y]] of spots.entries()) {
        for (const [u, v] of spots.slice(0, i)) assert.ok(Math.hypot(x - u, y - v) > 14, name);
        for (const [j, [u, v]] of at.entries())
          for (let share = 0; share <= 1; share += 0.02) {
            const [s, t] = [small.toX(0) * (1 - share) + u * share, small.toY(0) * (1 - share) + v * share]; // prettier-ignore
            assert.ok(Math.hypot(x - s, y - t) > 10, `${name}, ${size}: label ${i} on arrow ${j}`);
          }
      }
    }
});
