// Whole decoder-only models with the parameter names of their projects: llama2.c, nanoGPT, GPT-2.
import { part, transpose } from '../arrays.mjs';

/** llama2.c: RMSNorm, interleaved RoPE, grouped KV heads, a gate, no biases. */
export function llama2(engine, { inputs, attributes }) {
  const layers = eachLayer(inputs, 'layers.', 'attention.wq.weight', (at) => ({
    attentionNorm: at('attention_norm.weight').data,
    wQ: at('attention.wq.weight').data,
    wK: at('attention.wk.weight').data,
    wV: at('attention.wv.weight').data,
    wO: at('attention.wo.weight').data,
    feedForwardNorm: at('ffn_norm.weight').data,
    wGate: at('feed_forward.w1.weight').data,
    w1: at('feed_forward.w3.weight').data,
    w2: at('feed_forward.w2.weight').data,
  }));
  const embedding = inputs['tok_embeddings.weight'];
  return run(engine, inputs, {
    embedding: embedding.data,
    ...(inputs['output.weight'] ? { head: inputs['output.weight'].data } : {}),
    vocabulary: embedding.shape[0],
    params: { layers, finalNorm: inputs['norm.weight'].data },
    nLayers: layers.length,
    rope: { base: attributes.rope_theta ?? 10000, pairing: 'interleaved' },
    dModel: embedding.shape[1],
    nHeads: attributes.n_heads,
    nKvHeads: attributes.n_kv_heads ?? attributes.n_heads,
    dFf: inputs['layers.0.feed_forward.w1.weight'].shape[0],
    norm: 'rms',
    activation: 'silu',
    gated: true,
    bias: false,
    eps: attributes.norm_eps ?? 1e-5,
  });
}

/** nanoGPT: weights (out, in), exact GELU, biases or none. */
export const nanoGpt = (engine, vector) =>
  gpt(engine, vector, { prefix: 'transformer.', activation: 'gelu', asRows: (w) => w });

/** GPT-2: the same with weights (in, out) and GELU by tanh. */
export const gpt2 = (engine, vector) =>
  gpt(engine, vector, { prefix: '', activation: 'gelu-tanh', asRows: (w) => transpose(w, [1, 0]) });

function gpt(engine, { inputs, attributes }, { prefix, activation, asRows }) {
  const weightOf = (name) => inputs[`${name}.weight`] ?? inputs[name];
  const biasOf = (name, size) => inputs[`${name}.bias`]?.data ?? new Float32Array(size);
  const layers = eachLayer(inputs, `${prefix}h.`, 'attn.c_attn.weight', (at, where) => {
    const linear = (name, w, b) => {
      const weight = asRows(at(`${name}.weight`));
      return { [w]: weight.data, [b]: biasOf(where + name, weight.shape[0]) };
    };
    return {
      ...normOf(`${where}ln_1`, 'attentionNorm'),
      ...projections(asRows(at('attn.c_attn.weight')), biasOf, `${where}attn.c_attn`),
      ...linear('attn.c_proj', 'wO', 'bO'),
      ...normOf(`${where}ln_2`, 'feedForwardNorm'),
      ...linear('mlp.c_fc', 'w1', 'b1'),
      ...linear('mlp.c_proj', 'w2', 'b2'),
    };
  });
  function normOf(name, ours) {
    const scale = weightOf(name);
    return { [ours]: scale.data, [`${ours}Bias`]: biasOf(name, scale.shape[0]) };
  }
  const embedding = weightOf(`${prefix}wte`);
  const positions = weightOf(`${prefix}wpe`);
  const { finalNorm, finalNormBias } = normOf(`${prefix}ln_f`, 'finalNorm');
  return run(engine, inputs, {
    embedding: embedding.data,
    ...(inputs['lm_head.weight'] ? { head: inputs['lm_head.weight'].data } : {}),
    vocabulary: embedding.shape[0],
    positions: positions.data,
    nPositions: positions.shape[0],
    params: { layers, finalNorm, finalNormBias },
    nLayers: layers.length,
    dModel: embedding.shape[1],
    nHeads: attributes.n_head,
    dFf: layers[0].b1.length,
    activation,
    eps: attributes.layer_norm_eps ?? 1e-5,
  });
}

function projections(all, biasOf, name) {
  const size = all.shape[0] / 3;
  const bias = biasOf(name, 3 * size);
  const params = {};
  ['Q', 'K', 'V'].forEach((letter, i) => {
    params[`w${letter}`] = part(all, i, 3).data;
    params[`b${letter}`] = bias.subarray(i * size, (i + 1) * size);
  });
  return params;
}

// read(at, where): `at` finds a param of this layer, `where` is the layer's prefix.
function eachLayer(inputs, prefix, first, read) {
  const layers = [];
  for (let where; inputs[(where = `${prefix}${layers.length}.`) + first];) {
    layers.push(read((name) => inputs[where + name], where));
  }
  return layers;
}

function run(engine, { input_ids: ids, targets }, model) {
  const [batch, seqLen] = ids.shape;
  const { vocabulary } = model;
  const logits = new Float32Array(batch * seqLen * vocabulary);
  for (let b = 0; b < batch; b++) {
    const tokens = ids.data.subarray(b * seqLen, (b + 1) * seqLen);
    logits.set(engine.decoderOnly({ ...model, tokens }).logits, b * seqLen * vocabulary);
  }
  return {
    logits: { shape: [batch, seqLen, vocabulary], data: logits },
    ...(targets ? { loss: lossOf(engine, logits, targets.data, vocabulary) } : {}),
  };
}

// A target of -1 is one that nobody asks for.
function lossOf(engine, logits, targets, cols) {
  const asked = Array.from(targets, (_, row) => row).filter((row) => targets[row] >= 0);
  const rows = new Float32Array(asked.length * cols);
  asked.forEach((row, i) => rows.set(logits.subarray(row * cols, (row + 1) * cols), i * cols));
  const { loss } = engine.crossEntropy({
    logits: rows,
    targets: asked.map((row) => targets[row]),
    rows: asked.length,
    cols,
  });
  return { shape: [], data: [loss] };
}
