// PyTorch's parameter names as the engine's, for one layer of an encoder or a decoder.
import { part } from '../arrays.mjs';

/**
 * @param {Record<string, any>} inputs
 * @param {string} prefix  such as 'encoder.layers.0.'
 * @returns {Record<string, Float32Array>}  the params of one block
 */
export function layerParams(inputs, prefix = '') {
  const isDecoder = inputs[`${prefix}norm3.weight`] !== undefined;
  const last = isDecoder ? 'norm3' : 'norm2';
  return {
    ...attention(inputs, `${prefix}self_attn.`, (name) => name),
    ...(isDecoder ? attention(inputs, `${prefix}multihead_attn.`, crossName) : {}),
    ...norm(inputs, `${prefix}norm1`, 'attentionNorm'),
    ...(isDecoder ? norm(inputs, `${prefix}norm2`, 'crossNorm') : {}),
    ...norm(inputs, `${prefix}${last}`, 'feedForwardNorm'),
    ...linear(inputs, `${prefix}linear1`, 'w1', 'b1'),
    ...linear(inputs, `${prefix}linear2`, 'w2', 'b2'),
  };
}

/** How many layers there are under a prefix such as 'encoder.layers.'. */
export function countLayers(inputs, prefix) {
  let count = 0;
  while (inputs[`${prefix}${count}.linear1.weight`]) count++;
  return count;
}

/** The params of a stack: its layers and, where there is one, its final norm. */
export function stackParams(inputs, prefix = '') {
  const nLayers = countLayers(inputs, `${prefix}layers.`);
  const layers = Array.from({ length: nLayers }, (_, l) =>
    layerParams(inputs, `${prefix}layers.${l}.`),
  );
  const scale = inputs[`${prefix}norm.weight`];
  const bias = scale && biasOf(inputs, `${prefix}norm`, scale.shape[0]);
  return { layers, ...(scale ? { finalNorm: scale.data, finalNormBias: bias } : {}) };
}

const crossName = (name) => `cross${name[0].toUpperCase()}${name.slice(1)}`;

// A layer without biases has zeros in their place.
const biasOf = (inputs, name, size) => inputs[`${name}.bias`]?.data ?? new Float32Array(size);

function linear(inputs, name, w, b) {
  const weight = inputs[`${name}.weight`];
  return { [w]: weight.data, [b]: biasOf(inputs, name, weight.shape[0]) };
}

function norm(inputs, name, ours) {
  const scale = inputs[`${name}.weight`];
  return { [ours]: scale.data, [`${ours}Bias`]: biasOf(inputs, name, scale.shape[0]) };
}

function attention(inputs, prefix, rename) {
  const all = inputs[`${prefix}in_proj_weight`];
  const biases = inputs[`${prefix}in_proj_bias`];
  const size = all.shape[0] / 3;
  const params = {};
  ['Q', 'K', 'V'].forEach((letter, i) => {
    params[rename(`w${letter}`)] = part(all, i, 3).data;
    params[rename(`b${letter}`)] = biases ? part(biases, i, 3).data : new Float32Array(size);
  });
  const out = linear(inputs, `${prefix}out_proj`, 'w', 'b');
  return { ...params, [rename('wO')]: out.w, [rename('bO')]: out.b };
}
