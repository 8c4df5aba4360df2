/**
 * Whether what an event changes leaps, as after a pointer's click: then parts move there. What
 * follows a key, a slider or a drag is there at once.
 * @param {any} event
 * @param {boolean} before
 */
export function leapsAfter({ type, detail, target }, before) {
  const isSlider = target.type === 'range';
  if (type === 'click') return detail > 0 && !isSlider;
  return type === 'input' && !isSlider && before;
}
