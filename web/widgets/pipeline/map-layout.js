/** Where the map of a long text stands: the chosen matrix, large enough for its pattern to be seen. */
import { isParams, shapeOf, stepOf } from './stages.js';

/** @typedef {import('./overview-layout.js').Place} Place */
/** @typedef {import('./stages.js').MatrixId} MatrixId */

/** At 512 pixels half a cell of 1,024 is one; on most screens that is a pixel of the glass. */
const SIDE = 512;
const MARGIN = 18;
const HEAD = 34;
const FOOT = 22;
/** Channels are this wide. */
const CHANNEL = 24;

/** @param {number} width */
const sideIn = (width) => Math.floor(Math.min(SIDE, width - 2 * MARGIN));

/** @param {number} width */
export const mapHeight = (width) => HEAD + sideIn(width) + FOOT;

/** The matrix that the map shows: instead of params, what they make. @param {MatrixId} stage */
export const mappedIn = (stage) =>
  /** @type {MatrixId} */ (isParams(stage) ? stepOf(stage) : stage);

/**
 * @param {MatrixId} id @param {number} width @param {number} count of tokens
 * @returns {Place}
 */
export function mapPlace(id, width, count) {
  const side = sideIn(width);
  const { rows, columns } = shapeOf(id, count);
  const across = columns === count ? side : columns * CHANNEL;
  return {
    x: Math.round((width - across) / 2),
    y: HEAD,
    width: across,
    height: side,
    cellWidth: across / columns,
    cellHeight: side / rows,
    isTransposed: false,
  };
}
