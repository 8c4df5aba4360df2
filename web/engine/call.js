// One call into the engine: checks the arguments, copies them in, calls C, and
// turns what C refused into an error that names the argument.

import { describe, describeShape, whyRefused } from './errors.js';

/** @typedef {ArrayLike<number>} Numbers  a Float32Array, an array of numbers, or another typed array */
/** @typedef {{ pointer: number, shape: readonly number[] }} Input */
/** @typedef {{ pointer: number, fields: [string, number][] }} Struct */
/**
 * @template T
 * @typedef {{ pointer: number, read: () => T, view: () => T }} Output
 */
/** @typedef {Int8ArrayConstructor | Uint8ArrayConstructor | Int32ArrayConstructor | Uint32ArrayConstructor | Float32ArrayConstructor | Float64ArrayConstructor} ArrayType */

/** More elements than this no array may have: its bytes must fit 32 bits. */
export const MAX_COUNT = 0x3fffffff;
const FAULT_BYTES = 12;

export class Call {
  /**
   * @param {string} name  of the JS function, for messages
   * @param {import('./machine.js').Exports} exports
   * @param {import('./arena.js').Arena} arena
   */
  constructor(name, exports, arena) {
    this.name = name;
    this.exports = exports;
    this.arena = arena;
  }

  /**
   * A whole number in a range.
   * @param {string} name @param {unknown} value @param {number} [min] @param {number} [max]
   * @returns {number}
   */
  count(name, value, min = 0, max = MAX_COUNT) {
    if (typeof value !== 'number') this.#wrongType(name, `a whole number`, value);
    if (Number.isInteger(value) && value >= min && value <= max) return value + 0;
    throw this.range(name, `expected a whole number from ${min} to ${max}, got ${value}`);
  }

  /**
   * A number in a range, both ends included. NaN is in none.
   * @param {string} name @param {unknown} value @param {number} [min] @param {number} [max]
   * @returns {number}
   */
  number(name, value, min = -3.4028234663852886e38, max = 3.4028234663852886e38) {
    if (typeof value !== 'number') this.#wrongType(name, 'a number', value);
    if (value >= min && value <= max) return value;
    throw this.range(name, `expected a number from ${min} to ${max}, got ${value}`);
  }

  /** @param {string} name @param {unknown} value @returns {boolean} */
  flag(name, value) {
    if (typeof value === 'boolean') return value;
    return this.#wrongType(name, 'true or false', value);
  }

  /**
   * One of a few words.
   * @template {string} W
   * @param {string} name @param {unknown} value @param {readonly W[]} words
   * @returns {number} its place among them
   */
  choice(name, value, words) {
    const place = words.indexOf(/** @type {W} */ (value));
    if (place >= 0) return place;
    throw this.range(name, `expected one of ${words.join(', ')}, got ${describe(value)}`);
  }

  /**
   * A seed or a place in a stream: a whole number from 0 to 2^53 - 1, in two halves.
   * @param {string} name @param {unknown} value
   * @returns {[number, number]} low, high
   */
  halves(name, value) {
    const whole = this.count(name, value, 0, Number.MAX_SAFE_INTEGER);
    return [whole >>> 0, Math.floor(whole / 2 ** 32)];
  }

  /** A misspelt option is an error, not a default. @param {object} unknown */
  nothingElse(unknown) {
    const [name] = Object.keys(unknown);
    if (name !== undefined) throw new TypeError(`${this.name}: there is no argument ${name}`);
  }

  /**
   * Numbers of this shape, as they were given.
   * @param {string} name @param {unknown} data @param {readonly number[]} shape
   * @returns {Numbers}
   */
  shaped(name, data, shape) {
    const numbers = this.#numbers(name, data);
    const count = shape.reduce((product, size) => product * size, 1);
    if (numbers.length === count) return numbers;
    const expected = `expected ${describeShape(shape)} numbers`;
    throw this.range(name, `${expected}, got ${numbers.length}`);
  }

  /**
   * Copies numbers in.
   * @param {string} name @param {unknown} data @param {readonly number[]} shape
   * @param {ArrayType} [Type]
   * @returns {Input}
   */
  input(name, data, shape, Type = Float32Array) {
    const numbers = this.shaped(name, data, shape);
    const pointer = this.arena.take(numbers.length * Type.BYTES_PER_ELEMENT);
    new Type(this.arena.memory.buffer, pointer, numbers.length).set(numbers);
    return { pointer, shape };
  }

