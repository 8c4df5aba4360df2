/** Points that are dragged, and moved by keys. */

/** @typedef {readonly [number, number]} Point */

/** Steps of a point moved by arrow keys, without and with Shift. */
export const FINE_STEP = 0.1;
export const COARSE_STEP = 0.5;

/** Where dragged points come to rest: coordinates that people can read and type. */
export const GRID = 0.05;

/** @type {Record<string, Point>} */
const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/**
 * Where a key moves a point, y upwards.
 * @param {{ key: string, shiftKey?: boolean, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean }} event
 * @param {Point} point
 * @param {number} limit coordinates stay from −limit to limit
 * @returns {[number, number] | null} null if the key is not an arrow
 */
export function moveByKey(event, point, limit) {
  const direction = DIRECTIONS[event.key];
  if (!direction || event.ctrlKey || event.metaKey || event.altKey) return null;
  const step = event.shiftKey ? COARSE_STEP : FINE_STEP;
  return settlePoint([point[0] + direction[0] * step, point[1] + direction[1] * step], limit, 0.01);
}

/**
 * The nearest point on the grid, inside the limits.
 * @param {Point} point
 * @param {number} limit
 * @param {number} [grid]
 * @returns {[number, number]}
 */
export function settlePoint([x, y], limit, grid = GRID) {
  const settle = (/** @type {number} */ value) => {
    const within = Math.min(limit, Math.max(-limit, value));
    // Through decimals, so that links and fields say 1.2 and not 1.2000000000000002; + 0 for −0.
    return Number((Math.round(within / grid) * grid).toFixed(4)) + 0;
  };
  return [settle(x), settle(y)];
}
