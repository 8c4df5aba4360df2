// x.Attention: softmax(scale q k^T + mask) v, the mask given as the matrix itself.
import { sizesOf } from './attention.mjs';

export function plainAttention(engine, { inputs, attributes }) {
  const { q, k, v, mask } = inputs;
  const sizes = sizesOf(q, k, v);
  const { output, trace } = engine.attention({
    query: q.data,
    key: k.data,
    value: v.data,
    ...sizes,
    ...(attributes.scale === undefined ? {} : { scale: attributes.scale }),
    ...(mask ? { mask: mask.data, maskShape: mask.shape } : {}),
    trace: true,
  });
  const { batch, nHeads, seqLen, kvLen, vHeadDim } = sizes;
  return {
    out: { shape: [batch, nHeads, seqLen, vHeadDim], data: output },
    weights: { shape: [batch, nHeads, seqLen, kvLen], data: trace.weights },
  };
}

/** AttentionBackward: the forward half, with PyTorch's causal mask from the top left. */
export function attentionForward(engine, { inputs: { Q, K, V }, attributes }) {
  const sizes = sizesOf(Q, K, V);
  const { output } = engine.attention({
    query: Q.data,
    key: K.data,
    value: V.data,
    ...sizes,
    causal: Boolean(attributes.is_causal),
    align: 'top-left',
  });
  return { Y: { shape: [...Q.shape.slice(0, 3), sizes.vHeadDim], data: output } };
}
