// Element-wise functions.
import { broadcast } from '../arrays.mjs';

const activated = (engine, x, activation, more = {}) => ({
  shape: x.shape,
  data: engine.activation({ x: x.data, activation, ...more }).y,
});

export const relu = (engine, { inputs }) => ({ Y: activated(engine, inputs.X, 'relu') });

export const gelu = (engine, { inputs, attributes }) => ({
  Y: activated(engine, inputs.X, attributes.approximate === 'tanh' ? 'gelu-tanh' : 'gelu'),
});

export const swish = (engine, { inputs, attributes }) => ({
  Y: activated(engine, inputs.X, 'swish', { alpha: attributes.alpha ?? 1 }),
});

/** Swish(A) B */
export const swiGlu = (engine, { inputs: { A, B }, attributes }) => ({
  Y: activated(engine, A, 'swish', {
    alpha: attributes.alpha ?? 1,
    gated: broadcast(B, A.shape).data,
  }),
});

const KINDS = { relu: 'relu', gelu_erf: 'gelu', gelu_tanh: 'gelu-tanh', silu: 'silu' };

/** x.Activation */
export const plainActivation = (engine, { inputs, attributes }) => ({
  y: activated(engine, inputs.x, KINDS[attributes.kind]),
});
