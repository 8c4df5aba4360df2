/**
 * A matrix as colour alone, in few nodes: one path for each step of its ramp, whatever its size.
 * For overviews; where cells are read one by one, matrixGrid is right.
 */
import { svg, nothing } from 'lit';
import { pointIn } from './direction.js';
import { px } from './layout.js';

/**
 * @typedef {object} HeatmapOptions
 * @property {number} x
 * @property {number} y
 * @property {number} cellWidth
 * @property {number} cellHeight
 * @property {(value: number) => number} level the value's step of the ramp, a whole number
 * @property {(level: number) => string} fill
 * @property {((row: number, column: number) => boolean) | null} [masked] hatched
 * @property {boolean} [isTransposed] drawn with rows and columns exchanged
 */

/** Below this size a gap between cells would eat their colour. */
const GAP_FROM = 6;

/**
 * @param {{ data: ArrayLike<number>, rows: number, columns: number }} matrix
 * @param {HeatmapOptions} o
 */
export function heatmap({ data, rows, columns }, o) {
  /** @type {Map<number, string>} */
  const paths = new Map();
  let hatched = '';
  const isFree = (/** @type {number} */ row, /** @type {number} */ column) =>
    !o.masked?.(row, column);
  const levelAt = (/** @type {number} */ row, /** @type {number} */ column) =>
    o.level(data[row * columns + column]);
  // Cells without gaps are drawn as runs of one colour: a tenth of the path where colours last.
  const isTight = gapOf(o) === 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0, run = 1; column < columns; column += run, run = 1) {
      const cell = o.isTransposed ? cellAt(column, row, o) : cellAt(row, column, o);
      if (!isFree(row, column)) {
        hatched += diagonal(cell);
        continue;
      }
      const level = levelAt(row, column);
      const isSame = (/** @type {number} */ c) => isFree(row, c) && levelAt(row, c) === level;
      while (isTight && column + run < columns && isSame(column + run)) run++;
      cell[o.isTransposed ? 'height' : 'width'] *= run;
      paths.set(level, (paths.get(level) ?? '') + block(cell));
    }
  }
  return svg`${[...paths].map(
    ([level, d]) => svg`<path d=${d} fill=${o.fill(level)} shape-rendering="crispEdges"></path>`,
  )}${
    hatched
      ? svg`<path d=${hatched} stroke="var(--c-forbidden)" stroke-opacity="0.6"
      fill="none"></path>`
      : nothing
  }`;
}

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** @param {{ cellWidth: number, cellHeight: number }} o */
export const gapOf = (o) => (Math.min(o.cellWidth, o.cellHeight) >= GAP_FROM ? 1 : 0);

/** @param {number} row @param {number} column @param {HeatmapOptions} o @returns {Box} */
function cellAt(row, column, o) {
  const { x, y, cellWidth, cellHeight } = o;
  const gap = gapOf(o);
  return {
    x: x + column * cellWidth,
    y: y + row * cellHeight,
    width: cellWidth - gap,
    height: cellHeight - gap,
  };
}

/** @param {Box} box */
const block = ({ x, y, width, height }) =>
  `M${px(x)} ${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`;

/** @param {Box} box */
const diagonal = ({ x, y, width, height }) =>
  `M${px(x)} ${px(y + height)}L${px(x + width)} ${px(y)}`;

/**
 * Which cell lies under a pointer, by where it is within what shows the matrix.
 * @param {{ clientX: number, clientY: number }} event
 * @param {SVGGraphicsElement} element
 * @param {number} rows @param {number} columns as drawn
 * @returns {{ row: number, column: number }}
 */
export function cellUnder(event, element, rows, columns) {
  const index = (/** @type {number} */ share, /** @type {number} */ count) =>
    Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  const [x, y] = pointIn(event, element);
  const box = element.getBBox();
  return {
    row: index((y - box.y) / box.height, rows),
    column: index((x - box.x) / box.width, columns),
  };
}
