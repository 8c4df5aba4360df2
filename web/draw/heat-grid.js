/** A matrix as a heat map that is walked cell by cell; numbers stand in the cells where they fit. */
import { nothing, svg } from 'lit';
import { inkOn, scoreFill, scoreInk, weightFill } from './colour.js';
import { heatmap } from './heatmap.js';
import { numbers } from './numbers.js';
import { walkedGrid } from './walked-grid.js';

/** Steps of a ramp from 0 to its end. */
const LEVELS = 16;

/**
 * @typedef {object} CellOptions
 * @property {number} x @property {number} y @property {number} cellWidth @property {number} cellHeight
 * @property {number | null} extent what gets the full colour, or null for weights from 0 to 1
 * @property {(value: number) => string} text
 * @property {((row: number, column: number) => boolean) | null} [masked]
 */

/** @typedef {import('./walked-grid.js').WalkedGridOptions & CellOptions} HeatGridOptions */

/** @typedef {{ data: ArrayLike<number>, rows: number, columns: number }} Matrix what is NaN is not there */

/** How a value is coloured. @param {number | null} extent @param {number} [levels] */
export function ramp(extent, levels = LEVELS) {
  const isWeights = extent === null;
  return {
    level: (/** @type {number} */ value) =>
      Math.round((isWeights ? value : value / (extent || 1)) * levels),
    fill: (/** @type {number} */ level) =>
      isWeights ? weightFill(level / levels) : scoreFill(level, levels),
  };
}

/** @param {Matrix} matrix @param {HeatGridOptions} o */
export const heatGrid = (matrix, o) =>
  walkedGrid(matrix, { depends: [matrix.data, o.extent], ...o }, () => heatCells(matrix, o));

/** Colours and numbers. @param {Matrix} matrix @param {CellOptions} o */
export function heatCells(matrix, { x, y, cellWidth, cellHeight, masked, extent, text }) {
  const { level, fill } = ramp(extent);
  const { data, rows, columns } = matrix;
  const number = (/** @type {number} */ i) => {
    const row = Math.floor(i / columns);
    const column = i % columns;
    const step = level(data[i]);
    if (masked?.(row, column) || isNaN(step)) return null;
    return {
      x: x + (column + 0.5) * cellWidth,
      y: y + (row + 0.5) * cellHeight + 4,
      ink: extent === null ? inkOn(step / LEVELS) : scoreInk(step, LEVELS),
      text: text(data[i]),
    };
  };
  return svg`${heatmap(matrix, { x, y, cellWidth, cellHeight, masked, level, fill: (step) => (isNaN(step) ? 'var(--c-soft)' : fill(step)) })}
    ${
      cellWidth >= 33 && cellHeight >= 17
        ? numbers(
            Array.from({ length: rows * columns }, (_, i) => number(i)),
            11.5,
          )
        : nothing
    }`;
}
