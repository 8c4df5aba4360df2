/** Scripts of NumPy that print a figure's numbers. */

/** @param {any} _figure @returns {string | null} null where there is none for this state */
export function scriptOf(_figure) {
  return null;
}
