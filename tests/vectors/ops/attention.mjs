// Attention of ONNX, opset 23 and 24.
import { concat, joinHeads, padLast, splitHeads } from '../arrays.mjs';

/** Which line of the trace each qk_matmul_output_mode shows. */
const MODES = ['scores', 'cappedScores', 'maskedScores', 'weights'];

export function attention(engine, { inputs, attributes }) {
  const { Q, K, V, past_key: pastKey, past_value: pastValue } = inputs;
  const isPacked = Q.shape.length === 3;
  const { q_num_heads: nHeads, kv_num_heads: nKvHeads, scale, softcap = 0 } = attributes;
  const query = isPacked ? splitHeads(Q, nHeads) : Q;
  const newKey = isPacked ? splitHeads(K, nKvHeads) : K;
  const newValue = isPacked ? splitHeads(V, nKvHeads) : V;
  const key = pastKey ? concat(pastKey, newKey, 2) : newKey;
  const value = pastValue ? concat(pastValue, newValue, 2) : newValue;
  const sizes = sizesOf(query, key, value);
  const result = engine.attention({
    query: query.data,
    key: key.data,
    value: value.data,
    ...sizes,
    ...(scale === undefined ? {} : { scale }),
    softcap,
    ...maskOf(inputs, attributes, sizes),
    trace: true,
  });
  return outputs(result, { attributes, sizes, key, value, isPacked });
}

export function sizesOf(query, key, value) {
  const [batch, nHeads, seqLen, headDim] = query.shape;
  const [, nKvHeads, kvLen] = key.shape;
  return { batch, nHeads, nKvHeads, seqLen, kvLen, headDim, vHeadDim: value.shape[3] };
}

function maskOf(inputs, { is_causal: isCausal = 0 }, { kvLen }) {
  const { attn_mask: mask, nonpad_kv_seqlen: lengths } = inputs;
  return {
    ...(mask ? maskInput(mask, kvLen) : {}),
    ...(lengths ? { kvLengths: lengths.data } : {}),
    ...(isCausal ? causal(inputs) : {}),
  };
}

// What a short mask leaves out is forbidden.
function maskInput(mask, kvLen) {
  const isBoolean = mask.dtype === 'bool';
  const { shape, data } = padLast(atLeastOneAxis(mask), kvLen, isBoolean ? 0 : -Infinity);
  return isBoolean ? { allow: data, allowShape: shape } : { mask: data, maskShape: shape };
}

const atLeastOneAxis = (mask) => (mask.shape.length ? mask : { ...mask, shape: [1] });

// The diagonal starts behind the cache: its own length with past_key, what is filled of an outside
// one with nonpad_kv_seqlen, else at the top left.
function causal({ past_key: pastKey, nonpad_kv_seqlen: lengths }) {
  if (!pastKey && lengths) return { causal: true, align: 'lengths' };
  return { causal: true, causalOffset: pastKey ? pastKey.shape[2] : 0 };
}

function outputs({ output, trace }, { attributes, sizes, key, value, isPacked }) {
  const { batch, nHeads, seqLen, kvLen, vHeadDim } = sizes;
  const y = { shape: [batch, nHeads, seqLen, vHeadDim], data: output };
  const step = MODES[attributes.qk_matmul_output_mode ?? 0];
  return {
    Y: isPacked ? joinHeads(y) : y,
    present_key: key,
    present_value: value,
    qk_matmul_output: { shape: [batch, nHeads, seqLen, kvLen], data: trace[step] },
  };
}
