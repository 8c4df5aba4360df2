// torch.nn.MultiheadAttention: PyTorch's own vectors, and the plainer ones of x.MultiHead.
import { broadcast, concat, joinHeads, part, splitHeads } from '../arrays.mjs';
import { sizesOf } from './attention.mjs';
import { linear } from './products.mjs';
import { torchMask } from './torch-mask.mjs';

/** torch.MultiheadAttention, batch first. */
export function multiheadAttention(engine, { inputs, attributes }) {
  const nHeads = attributes.num_heads;
  const { query, key, value } = projected(engine, inputs, nHeads);
  const all = { key, value };
  if (inputs.bias_k) appendToKeys(all, inputs.bias_k, inputs.bias_v);
  if (attributes.add_zero_attn) appendToKeys(all);
  const sizes = sizesOf(query, all.key, all.value);
  const { output, trace } = engine.attention({
    query: query.data,
    key: all.key.data,
    value: all.value.data,
    ...sizes,
    ...torchMask(engine, inputs.attn_mask, inputs.key_padding_mask, sizes),
    trace: true,
  });
  const { batch, seqLen, kvLen, vHeadDim } = sizes;
  const heads = joinHeads({ shape: [batch, nHeads, seqLen, vHeadDim], data: output });
  return {
    attn_output: linear(engine, heads, inputs['out_proj.weight'], inputs['out_proj.bias']),
    attn_weights: attributes.average_attn_weights
      ? meanOverHeads(engine, trace.weights, sizes)
      : { shape: [batch, nHeads, seqLen, kvLen], data: trace.weights },
  };
}

function projected(engine, inputs, nHeads) {
  const { query, key = query, value = key, in_proj_weight: all, in_proj_bias: biases } = inputs;
  const own = [inputs.q_proj_weight, inputs.k_proj_weight, inputs.v_proj_weight];
  const heads = [query, key, value].map((x, i) => {
    const w = own[i] ?? part(all, i, 3);
    return splitHeads(linear(engine, x, w, biases && part(biases, i, 3)), nHeads);
  });
  return { query: heads[0], key: heads[1], value: heads[2] };
}

// One more key and value for every head: a learned one, or zeros.
function appendToKeys(all, biasKey, biasValue) {
  all.key = concat(all.key, oneMore(all.key, biasKey), 2);
  all.value = concat(all.value, oneMore(all.value, biasValue), 2);
}

function oneMore({ shape: [batch, nHeads, , dim] }, bias) {
  const data = bias ? bias.data : new Float32Array(nHeads * dim);
  return broadcast({ shape: [1, nHeads, 1, dim], data }, [batch, nHeads, 1, dim]);
}

function meanOverHeads(engine, weights, { batch, nHeads, seqLen, kvLen }) {
  const size = seqLen * kvLen;
  const data = new Float32Array(batch * size);
  for (let b = 0; b < batch; b++) {
    const matrices = weights.subarray(b * nHeads * size, (b + 1) * nHeads * size);
    data.set(engine.meanMatrices({ matrices, count: nHeads, size }).mean, b * size);
  }
  return { shape: [batch, seqLen, kvLen], data };
}

/** x.MultiHead: one sequence through the engine's own multi-head attention. */
export function multiHead(engine, { inputs, attributes }) {
  const { query, key_value: context, in_proj_weight: w, in_proj_bias: b } = inputs;
  const [, seqLen, dModel] = query.shape;
  const kvLen = context.shape[1];
  const nHeads = attributes.n_heads;
  const { output, trace } = engine.multiHead({
    x: query.data,
    context: context.data,
    ...headParams(w, b, inputs.out_proj_weight, inputs.out_proj_bias),
    seqLen,
    kvLen,
    dModel,
    nHeads,
    ...(attributes.causal ? { causal: true, align: 'bottom-right' } : {}),
    trace: true,
  });
  return {
    out: { shape: [1, seqLen, dModel], data: output },
    weights: { shape: [1, nHeads, seqLen, kvLen], data: trace.weights },
  };
}

/** PyTorch's packed projections as the engine's params. */
export function headParams(inWeight, inBias, outWeight, outBias) {
  const params = Object.fromEntries(
    ['wQ', 'wK', 'wV'].map((name, i) => [name, part(inWeight, i, 3).data]),
  );
  const biases = inBias
    ? Object.fromEntries(['bQ', 'bK', 'bV'].map((name, i) => [name, part(inBias, i, 3).data]))
    : {};
  return { ...params, wO: outWeight.data, ...biases, ...(outBias ? { bO: outBias.data } : {}) };
}
