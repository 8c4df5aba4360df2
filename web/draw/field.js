/** A computed field over a plane, as areas and contour lines. */
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

/** @typedef {[x: number, y: number, value: number]} Node a corner of a cell, in pixels */

/**
 * The part of the plane where the field reaches a level, and the line where it just does; between
 * nodes the field is taken to be straight. Each cell is cut on its own: no rings need be traced.
 * @param {Plane} plane
 * @param {ArrayLike<number>} values [nodes × nodes] at fieldNodes()
 * @param {number} nodes
 * @param {readonly number[]} levels
 * @returns {{ area: string, line: string }[]} path data, one pair a level
 */
export function fieldPaths(plane, values, nodes, levels) {
  const step = plane.size / (nodes - 1);
  /** @returns {Node} */
  const node = (/** @type {number} */ row, /** @type {number} */ column) => [
    plane.left + column * step,
    plane.top + row * step,
    values[row * nodes + column],
  ];
  const last = nodes - 1;
  return levels.map((level) => {
    const isIn = (/** @type {number} */ row, /** @type {number} */ column) =>
      [0, 1, nodes, nodes + 1].every((by) => values[row * nodes + column + by] >= level);
    const path = { area: '', line: '' };
    for (let row = 0; row < last; row++) {
      for (let column = 0; column < last;) {
        // Cells that lie inside as a whole are drawn as runs: far fewer pieces than cells.
        let end = column;
        while (end < last && isIn(row, end)) end++;
        if (end === column) end++;
        const corners = [node(row, column), node(row, end), node(row + 1, end), node(row + 1, column)]; // prettier-ignore
        const { area, line } = cutCell(corners, level);
        path.area += area;
        path.line += line;
        column = end;
      }
    }
    return path;
  });
}

/** @param {Node[]} corners in order around the cell @param {number} level */
function cutCell(corners, level) {
  const inside = [];
  const crossings = [];
  for (let i = 0; i < 4; i++) {
    const [x, y, value] = corners[i];
    const [nextX, nextY, next] = corners[(i + 1) % 4];
    if (value >= level) inside.push(`${px(x)} ${px(y)}`);
    if (value >= level === next >= level) continue;
    const share = (level - value) / (next - value);
    const at = `${px(x + share * (nextX - x))} ${px(y + share * (nextY - y))}`;
    inside.push(at);
    crossings.push(at);
  }
  return {
    area: inside.length > 2 ? `M${inside.join('L')}Z` : '',
    line: crossings.length > 1 ? `M${crossings[0]}L${crossings[1]}` : '',
  };
}
