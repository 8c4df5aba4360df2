/** Hands on a coordinate plane: pointers that hold a tip, or put it somewhere. */
import { pointIn } from '../../draw/direction.js';
import { holdStill } from '../../draw/hold-still.js';
import { moveByKey, settlePoint } from '../../model/point-keys.js';

/** @typedef {import('../../draw/plane.js').Plane} Plane */
/** @typedef {import('../../draw/plane.js').Point} Point */
/** @typedef {(point: [number, number]) => void} Move */

/** What is held: how far the tip was from the pointer that took it. @type {WeakMap<Element, Point>} */
const held = new WeakMap();

/**
 * Where a pointer is in the plane, through whatever transforms the page has.
 * @param {PointerEvent | MouseEvent} event @param {Plane} plane @returns {Point}
 */
function pointerIn(event, plane) {
  const target = /** @type {SVGElement} */ (event.currentTarget);
  return plane.toPoint(...pointIn(event, target));
}

/** @param {PointerEvent} event @param {Point} offset */
function take(event, offset) {
  const target = /** @type {Element} */ (event.currentTarget);
  target.setPointerCapture(event.pointerId);
  held.set(target, offset);
  // No text is selected and no picture dragged along.
  event.preventDefault();
}

/** @param {PointerEvent} event */
function release(event) {
  held.delete(/** @type {Element} */ (event.currentTarget));
}

/** @param {Plane} plane @param {number} limit @param {Move} onMove */
const follow = (plane, limit, onMove) => (/** @type {PointerEvent} */ event) => {
  const offset = held.get(/** @type {Element} */ (event.currentTarget));
  if (!offset) return;
  const [x, y] = pointerIn(event, plane);
  onMove(settlePoint([x + offset[0], y + offset[1]], limit));
};

/**
 * Handlers of a tip that is dragged and moved by arrow keys. It keeps its distance from the
 * pointer, so that it does not jump when it is taken off its centre.
 * @param {Plane} plane
 * @param {{ at: () => Point, limit: number, onMove: Move, onFocus?: () => void }} options
 *   at says where the tip is by now: keys may come faster than pictures
 * @returns {import('../../draw/plane.js').TipHandlers}
 */
export function tipHands(plane, { at, limit, onMove, onFocus }) {
  return {
    down: (event) => {
      if (event.button !== 0) return;
      const [x, y] = pointerIn(event, plane);
      const [u, v] = at();
      take(event, [u - x, v - y]);
      event.currentTarget.focus({ preventScroll: true });
    },
    move: follow(plane, limit, onMove),
    up: release,
    key: (event) => {
      const moved = moveByKey(event, at(), limit);
      if (!moved) return;
      event.preventDefault();
      onMove(moved);
    },
    touch: holdStill,
    focus: onFocus,
  };
}

/**
 * Handlers of the plane itself: a press puts the point there and drags it on. A finger puts it
 * by a tap alone, so that the page still scrolls.
 * @param {Plane} plane @param {{ limit: number, onMove: Move }} options
 */
export function planeHands(plane, { limit, onMove }) {
  const put = (/** @type {any} */ event) => {
    const [x, y] = pointerIn(event, plane);
    onMove(settlePoint([x, y], limit));
  };
  return {
    down: (/** @type {PointerEvent} */ event) => {
      if (event.button !== 0 || event.pointerType === 'touch') return;
      take(event, [0, 0]);
      put(event);
    },
    move: follow(plane, limit, onMove),
    up: release,
    click: put,
  };
}
