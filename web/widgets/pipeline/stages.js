/** What the stages of attention are: their shapes, their order, and what each is made of. */

/** Channels of a token's vector, and of a query, a key and a value. */
export const D_MODEL = 8;
export const D_K = 4;

/** The steps of the formula, in order. */
export const STEPS = Object.freeze(
  /** @type {const} */ (['x', 'q', 'k', 'v', 'raw', 'scaled', 'masked', 'weights', 'output']),
);

/** Every matrix, in the order in which they are walked. */
export const MATRICES = Object.freeze(
  /** @type {const} */ ([
    'x',
    'w-q',
    'q',
    'w-k',
    'k',
    'w-v',
    'v',
    'raw',
    'scaled',
    'masked',
    'weights',
    'output',
  ]),
);

/** @typedef {(typeof MATRICES)[number]} MatrixId */
/** @typedef {{ row: number, column: number }} Cell */
/** @typedef {{ id: MatrixId, row: number, column: number, rows: number, columns: number }} Region */

/** Which projection takes X to a query, a key or a value. */
export const PARAMS_OF = Object.freeze({ q: 'w-q', k: 'w-k', v: 'w-v' });

/** @type {Readonly<Record<string, MatrixId>>} */
const PRODUCT_OF = Object.freeze({ 'w-q': 'q', 'w-k': 'k', 'w-v': 'v' });

/** The step at which a matrix appears: params come with what they make. @param {MatrixId} id */
export const stepOf = (id) => PRODUCT_OF[id] ?? id;

/** @param {MatrixId} id */
export const isParams = (id) => id in PRODUCT_OF;

/** @param {MatrixId} id @returns {boolean} one row a token and one column a token */
export const isPairs = (id) => ['raw', 'scaled', 'masked', 'weights'].includes(id);

/** @param {MatrixId} id @returns {boolean} what a mask changes */
export const isAfterMask = (id) => ['masked', 'weights', 'output'].includes(id);

/**
 * @param {MatrixId} id
 * @param {number} count number of tokens
 * @returns {{ rows: number, columns: number }}
 */
export function shapeOf(id, count) {
  if (isPairs(id)) return { rows: count, columns: count };
  if (isParams(id)) return { rows: D_MODEL, columns: D_K };
  return { rows: count, columns: id === 'x' ? D_MODEL : D_K };
}

/** @type {Record<MatrixId, string>} the colour role of each matrix */
const ROLES = {
  x: 'ink',
  'w-q': 'query',
  'w-k': 'key',
  'w-v': 'value',
  q: 'query',
  k: 'key',
  v: 'value',
  raw: 'ink',
  scaled: 'ink',
  masked: 'ink',
  weights: 'weight',
  output: 'output',
};

/** @param {MatrixId} id */
export const roleOf = (id) => ROLES[id];

/** @type {Partial<Record<MatrixId, string>>} terms of the prose that name a matrix */
const TERMS = {
  q: 'query',
  k: 'key',
  v: 'value',
  raw: 'raw-scores',
  scaled: 'scores',
  masked: 'mask',
  weights: 'weights',
  output: 'output',
};

/** @param {MatrixId} id */
export const termOf = (id) => TERMS[id];

/**
 * The numbers that a cell is computed from.
 * @param {MatrixId} id
 * @param {Cell} cell
 * @param {number} count number of tokens
 * @returns {Region[]}
 */
export function operandsOf(id, { row, column }, count) {
  switch (id) {
    case 'q':
    case 'k':
    case 'v':
      return [wholeRow('x', row, count), wholeColumn(PARAMS_OF[id], column, count)];
    case 'raw':
      return [wholeRow('q', row, count), wholeRow('k', column, count)];
    case 'scaled':
      return [oneCell('raw', row, column)];
    case 'masked':
      return [oneCell('scaled', row, column)];
    case 'weights':
      return [wholeRow('masked', row, count)];
    case 'output':
      return [wholeRow('weights', row, count), wholeColumn('v', column, count)];
    default:
      return [];
  }
}

/** @param {MatrixId} id @param {number} row @param {number} count @returns {Region} */
const wholeRow = (id, row, count) => ({
  id,
  row,
  column: 0,
  rows: 1,
  columns: shapeOf(id, count).columns,
});

/** @param {any} id @param {number} column @param {number} count @returns {Region} */
const wholeColumn = (id, column, count) => ({
  id,
  row: 0,
  column,
  rows: shapeOf(id, count).rows,
  columns: 1,
});

/** @param {MatrixId} id @param {number} row @param {number} column @returns {Region} */
const oneCell = (id, row, column) => ({ id, row, column, rows: 1, columns: 1 });
