/** Many cells of a grid as one path: as lean as a single element, however many there are. */
import { px } from './layout.js';

/**
 * @param {number} rows
 * @param {number} columns
 * @param {{ x: number, y: number, cellWidth: number, cellHeight: number }} place
 * @param {(row: number, column: number) => boolean} has whether a cell is drawn
 * @returns {string} path data
 */
export function cellPath(rows, columns, { x, y, cellWidth, cellHeight }, has) {
  const size = `h${px(cellWidth - 1)}v${px(cellHeight - 1)}h${px(1 - cellWidth)}z`;
  let path = '';
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!has(row, column)) continue;
      path += `M${px(x + column * cellWidth)} ${px(y + row * cellHeight)}${size}`;
    }
  }
  return path;
}
