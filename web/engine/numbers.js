// Numbers of the kinds that several functions ask for.

/** @typedef {import('./call.js').Call} Call */

export const INT32_MAX = 0x7fffffff;

/**
 * Copies whole numbers in; fractions, NaN and what does not fit 32 bits are refused.
 * @param {Call} call @param {string} name @param {unknown} data
 * @returns {{ input: import('./call.js').Input, numbers: number[] }}
 */
export function wholeNumbers(call, name, data) {
  const length = /** @type {ArrayLike<number> | null} */ (data)?.length ?? 0;
  const input = call.input(name, data, [length], Int32Array);
  const numbers = Array.from(/** @type {ArrayLike<number>} */ (data));
  numbers.forEach((one, i) => call.count(`${name}[${i}]`, one, -INT32_MAX, INT32_MAX));
  return { input, numbers };
}

/** @param {Call} call @param {unknown} seqLen @param {unknown} first @returns {number[]} */
export function consecutive(call, seqLen, first) {
  const start = call.count('first', first, -INT32_MAX, INT32_MAX);
  return Array.from({ length: call.count('seqLen', seqLen) }, (_, t) => start + t);
}

/** @param {Call} call @param {string} name @param {unknown} value */
export function positive(call, name, value) {
  const number = call.number(name, value, 0);
  if (number > 0) return number;
  throw call.range(name, `expected a number above 0, got ${number}`);
}

/** @param {Call} call @param {string} name @param {unknown} value @param {number} [most] */
export function even(call, name, value, most) {
  const dim = call.count(name, value, 2, most);
  if (dim % 2 === 0) return dim;
  throw call.range(name, `expected an even number, got ${dim}`);
}
