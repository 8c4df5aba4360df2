/**
 * Safari lets the text jump when something above the reader grows, as a figure does that wakes. Other
 * browsers keep the reader's place themselves.
 * @param {Iterable<Element>} parts of the page that may grow
 */
export function keepPlace(parts) {
  if (CSS.supports('overflow-anchor', 'auto')) return;
  /** @type {WeakMap<Element, number>} */
  const heights = new WeakMap();
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const { bottom, height } = target.getBoundingClientRect();
      const grown = height - (heights.get(target) ?? height);
      heights.set(target, height);
      if (grown !== 0 && bottom - grown <= 0) scrollBy({ top: grown, behavior: 'instant' });
    }
  });
  for (const part of parts) observer.observe(part);
}
