// Positions: sinusoids, RoPE with given tables or angles, its frequencies, ALiBi's slopes.
import { countOf, joinHeads, splitHeads } from '../arrays.mjs';

/** RotaryEmbedding of ONNX: the cosines and sines are inputs. */
export function rotaryEmbedding(engine, { inputs, attributes }) {
  const { X, cos_cache: cosines, sin_cache: sines, position_ids: ids } = inputs;
  const {
    interleaved = 0,
    num_heads: packedHeads = 0,
    rotary_embedding_dim: width = 0,
  } = attributes;
  const isPacked = X.shape.length === 3;
  const x = isPacked ? splitHeads(X, packedHeads) : X;
  const [batch, nHeads, seqLen, headDim] = x.shape;
  const { y } = engine.rope({
    x: x.data,
    ...{ batch, nHeads, seqLen, headDim },
    rotaryDim: width || headDim,
    pairing: interleaved ? 'interleaved' : 'halves',
    cosines: cosines.data,
    sines: sines.data,
    ...(ids ? { tableRows: ids.data } : {}),
  });
  const turned = { shape: x.shape, data: y };
  return { Y: isPacked ? joinHeads(turned) : turned };
}

/** SinusoidalPE */
export function sinusoidalPe(engine, { attributes: { length, d_model: dModel, base } }) {
  return { PE: sinusoids(engine, length, dModel, base) };
}

function sinusoids(engine, seqLen, dModel, base = 10000) {
  const { pe } = engine.sinusoidal({ seqLen, dModel, base });
  return { shape: [seqLen, dModel], data: pe };
}

/** The options of each kind of RopeInvFreq, as Hugging Face names them. */
const SCALING = {
  default: () => ({}),
  dynamic: (a) => ({ ...stretched(a), ...(a.seq_len ? { currentLength: a.seq_len } : {}) }),
  yarn: (a) => ({ ...stretched(a), ...named(a, { beta_fast: 'betaFast', beta_slow: 'betaSlow' }) }),
  llama3: (a) => ({
    ...stretched(a),
    ...named(a, { low_freq_factor: 'lowFreqFactor', high_freq_factor: 'highFreqFactor' }),
  }),
};

const stretched = (attributes) => ({
  factor: attributes.factor,
  maxPositions: attributes.original_max_position_embeddings ?? attributes.max_position_embeddings,
});

const named = (attributes, names) =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([theirs]) => attributes[theirs] !== undefined)
      .map(([theirs, ours]) => [ours, attributes[theirs]]),
  );

/** RopeInvFreq */
export function ropeInvFreq(engine, { attributes }) {
  const { dim, base = 10000, rope_type: variant = 'default' } = attributes;
  if (!SCALING[variant]) throw new Error(`rope_type ${variant} is not known`);
  const options = { base, variant, ...SCALING[variant](attributes) };
  const { frequencies } = engine.ropeFrequencies({ dim, ...options });
  return { inv_freq: { shape: [dim / 2], data: frequencies } };
}

const KINDS = {
  sinusoidal: (engine, inputs, { seq_len: seqLen, d_model: dModel, base }) => ({
    pe: sinusoids(engine, seqLen, dModel, base),
  }),
  rope: (engine, { x }, { base }) => ({
    interleaved: turned(engine, x, 'interleaved', base),
    half_split: turned(engine, x, 'halves', base),
  }),
  alibi_slopes: (engine, inputs, { n_heads: nHeads }) => ({
    slopes: { shape: [nHeads], data: engine.alibiSlopes({ nHeads }).slopes },
  }),
};

/** x.Position */
export function position(engine, { inputs, attributes }) {
  return KINDS[attributes.kind](engine, inputs, attributes);
}

function turned(engine, { shape, data }, pairing, base = 10000) {
  const [seqLen, headDim] = shape.slice(-2);
  const nHeads = countOf(shape.slice(0, -2));
  const { y } = engine.rope({ x: data, nHeads, seqLen, headDim, pairing, base });
  return { shape, data: y };
}
