import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fieldNodes, fieldPaths } from '../../web/draw/field.js';
import { planeAt } from '../../web/draw/plane.js';
import { steps } from '../../web/widgets/lookup/cut.js';

const nodes = 5;
const plane = planeAt(0, 0, 400, 2);
const points = fieldNodes(2, nodes);
const field = (f) =>
  Float32Array.from({ length: nodes * nodes }, (_, i) => f(points[2 * i], points[2 * i + 1]));
const numbers = (path) => path.match(/-?[\d.]+/g).map(Number);

test('the nodes of a field begin at the top left and include all edges', () => {
  assert.deepEqual([...points.slice(0, 4)], [-2, 2, -1, 2]);
  assert.deepEqual([...points.slice(-2)], [2, -2]);
});

test('a straight field has its border exactly where it is, between nodes too', () => {
  const [{ area: path, line }] = fieldPaths(
    plane,
    field((x) => x - 0.5),
    nodes,
    [0],
  );
  const xs = numbers(path).filter((_, i) => i % 2 === 0);
  assert.equal(Math.min(...xs), 250);
  assert.equal(Math.max(...xs), 400);
  assert.deepEqual(
    new Set(numbers(line).filter((_, i) => i % 2 === 0)),
    new Set([250]),
    'the line stands where the field is 0',
  );
});

test('a field reaches the edges of its plane and no further', () => {
  const all = numbers(
    fieldPaths(
      plane,
      field(() => 1),
      nodes,
      [0],
    )[0].area,
  );
  assert.equal(Math.min(...all), 0);
  assert.equal(Math.max(...all), 400);
  assert.equal(
    fieldPaths(
      plane,
      field(() => -1),
      nodes,
      [0],
    )[0].area,
    '',
  );
});

test('a hard answer along a line is cut into its flat stretches', () => {
  const places = [0, 1, 2, 3, 4, 5];
  assert.deepEqual(steps({ places, hard: [30, 30, 20, 20, 10, 10] }), [
    [0, 1.5, 30],
    [1.5, 3.5, 20],
    [3.5, 5, 10],
  ]);
});

test('a tie of one node is a border, not a stretch', () => {
  const places = [0, 1, 2, 3, 4];
  assert.deepEqual(steps({ places, hard: [20, 20, 15, 10, 10] }), [
    [0, 2, 20],
    [2, 4, 10],
  ]);
});
