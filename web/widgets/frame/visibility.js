/**
 * One observer of each kind for all figures: a figure wakes when it comes near the viewport (or
 * is about to be printed) and is told the width it may draw in.
 */

/** @type {Map<Element, () => void>} */
const sleepers = new Map();
/** @type {Map<Element, (width: number) => void>} */
const measured = new Map();

/** @type {IntersectionObserver | null} */
let nearObserver = null;
/** @type {ResizeObserver | null} */
let sizeObserver = null;

/** @param {Element} element */
function wake(element) {
  const listener = sleepers.get(element);
  sleepers.delete(element);
  nearObserver?.unobserve(element);
  listener?.();
}

const wakeAll = () => [...sleepers.keys()].forEach(wake);

/**
 * Call once when the element comes near the viewport.
 * @param {Element} element
 * @param {() => void} listener
 * @returns {() => void} stops it
 */
export function whenNear(element, listener) {
  if (!nearObserver) {
    nearObserver = new IntersectionObserver(
      (entries) => entries.filter((entry) => entry.isIntersecting).forEach((e) => wake(e.target)),
      { rootMargin: '600px 0px' },
    );
    addEventListener('beforeprint', wakeAll);
  }
  sleepers.set(element, listener);
  nearObserver.observe(element);
  return () => {
    sleepers.delete(element);
    nearObserver?.unobserve(element);
  };
}

/**
 * Call with the element's content width (in its own CSS pixels, whatever the page scales) now
 * and whenever it changes.
 * @param {Element} element
 * @param {(width: number) => void} listener
 * @returns {() => void} stops it
 */
export function onWidth(element, listener) {
  sizeObserver ??= new ResizeObserver((entries) => {
    for (const entry of entries) measured.get(entry.target)?.(entry.contentRect.width);
  });
  measured.set(element, listener);
  sizeObserver.observe(element);
  return () => {
    measured.delete(element);
    sizeObserver?.unobserve(element);
  };
}
