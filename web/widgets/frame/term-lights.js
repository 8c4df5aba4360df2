/**
 * Terms in the prose and parts of the figures light each other up. The page and the figures meet
 * here, so that neither needs to know the other.
 */

/** @typedef {{ figure: string | null, term: string | null, from: 'prose' | 'figure' }} Light */

/** @type {Set<(light: Light) => void>} */
const listeners = new Set();

/** @param {(light: Light) => void} listener @returns {() => void} stops it */
export function onLight(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Light a term (or put the light out with term null).
 * @param {Light} light
 */
export function setLight(light) {
  listeners.forEach((listener) => listener(light));
}
