// The engine's memory outside of C's own stack: a pile. What is put on it last
// goes first, so that releasing is one assignment and nothing can leak.

const PAGE = 65536;
const ALIGNMENT = 16;

/** @param {number} bytes */
const aligned = (bytes) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

export class Arena {
  /** @param {WebAssembly.Memory} memory @param {number} base  the first free byte */
  constructor(memory, base) {
    this.memory = memory;
    this.top = aligned(base);
  }

  /** The top now; give it to `release` to drop all that came after. */
  mark() {
    return this.top;
  }

  /** @param {number} mark */
  release(mark) {
    this.top = mark;
  }

  /**
   * Takes room for so many bytes and says where. May grow the memory, after
   * which every older view of it is dead: fetch views after the last `take`.
   * @param {number} bytes
   * @returns {number} a pointer, aligned to 16
   */
  take(bytes) {
    const pointer = this.top;
    const top = pointer + aligned(bytes);
    this.#reach(top);
    this.top = top;
    return pointer;
  }

  /** @param {number} top */
  #reach(top) {
    const missing = top - this.memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      this.memory.grow(Math.ceil(missing / PAGE));
    } catch (cause) {
      const megabytes = Math.ceil(top / 2 ** 20);
      throw new RangeError(`out of memory: this needs ${megabytes} MiB`, { cause });
    }
  }
}
