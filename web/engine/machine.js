// A wasm instance with its memory, and the one way to run a function on it.

import { Arena } from './arena.js';
import { Call } from './call.js';

/** @typedef {Record<string, (...values: number[]) => number>} Exports */

export class Machine {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    const { memory, __heap_base, _initialize } = /** @type {any} */ (instance.exports);
    _initialize?.();
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    this.arena = new Arena(memory, __heap_base.value);
  }

  /**
   * Runs one function of the API. Whatever happens, the arena is then where it was.
   * @template A, R
   * @param {string} name @param {(call: Call, args: A) => R} body @param {A} args
   * @returns {R}
   */
  run(name, body, args) {
    if (typeof args !== 'object' || args === null) {
      throw new TypeError(`${name}: expected one object with named arguments`);
    }
    const mark = this.arena.mark();
    try {
      return body(new Call(name, this.exports, this.arena), args);
    } finally {
      this.arena.release(mark);
    }
  }
}
