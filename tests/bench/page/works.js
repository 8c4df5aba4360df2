// The works of the table: sizes, inputs from a seed, and how many operations.

/** Numbers from -1 to 1, the same everywhere: xorshift32 (Marsaglia 2003). */
function noise(count, seed, factor = 1) {
  let state = (seed * 2654435761 + 1) >>> 0;
  return Float32Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) / 2 ** 31 - 1) * factor;
  });
}

function attention(name, sizes) {
  const { heads, seqLen, kvLen, dim, causal } = sizes;
  // the pairs that are allowed, and two products for each
  const pairs = causal ? (seqLen * (seqLen + 1)) / 2 : seqLen * kvLen;
  return {
    name,
    kind: 'attention',
    sizes,
    flops: heads * pairs * dim * 4,
    inputs: () => ({
      query: noise(heads * seqLen * dim, 1, 2),
      key: noise(heads * kvLen * dim, 2, 2),
      value: noise(heads * kvLen * dim, 3, 2),
    }),
  };
}

function blockInputs({ seqLen, dModel, dFf }) {
  const small = 1 / Math.sqrt(dModel);
  const inputs = { x: noise(seqLen * dModel, 1, 2) };
  for (const name of ['gain1', 'gain2']) inputs[name] = noise(dModel, 2, 0.1).map((g) => 1 + g);
  for (const name of 'shift1 shift2 bQ bK bV bO b2'.split(' '))
    inputs[name] = noise(dModel, 3, 0.1);
  inputs.b1 = noise(dFf, 4, 0.1);
  'wQ wK wV wO'.split(' ').forEach((name, i) => {
    inputs[name] = noise(dModel * dModel, 5 + i, 2 * small);
  });
  inputs.w1 = noise(dFf * dModel, 9, 2 * small);
  inputs.w2 = noise(dFf * dModel, 10, small);
  return inputs;
}

function block(name, sizes) {
  const { seqLen, dModel, heads, dFf } = sizes;
  const products = 4 * seqLen * dModel * dModel + 2 * seqLen * dModel * dFf;
  const dim = dModel / heads;
  return {
    name,
    kind: 'block',
    sizes,
    flops: 2 * products + heads * seqLen * seqLen * dim * 4,
    inputs: () => blockInputs(sizes),
  };
}

const heads8 = { heads: 8, seqLen: 1024, kvLen: 1024, dim: 64, causal: false };

export const WORKS = [
  attention('8 heads x 1024 x 64', heads8),
  attention('8 heads x 1024 x 64, causal', { ...heads8, causal: true }),
  attention('1 head x 128 x 64', { ...heads8, heads: 1, seqLen: 128, kvLen: 128 }),
  attention('8 heads, 1 query, 4096 keys', { ...heads8, seqLen: 1, kvLen: 4096 }),
  block('pre-LN block, 256 tokens', { seqLen: 256, dModel: 512, heads: 8, dFf: 2048 }),
  {
    name: 'softmax of 1024 x 1024',
    kind: 'softmax',
    sizes: { rows: 1024, cols: 1024 },
    flops: 0,
    inputs: () => ({ scores: noise(1024 * 1024, 1, 8) }),
  },
];
