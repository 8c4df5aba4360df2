/** Moving through a grid, a row or a column by keys. */

/**
 * @typedef {{ row: number, column: number }} Cell
 */

/** @type {Record<string, [number, number]>} row and column steps */
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Where a key leads from a cell: arrows one step (five with Shift), Home and End along the row,
 * Ctrl+Home and Ctrl+End to the corners. A single row also answers to up and down, a single
 * column to left and right.
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, shiftKey?: boolean }} event
 * @param {Cell} from
 * @param {number} rows
 * @param {number} columns
 * @returns {Cell | null} null if the key is not one of these
 */
export function moveInGrid(event, from, rows, columns) {
  const toCorner = event.ctrlKey === true || event.metaKey === true;
  if (event.key === 'Home') return edge(from, 0, 0, toCorner, columns);
  if (event.key === 'End') return edge(from, rows - 1, columns - 1, toCorner, columns);
  const step = STEPS[event.key];
  if (!step || toCorner) return null;
  const [down, across] = turned(step, rows, columns);
  const size = event.shiftKey === true ? 5 : 1;
  return {
    row: within(from.row + down * size, rows),
    column: within(from.column + across * size, columns),
  };
}

/** @param {Cell} from @param {number} row @param {number} column @param {boolean} toCorner @param {number} columns */
function edge(from, row, column, toCorner, columns) {
  if (columns === 1) return { row, column: 0 };
  return { row: toCorner ? row : from.row, column };
}

/** @param {[number, number]} step @param {number} rows @param {number} columns @returns {[number, number]} */
function turned([down, across], rows, columns) {
  if (rows === 1) return [0, across || down];
  if (columns === 1) return [down || across, 0];
  return [down, across];
}

/** @param {number} index @param {number} count */
const within = (index, count) => Math.min(count - 1, Math.max(0, index));
