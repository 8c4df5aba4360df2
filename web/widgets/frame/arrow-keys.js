/**
 * Arrow keys follow what is seen. In a figure that runs from right to left the arrow to the left
 * leads onwards; to what handles keys inside of the figure, and to nobody else, it is the arrow to
 * the right. Parts that are not mirrored (a plane, a chart) keep their own.
 */

/** @type {Record<string, string>} */
const OTHER = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** On the way in. @param {KeyboardEvent} event */
export function otherArrow(event) {
  const key = OTHER[event.key];
  const target = /** @type {Element} */ (event.composedPath()[0]);
  if (!key || target.closest('.unmirrored')) return;
  Object.defineProperty(event, 'key', { value: key, configurable: true });
}

/** On the way out. @param {KeyboardEvent} event */
export function ownArrow(event) {
  Reflect.deleteProperty(event, 'key');
}
