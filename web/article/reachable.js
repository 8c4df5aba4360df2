/**
 * A formula or a table wider than a phone scrolls; then the keyboard must reach it.
 * @param {HTMLElement} element
 */
export function makeReachable(element) {
  const observer = new ResizeObserver(() => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  });
  observer.observe(element);
}
