// Our engine as a contender, by its JavaScript API: the inputs are copied in and
// the output copied out at every call, as the others do too. The params of the
// block are put in once, as the others keep them, which takes the exports.

import { loadEngine } from '/engine/attn.js';

const PAGE = 65536;

export class Ours {
  /** @param {'simd' | 'scalar'} build @param {BufferSource} bytes */
  static async load(build, bytes) {
    const engine = await loadEngine({ builds: [build], binaries: { [build]: bytes } });
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Ours(engine, instance.exports);
  }

  constructor(engine, exports) {
    this.engine = engine;
    exports._initialize?.();
    this.exports = exports;
    this.top = exports.__heap_base.value;
    this.fault = this.take(12);
    this.start = this.top;
  }

  /** Forgets all arrays. */
  reset() {
    this.top = this.start;
  }

  take(bytes) {
    const pointer = Math.ceil(this.top / 64) * 64;
    this.top = pointer + bytes;
    const missing = this.top - this.exports.memory.buffer.byteLength;
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / PAGE));
    return pointer;
  }

  floats(count) {
    return this.take(count * 4);
  }

  put(pointer, numbers) {
    new Float32Array(this.exports.memory.buffer, pointer, numbers.length).set(numbers);
    return pointer;
  }

  place(numbers) {
    return this.put(this.floats(numbers.length), numbers);
  }

  words(whole, floats = []) {
    const pointer = this.take((whole.length + floats.length) * 4);
    new Uint32Array(this.exports.memory.buffer, pointer, whole.length).set(whole);
    new Float32Array(this.exports.memory.buffer, pointer + whole.length * 4, floats.length).set(
      floats,
    );
    return pointer;
  }

  read(pointer, count) {
    return new Float32Array(this.exports.memory.buffer, pointer, count).slice();
  }

  call(name, ...args) {
    const status = this.exports[name](...args, this.fault);
    if (status !== 0) throw new Error(`${name}: status ${status}`);
  }

  /** @returns {() => Float32Array} */
  attention({ heads, seqLen, kvLen, dim, causal }, inputs) {
    const mask = causal ? { causal, align: 'top-left' } : {};
    const args = { nHeads: heads, seqLen, kvLen, headDim: dim, ...inputs, ...mask };
    return () => this.engine.attentionFast(args).output;
  }

  /** @returns {() => Float32Array} */
  softmax({ rows, cols }, { scores }) {
    return () => this.engine.softmaxFast({ scores, rows, cols }).weights;
  }

  /** @returns {() => Float32Array} */
  block({ seqLen, dModel, heads, dFf }, { x, ...params }) {
    const order = 'gain1 shift1 wQ wK wV wO bQ bK bV bO gain2 shift2 w1 b1 w2 b2'.split(' ');
    const pointers = this.words(order.map((name) => this.place(params[name])));
    const options = this.words([seqLen, dModel, heads, dFf, 0], [1e-5]);
    const input = this.floats(x.length);
    const output = this.floats(x.length);
    const scratch = this.floats(this.exports.attn_block_fast_scratch_size(options));
    return () => {
      this.put(input, x);
      this.call('attn_block_fast', output, scratch, input, pointers, options);
      return this.read(output, x.length);
    };
  }
}
