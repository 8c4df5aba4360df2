/**
 * Where the matrices of the overview stand. Wide: one line that reads like the formula, each
 * projection above what it makes. Narrow: two lines.
 */
import { D_K, D_MODEL, MATRICES, isPairs, shapeOf } from './stages.js';

/** @typedef {import('./stages.js').MatrixId} MatrixId */

/**
 * @typedef {object} Place
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {number} cellWidth
 * @property {number} cellHeight
 * @property {boolean} isTransposed
 */

/**
 * @typedef {object} Overview
 * @property {number} height
 * @property {boolean} isOneLine
 * @property {Record<MatrixId, Place>} places
 * @property {{ x: number, y: number, width: number, key: string }[]} operators between matrices
 * @property {{ x: number, y: number, width: number } | null} formula room for it
 */

/** From this width on the formula fits on one line. */
export const ONE_LINE_FROM = 740;

/** Gaps of the one line, and the operators that stand in them. */
const GAPS = /** @type {const} */ ([
  ['x', 'projects', 24],
  ['q', 'times', 16],
  ['k', 'equals', 18],
  ['raw', 'scale', 50],
  ['scaled', 'mask', 54],
  ['masked', 'softmax', 56],
  ['weights', 'times', 18],
  ['v', 'equals', 34],
  ['output', '', 0],
]);

/** The widest matrix counts as ten cells, however many tokens it has. */
const TOKEN_SPAN = 10;

/** @param {number} width @param {number} count @returns {Overview} */
export function overviewLayout(width, count) {
  return width >= ONE_LINE_FROM ? oneLine(width, count) : twoLines(width, count);
}

/** Cell sizes along the tokens and along the channels. @param {number} unit @param {number} count */
function cellSizes(unit, count) {
  return { token: Math.min((TOKEN_SPAN * unit) / count, 1.5 * unit), channel: unit };
}

/**
 * @param {MatrixId} id @param {number} x @param {number} y @param {number} count
 * @param {{ token: number, channel: number }} size @param {boolean} [isTransposed]
 * @returns {Place}
 */
function place(id, x, y, count, size, isTransposed = false) {
  const { rows, columns } = shapeOf(id, count);
  const rowSize = rows === count && !id.startsWith('w-') ? size.token : size.channel;
  const columnSize = isPairs(id) ? size.token : size.channel;
  const tall = rows * rowSize;
  const wide = columns * columnSize;
  const cellWidth = isTransposed ? rowSize : columnSize;
  const cellHeight = isTransposed ? columnSize : rowSize;
  const box = isTransposed ? { width: tall, height: wide } : { width: wide, height: tall };
  return { x, y, ...box, cellWidth, cellHeight, isTransposed };
}

const MARGIN = 18;
/** The last title and caption are wider than their matrix. */
const TAIL = 16;
const LABEL = 20;

/** @param {number} width @param {number} count @returns {Overview} */
function oneLine(width, count) {
  const gaps = GAPS.reduce((sum, [, , gap]) => sum + gap, 0);
  const units = D_MODEL + 3 * D_K + 5 * TOKEN_SPAN;
  const unit = Math.min(14, Math.floor((width - 2 * MARGIN - TAIL - gaps) / units));
  const size = cellSizes(unit, count);
  const top = LABEL + D_MODEL * unit + 14 + LABEL;
  const spare = (width - 2 * MARGIN - TAIL - gaps - lineWidth(size, count)) / (GAPS.length - 1);
  let x = MARGIN;
  /** @type {Record<string, Place>} */
  const places = {};
  /** @type {Overview['operators']} */
  const operators = [];
  for (const [id, key, gap] of GAPS) {
    places[id] = place(id, x, top, count, size, id === 'k');
    x += places[id].width;
    const room = gap + Math.max(0, spare);
    if (key) operators.push({ x, y: top + operatorHeight(id, places), width: room, key });
    x += room;
  }
  for (const [id, of] of /** @type {const} */ ([
    ['w-q', 'q'],
    ['w-k', 'k'],
    ['w-v', 'v'],
  ])) {
    const params = place(id, 0, LABEL, count, size);
    places[id] = { ...params, x: places[of].x + (places[of].width - params.width) / 2 };
  }
  const end = places.weights.x + places.weights.width;
  const room = { x: places.raw.x, y: LABEL + 26, width: end - places.raw.x };
  return {
    height: top + TOKEN_SPAN * unit + 42,
    isOneLine: true,
    places,
    operators,
    formula: room,
  };
}

/** @param {{ token: number, channel: number }} size @param {number} count */
const lineWidth = (size, count) => 5 * count * size.token + (D_MODEL + 3 * D_K) * size.channel;

/** Operators stand at the middle of the matrix to their left; beside Kᵀ, of Kᵀ. */
/** @param {string} id @param {Record<string, Place>} places */
function operatorHeight(id, places) {
  const beside = id === 'q' ? D_K * places.q.cellWidth : places[id].height;
  return beside / 2;
}

/** The two lines of the narrow overview. */
const LINES = /** @type {const} */ ([
  ['x', 'w-q', 'w-k', 'w-v', 'q', 'k', 'v'],
  ['raw', 'scaled', 'masked', 'weights', 'output'],
]);

/** @param {number} width @param {number} count @returns {Overview} */
function twoLines(width, count) {
  const unit = Math.min(9, Math.floor(((width - 2 * MARGIN - 96) / 44) * 10) / 10);
  const size = cellSizes(unit, count);
  /** @type {Record<string, Place>} */
  const places = {};
  LINES.forEach((line, index) => {
    const y = 34 + LABEL + index * (TOKEN_SPAN * unit + LABEL + 18);
    const natural = line.map((id) => place(id, 0, y, count, size));
    const taken = natural.reduce((sum, { width: wide }) => sum + wide, 0);
    const gap = (width - 2 * MARGIN - TAIL / 2 - taken) / (line.length - 1);
    let x = MARGIN;
    line.forEach((id, i) => {
      places[id] = { ...natural[i], x };
      x += natural[i].width + gap;
    });
  });
  const height = 34 + 2 * (TOKEN_SPAN * unit + LABEL + 18) - 4;
  const formula = { x: MARGIN, y: 20, width: width - 2 * MARGIN };
  return { height, isOneLine: false, places: asAll(places), operators: [], formula };
}

/** @param {Record<string, Place>} places @returns {Record<MatrixId, Place>} */
const asAll = (places) =>
  /** @type {any} */ (Object.fromEntries(MATRICES.map((id) => [id, places[id]])));
