/** A computed field over a plane, as contour lines. */
import { contours } from 'd3-contour';
import { px } from './layout.js';

/** @typedef {import('./plane.js').Plane} Plane */

/**
 * Where the nodes of a field lie: rows from the top, both edges of the plane included.
 * @param {number} extent of the plane @param {number} nodes along each side
 * @returns {Float32Array} [nodes × nodes, 2]
 */
export function fieldNodes(extent, nodes) {
  const at = (/** @type {number} */ i) => (2 * extent * i) / (nodes - 1) - extent;
  const points = new Float32Array(nodes * nodes * 2);
  for (let row = 0; row < nodes; row++) {
    for (let column = 0; column < nodes; column++) {
      points.set([at(column), -at(row)], (row * nodes + column) * 2);
    }
  }
  return points;
}

/**
 * The part of the plane where the field reaches a level, as path data; between nodes the field
 * is taken to be straight.
 * @param {Plane} plane
 * @param {ArrayLike<number>} values [nodes × nodes] at fieldNodes()
 * @param {number} nodes
 * @param {readonly number[]} levels
 * @returns {string[]} one path a level
 */
export function fieldPaths(plane, values, nodes, levels) {
  const trace = contours().size([nodes, nodes]);
  const list = Array.from(values);
  const step = plane.size / (nodes - 1);
  // d3 puts node i at i + ½, and closes shapes half a step beyond the outermost nodes.
  const along = (/** @type {number} */ c) => Math.min(nodes - 1, Math.max(0, c - 0.5)) * step;
  const corner = (/** @type {number[]} */ [x, y]) =>
    `${px(plane.left + along(x))} ${px(plane.top + along(y))}`;
  return levels.map((level) =>
    trace
      .contour(list, level)
      .coordinates.flatMap((polygon) => polygon.map((ring) => `M${ring.map(corner).join('L')}Z`))
      .join(''),
  );
}
