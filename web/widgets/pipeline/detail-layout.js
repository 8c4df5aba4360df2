/** Where the grids of one stage stand: the operands to the left (or above), the result to the right. */
import { ONE_LINE_FROM } from './overview-layout.js';
import { D_K, D_MODEL, PARAMS_OF, isPairs, isParams, stepOf } from './stages.js';

/** @typedef {import('./stages.js').MatrixId} MatrixId */

/**
 * @typedef {object} Grid
 * @property {MatrixId} id
 * @property {number} x
 * @property {number} y
 * @property {number} cellWidth
 * @property {number} cellHeight
 * @property {boolean} hasRowNames
 * @property {boolean} hasColumnNames tokens above the columns
 * @property {boolean} isTransposed
 * @property {number} titleY
 */

/** @typedef {{ x: number, y: number, key: string, width: number }} Operator */
/** @typedef {{ grids: Grid[], operators: Operator[] }} Detail */

/** More tokens than this are shown in pages. */
export const WINDOW = 10;

const WIDE = {
  from: ONE_LINE_FROM,
  left: 88,
  right: 16,
  head: 40,
  names: 78,
  title: 40,
  body: 346,
  row: 24,
};
const NARROW = { left: 66, right: 12, head: 88, names: 66, title: 6, body: 260 };
const EQUALS = 34;
const ARROW = 66;

/** @param {number} width */
export const isWide = (width) => width >= WIDE.from;

/** @param {number} width */
export function detailHeight(width) {
  const { head, names, body } = isWide(width) ? WIDE : NARROW;
  return head + names + body + 8;
}

/** Where a stage's heading, and then its grids, begin. @param {number} width */
export const headHeight = (width) => (isWide(width) ? WIDE.head : NARROW.head);

/**
 * @param {MatrixId} stage
 * @param {number} width
 * @param {number} count number of tokens
 * @returns {Detail}
 */
export function detailLayout(stage, width, count) {
  const shown = Math.min(count, WINDOW);
  if (!isWide(width)) return alone(stage, width, shown, NARROW);
  const step = stepOf(stage);
  if (step === 'x') return alone('x', width, shown, WIDE);
  if (step === 'raw') return aboveAndBeside(width, shown);
  if (step === 'output')
    return beside(['weights', 'v', 'output'], ['times', 'equals'], width, shown);
  if (step in PARAMS_OF) {
    const product = /** @type {'q' | 'k' | 'v'} */ (step);
    return beside(['x', PARAMS_OF[product], product], ['times', 'equals'], width, shown);
  }
  const before = /** @type {const} */ ({ scaled: 'raw', masked: 'scaled', weights: 'masked' });
  const operator = { scaled: 'scale', masked: 'mask', weights: 'softmax' };
  const id = /** @type {'scaled' | 'masked' | 'weights'} */ (step);
  return beside([before[id], id], [operator[id]], width, shown);
}

/** @param {MatrixId} id @param {number} shown */
const columnsOf = (id, shown) => (isPairs(id) ? shown : id === 'x' ? D_MODEL : D_K);

/** Rows are taller where no column names are needed. */
/** @param {readonly MatrixId[]} ids @param {typeof NARROW} sizes */
function rowsOf(ids, { head, names, title, body }) {
  const top = ids.some(isPairs) ? names : title;
  return { y: head + top, cellHeight: Math.floor((names + body - top) / WINDOW) };
}

/** One matrix by itself. @param {MatrixId} id @param {number} width @param {number} shown @param {typeof NARROW} sizes @returns {Detail} */
function alone(id, width, shown, sizes) {
  const { left, right } = sizes;
  const columns = columnsOf(id, shown);
  const { y, cellHeight } = rowsOf([id], sizes);
  const cellWidth = Math.min(72, (width - left - right) / columns);
  const grid = { id, x: left, y, cellWidth, cellHeight };
  return { grids: [complete(grid, y, true)], operators: [] };
}

/** @param {any} grid @param {number} y @param {boolean} hasRowNames @returns {Grid} */
function complete(grid, y, hasRowNames) {
  const hasColumnNames = isPairs(grid.id);
  return {
    hasRowNames,
    hasColumnNames,
    isTransposed: false,
    titleY: y - (hasColumnNames ? 67 : 14),
    ...grid,
  };
}

/** Operands and result side by side, rows in line. */
/** @param {MatrixId[]} ids @param {string[]} operators @param {number} width @param {number} shown @returns {Detail} */
function beside(ids, operators, width, shown) {
  const { left, right } = WIDE;
  const gaps = operators.map((key) => (key === 'times' || key === 'equals' ? EQUALS : ARROW));
  const cells = ids.reduce((sum, id) => sum + columnsOf(id, shown), 0);
  const taken = gaps.reduce((sum, gap) => sum + gap, 0);
  const cellWidth = Math.min(64, (width - left - right - taken) / cells);
  const { y, cellHeight } = rowsOf(ids, WIDE);
  let x = left;
  /** @type {Operator[]} */
  const marks = [];
  const grids = ids.map((id, i) => {
    const grid = complete({ id, x, y, cellWidth, cellHeight }, y, i === 0 || isParams(id));
    grid.hasRowNames = i === 0;
    x += columnsOf(id, shown) * cellWidth;
    if (i < operators.length) {
      const rows = isParams(ids[i + 1]) ? D_MODEL : shown;
      marks.push({
        x,
        y: y + (Math.min(rows, shown) * cellHeight) / 2,
        key: operators[i],
        width: gaps[i],
      });
      x += gaps[i];
    }
    return grid;
  });
  return { grids, operators: marks };
}

/** Q to the left, Kᵀ above: a row and a column cross in their dot product. */
/** @param {number} width @param {number} shown @returns {Detail} */
function aboveAndBeside(width, shown) {
  const { left, right, head, names, row } = WIDE;
  const gap = 12;
  const channel = Math.min(52, (width - left - right) * 0.055);
  const x = left + D_K * channel + gap + 18;
  const cellWidth = Math.min(64, (width - x - right) / shown);
  const top = head + names;
  const y = top + D_K * row + gap;
  const q = { id: 'q', x: left, y, cellWidth: channel, cellHeight: row };
  const k = {
    id: 'k',
    x,
    y: top,
    cellWidth,
    cellHeight: row,
    isTransposed: true,
    hasColumnNames: true,
  };
  const raw = { id: 'raw', x, y, cellWidth, cellHeight: row, hasColumnNames: false };
  return {
    grids: [
      complete(q, y, true),
      complete({ ...k, titleY: top - 67 }, top, false),
      complete(raw, y, false),
    ],
    operators: [],
  };
}
