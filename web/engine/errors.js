// What is said when something is refused: always which function, which
// argument, what was expected, and what came.

/** The engine cannot run here at all. `code` says why, for a page that wants to help. */
export class EngineUnavailableError extends Error {
  /**
   * @param {'no-webassembly' | 'forbidden' | 'not-found' | 'wrong-answers' | 'broken'} code
   * @param {string} message
   * @param {unknown} [cause]
   */
  constructor(code, message, cause) {
    super(message, { cause });
    this.name = 'EngineUnavailableError';
    this.code = code;
  }
}

/**
 * A value as a few words for a message: never the whole of a large array.
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (typeof value === 'bigint') return `the BigInt ${value}`;
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  return ArrayBuffer.isView(value) && 'length' in value
    ? `a ${kind} of ${value.length}`
    : `a ${kind}`;
}

/**
 * `10 x 10 = 100`, or `7` for a shape of one dimension.
 * @param {readonly number[]} shape
 * @returns {string}
 */
export function describeShape(shape) {
  const count = shape.reduce((product, size) => product * size, 1);
  return shape.length === 1 ? String(count) : `${shape.join(' x ')} = ${count}`;
}

/**
 * The position of a flat index in a shape: `7 ([0, 7])`.
 * @param {number} position
 * @param {readonly number[]} shape
 * @returns {string}
 */
export function describePosition(position, shape) {
  if (shape.length < 2) return String(position);
  const indices = [];
  let rest = position;
  for (const size of [...shape].reverse()) {
    indices.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return `${position} ([${indices.join(', ')}])`;
}

/** Status codes of attn.h. */
const STATUS = { nan: 1, infinite: 2, tooLarge: 3, badOption: 4, overflow: 5, full: 6 };

/**
 * What C refused, in words.
 * @param {number} status @param {string} name  of the argument
 * @param {number | { pointer: number, shape?: readonly number[], fields?: [string, number][] }} given
 * @param {number} position
 * @returns {[string, string]} the argument, or the field of it, and why
 */
export function whyRefused(status, name, given, position) {
  const { shape = [], fields = [] } = typeof given === 'object' ? given : {};
  const at = describePosition(position, shape);
  switch (status) {
    case STATUS.nan:
      return [name, `NaN at position ${at}`];
    case STATUS.infinite:
      return [name, `not finite at position ${at}`];
    case STATUS.tooLarge:
      return [name, 'the sizes multiply to too many numbers'];
    case STATUS.overflow:
      return [name, `too large: a sum of products overflows at position ${position} of the result`];
    case STATUS.full:
      return [name, `there is no room for that; free rows: ${position}`];
  }
  if (typeof given === 'number') return [name, `${given} is not allowed`];
  const field = fields[position];
  if (field) return [field[0], `${field[1]} is not allowed`];
  return [name, `not allowed at position ${at}`];
}
