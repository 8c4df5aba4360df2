/** Hands on the tokens of the shuffled copy: dragged, or moved by keys. */

/** @typedef {import('../attn-order.js').AttnOrder} Figure */

/**
 * Handlers of one figure. Arrow keys choose a token; after Space or Enter, or with Alt, they move
 * it; Shift makes steps of five.
 * @param {Figure} figure
 */
export function rowHand(figure) {
  let isDragged = false;
  const place = () => figure.order?.indexOf(figure.state.token) ?? 0;
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
      const box = /** @type {SVGElement} */ (
        event.currentTarget
      ).ownerSVGElement?.getBoundingClientRect();
      const to = within(Math.floor((event.clientY - (box?.top ?? 0) - top) / row));
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
      else figure.choose(/** @type {number[]} */ (figure.order)[within(to)]);
      figure.focusNext(`[data-row="${figure.state.token}"]`);
    },
    blur() {
      if (!figure.isHeld) return;
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
