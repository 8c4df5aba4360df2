/** Hands on the tokens of the shuffled copy: dragged, or moved by keys. */

import { pointIn } from '../../draw/direction.js';

/** @typedef {import('../attn-order.js').AttnOrder} Figure */

/**
 * Handlers of one figure. Arrow keys choose a token; after Space or Enter, or with Alt, they move
 * it; Shift makes steps of five.
 * @param {Figure} figure
 */
export function rowHand(figure) {
  let isDragged = false;
  const place = () => figure.shownOrder.indexOf(figure.state.token);
  const within = (/** @type {number} */ p) => Math.min(figure.tokens.length - 1, Math.max(0, p));
  return {
    /** @param {PointerEvent} event @param {number} token */
    down(event, token) {
      if (event.button !== 0) return;
      const target = /** @type {SVGElement} */ (event.currentTarget);
      target.setPointerCapture(event.pointerId);
      event.preventDefault();
      isDragged = true;
      figure.choose(token);
      figure.focusNext(`[data-row="${token}"]`);
    },
    /** @param {PointerEvent} event @param {{ top: number, row: number }} rows */
    move(event, { top, row }) {
      if (!isDragged) return;
      const [, y] = pointIn(event, /** @type {SVGElement} */ (event.currentTarget));
      const to = within(Math.floor((y - top) / row));
      if (to !== place()) figure.moveTo(to);
    },
    up() {
      isDragged = false;
    },
    /** @param {KeyboardEvent} event */
    key(event) {
      if (event.key === ' ' || event.key === 'Enter' || (event.key === 'Escape' && figure.isHeld)) {
        event.preventDefault();
        figure.isHeld = !figure.isHeld;
        figure.requestUpdate();
        return;
      }
      const to = target(event, place(), figure.tokens.length);
      if (to === null) return;
      event.preventDefault();
      if (figure.isHeld || event.altKey) figure.moveTo(within(to));
      else figure.choose(figure.shownOrder[within(to)]);
      figure.focusNext(`[data-row="${figure.state.token}"]`);
    },
    /** Let go when the focus leaves the tokens. @param {FocusEvent} event */
    blur(event) {
      const next = /** @type {Element | null} */ (event.relatedTarget);
      if (!figure.isHeld || next?.closest('[data-row]')) return;
      // WebKit takes the focus from what a render moves; the figure gives it back.
      if (figure.isUpdatePending) return;
      figure.isHeld = false;
      figure.requestUpdate();
    },
  };
}

/** @param {KeyboardEvent} event @param {number} from @param {number} count */
function target(event, from, count) {
  const step = event.shiftKey ? 5 : 1;
  switch (event.key) {
    case 'ArrowUp':
      return from - step;
    case 'ArrowDown':
      return from + step;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
