// The most multiply-adds this browser gets out of one core: an unrolled loop of
// multiplications and additions on vectors, with nothing else in the way. Loops
// of a few shapes are tried, as compilers differ in which they keep in registers.

export class Peak {
  static async load(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new Peak(instance.exports);
  }

  constructor(exports) {
    this.exports = exports;
    this.names = Object.keys(exports).filter((name) => name.startsWith('peak_'));
  }

  /** GFLOP/s, a multiplication and an addition counted as two. */
  measure(rounds = 20, steps = 100000) {
    let best = 0;
    for (const name of this.names) {
      const flops = steps * 8 * Number(name.split('_')[1]);
      for (let i = 0; i < rounds; i++) {
        const start = performance.now();
        this.exports[name](steps);
        best = Math.max(best, flops / (performance.now() - start) / 1e6);
      }
    }
    return best;
  }
}
