/** Grids of which one cell is in hand: keys move it, a pointer takes it, and both do the same. */
import { moveInGrid } from '../model/grid-keys.js';

/** @typedef {import('../model/grid-keys.js').Cell} Cell */

/**
 * The cell at a place, which stands before the render, or the one in hand of a grid that has no other.
 * @param {string} id of the grid @param {number} row @param {number} column
 */
export const cellSelector = (id, row, column) =>
  `[data-cell="${id}:${row}:${column}"], [data-cell="${id}"]`;

/**
 * @param {import('./figure-element.js').FigureElement} figure
 * @param {string} id of the grid
 * @param {{ rows: number, columns: number }} size
 * @param {(cell: Cell) => void} [choose] what the state of the figure takes from a cell
 * @param {Partial<Cell>} [chosen] what it says of it; the rest is kept with the figure, for all its grids
 * @returns {import('../draw/walked-grid.js').WalkOptions}
 */
export function walk(figure, id, { rows, columns }, choose, chosen) {
  const { row, column } = { ...figure.cell, ...chosen };
  const current = { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) };
  const onSelect = (/** @type {Cell} */ cell) => {
    figure.cell = cell;
    choose?.(cell);
    figure.focusNext(`[data-cell="${id}"]`);
  };
  return {
    id,
    current,
    onSelect,
    onKey(event) {
      const to = moveInGrid(event, current, rows, columns);
      if (!to) return;
      event.preventDefault();
      onSelect(to);
    },
  };
}
