/** Many cells of a grid as one path: as lean as a single element, however many there are. */
import { gapOf } from './heatmap.js';
import { px } from './layout.js';

/**
 * @param {number} rows
 * @param {number} columns
 * @param {{ x: number, y: number, cellWidth: number, cellHeight: number }} place
 * @param {(row: number, column: number) => boolean} has whether a cell is drawn
 * @returns {string} path data
 */
export function cellPath(rows, columns, { x, y, cellWidth, cellHeight }, has) {
  const gap = gapOf({ cellWidth, cellHeight });
  const size = `h${px(cellWidth - gap)}v${px(cellHeight - gap)}h${px(gap - cellWidth)}z`;
  let path = '';
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!has(row, column)) continue;
      path += `M${px(x + column * cellWidth)} ${px(y + row * cellHeight)}${size}`;
    }
  }
  return path;
}