  /**
   * The same for an array that may be left out: then its pointer is NULL.
   * @param {string} name @param {unknown} data @param {readonly number[]} shape
   * @returns {Input}
   */
  optional(name, data, shape) {
    if (data === null || data === undefined) return { pointer: 0, shape };
    return this.nested(name, data, shape);
  }

  /**
   * The same for an array inside a struct, which C could not name: it is
   * checked on its own.
   * @param {string} name @param {unknown} data @param {readonly number[]} shape
   * @returns {Input}
   */
  nested(name, data, shape) {
    const input = this.input(name, data, shape);
    const count = shape.reduce((product, size) => product * size, 1);
    this.invoke('attn_find_not_finite', { [name]: input, count });
    return input;
  }

  /**
   * Room for a result. Its numbers are read, into a fresh array, after the call.
   * @template {ArrayType} [T=Float32ArrayConstructor]
   * @param {readonly number[]} shape @param {T} [Type]
   * @returns {Output<InstanceType<T>>}
   */
  output(shape, Type = /** @type {T} */ (/** @type {unknown} */ (Float32Array))) {
    const count = shape.reduce((product, size) => product * size, 1);
    if (!(count <= MAX_COUNT)) {
      throw new RangeError(
        `${this.name}: a result of ${describeShape(shape)} numbers is too large`,
      );
    }
    const pointer = this.arena.take(count * Type.BYTES_PER_ELEMENT);
    // The memory may have grown since: a view is good for one reading only.
    const view = () => new Type(this.arena.memory.buffer, pointer, count);
    const read = () => view().slice();
    return { pointer, view: /** @type {any} */ (view), read: /** @type {any} */ (read) };
  }

  /**
   * A struct of 4-byte fields in the order of its declaration: whole numbers and
   * pointers first, floats last, as in all structs of attn.h.
   * @param {Record<string, number>} whole @param {Record<string, number>} [floats]
   * @returns {Struct}
   */
  struct(whole, floats = {}) {
    const fields = [...Object.entries(whole), ...Object.entries(floats)];
    const pointer = this.arena.take(fields.length * 4);
    const view = new DataView(this.arena.memory.buffer, pointer, fields.length * 4);
    const firstFloat = Object.keys(whole).length;
    fields.forEach(([, value], i) => {
      if (i < firstFloat) view.setInt32(i * 4, value, true);
      else view.setFloat32(i * 4, value, true);
    });
    return { pointer, fields };
  }

  /**
   * A struct of pointers to results.
   * @template {Record<string, Output<unknown>>} T
   * @param {T} outputs
   */
  pointers(outputs) {
    const entries = Object.entries(outputs).map(([name, { pointer }]) => [name, pointer]);
    return this.struct(Object.fromEntries(entries));
  }

  /**
   * Calls a function of attn.h. The keys name the parameters in the order of
   * the declaration, so that a fault can be named; the fault itself is added.
   * @param {string} cName
   * @param {Record<string, number | { pointer: number }>} params
   */
  invoke(cName, params) {
    const fault = this.arena.take(FAULT_BYTES);
    const values = Object.values(params).map((p) => (typeof p === 'number' ? p : p.pointer));
    const status = this.exports[cName](...values, fault);
    if (status === 0) return;
    const view = new DataView(this.arena.memory.buffer, fault, FAULT_BYTES);
    const [name, given] = Object.entries(params)[view.getInt32(4, true)];
    throw this.range(...whyRefused(status, name, given, view.getUint32(8, true)));
  }

  /**
   * @param {string} name @param {string} what
   * @returns {RangeError}
   */
  range(name, what) {
    return new RangeError(`${this.name}: ${name}: ${what}`);
  }

  /**
   * @param {string} name @param {string} expected @param {unknown} value
   * @returns {never}
   */
  #wrongType(name, expected, value) {
    throw new TypeError(`${this.name}: ${name}: expected ${expected}, got ${describe(value)}`);
  }

  /** @param {string} name @param {unknown} data @returns {Numbers} */
  #numbers(name, data) {
    if (ArrayBuffer.isView(data) && 'length' in data && !/^Big/.test(data.constructor.name)) {
      return /** @type {Numbers} */ (/** @type {unknown} */ (data));
    }
    if (!Array.isArray(data)) this.#wrongType(name, 'a Float32Array or an array of numbers', data);
    for (let i = 0; i < data.length; i++) {
      if (typeof data[i] !== 'number') this.#wrongType(name, `a number at position ${i}`, data[i]);
    }
    return data;
  }
}
