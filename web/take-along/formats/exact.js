/** Numbers written so that they read back to the same bits. */

/**
 * The shortest decimal number that reads back to the same float32 (or to the same double, where
 * the value is no float32).
 * @param {number} value
 * @returns {string} `-inf`, `inf` and `nan` for what has no digits, as NumPy and C read them
 */
export function exact(value) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (Object.is(value, -0)) return '-0.0';
  if (Math.fround(value) !== value) return String(value);
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}

/** Whether all numbers are float32, as the engine's are. @param {ArrayLike<number>} data */
export function isFloat32(data) {
  return Array.from(data).every((value) => Object.is(Math.fround(value), value));
}
