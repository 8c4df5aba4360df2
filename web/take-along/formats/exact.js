/** Numbers written so that they read back to the same bits. */

/**
 * The shortest decimal number that reads back to the same float32.
 * @param {number} value a float32
 * @returns {string} `-inf`, `inf` and `nan` for what has no digits, as NumPy and C read them
 */
export function exact(value) {
  if (!Number.isFinite(value) || value === 0) return exactDouble(value);
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}

/** The same for any number, which reads back to the same double. @param {number} value */
function exactDouble(value) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  return Object.is(value, -0) ? '-0.0' : String(value);
}

/** How the numbers of a matrix are written: all as float32, or all as doubles. */
/** @param {ArrayLike<number>} data @returns {(value: number) => string} */
export const exactIn = (data) => (isFloat32(data) ? exact : exactDouble);

/** Whether all numbers are float32, as the engine's are. @param {ArrayLike<number>} data */
export function isFloat32(data) {
  return (
    data instanceof Float32Array ||
    Array.from(data).every((value) => Object.is(Math.fround(value), value))
  );
}
