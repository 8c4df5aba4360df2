// Random shapes and numbers for the property tests, from a seed that is printed when one fails.
// The generator (mulberry32) is the tests' own, so that it cannot be wrong together with the engine's.

export class Draw {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0;
    for (let i = 0; i < 4; i++) this.unit(); // neighbouring seeds start alike
  }

  /** In [0, 1). */
  unit() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from least to most. */
  whole(least, most) {
    return least + Math.floor(this.unit() * (most - least + 1));
  }

  /** One of several. */
  among(values) {
    return values[this.whole(0, values.length - 1)];
  }

  chance(probability) {
    return this.unit() < probability;
  }

  /** About normal: the sum of three uniform numbers, times a deviation. */
  numbers(count, deviation = 1) {
    const one = () => this.unit() + this.unit() + this.unit() - 1.5;
    return Float32Array.from({ length: count }, () => 2 * deviation * one());
  }

  /** Multiples of 1/64 in [-most, most]: their sums and differences are exact. */
  grid(count, most = 4) {
    return Float32Array.from({ length: count }, () => this.whole(-64 * most, 64 * most) / 64);
  }

  /** 0s and 1s, of which about this share is 1. */
  bits(count, share = 0.7) {
    return Uint8Array.from({ length: count }, () => Number(this.chance(share)));
  }

  /** The numbers below count in another order. */
  order(count) {
    const order = Array.from({ length: count }, (_, i) => i);
    for (let i = count - 1; i > 0; i--) {
      const j = this.whole(0, i);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }

  /** Sizes of an attention: many edges of 4 lanes among them, length 1 too. */
  attention({ maxBatch = 2, maxHeads = 4, maxLen = 17, maxDim = 17 } = {}) {
    const nKvHeads = this.whole(1, maxHeads);
    const group = this.whole(1, Math.max(1, Math.floor(maxHeads / nKvHeads)));
    return {
      batch: this.whole(1, maxBatch),
      nHeads: nKvHeads * group,
      nKvHeads,
      seqLen: this.whole(1, maxLen),
      kvLen: this.whole(1, maxLen),
      headDim: this.whole(1, maxDim),
      vHeadDim: this.whole(1, maxDim),
    };
  }

  /** Query, key and value for such sizes. */
  tensors({ batch, nHeads, nKvHeads, seqLen, kvLen, headDim, vHeadDim }, deviation = 1) {
    return {
      query: this.numbers(batch * nHeads * seqLen * headDim, deviation),
      key: this.numbers(batch * nKvHeads * kvLen * headDim, deviation),
      value: this.numbers(batch * nKvHeads * kvLen * vHeadDim, deviation),
    };
  }

  /** Any mask for such sizes, often none. */
  mask({ batch, nHeads, seqLen, kvLen }) {
    const mask = {};
    if (this.chance(0.4)) {
      mask.causal = true;
      mask.align = this.among(['top-left', 'bottom-right']);
      if (this.chance(0.3)) mask.causalOffset = this.whole(-seqLen, kvLen);
    }
    if (this.chance(0.2)) mask.window = this.whole(1, kvLen + 1);
    if (this.chance(0.2)) {
      mask.kvLengths = Int32Array.from({ length: batch }, () => this.whole(0, kvLen));
      if (mask.causal && mask.causalOffset === undefined && this.chance(0.5))
        mask.align = 'lengths';
    }
    const full = [batch, nHeads, seqLen, kvLen];
    const shapeOf = () => full.map((size) => (this.chance(0.3) ? 1 : size)).slice(this.whole(0, 3));
    const count = (shape) => shape.reduce((product, size) => product * size, 1);
    if (this.chance(0.25)) {
      mask.allowShape = shapeOf();
      mask.allow = this.bits(count(mask.allowShape));
    }
    if (this.chance(0.25)) {
      mask.maskShape = shapeOf();
      const numbers = this.numbers(count(mask.maskShape), 2);
      mask.mask = numbers.map((value) => (this.chance(0.2) ? -Infinity : value));
    }
    return mask;
  }
}
