// The feed-forward network, and the activations in its middle.

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */

/** In the order of attn.h; silu is swish with alpha 1. */
const ACTIVATIONS = /** @type {const} */ (['relu', 'gelu', 'gelu-tanh', 'swish', 'silu']);
const SWISH = 3;
/** @typedef {(typeof ACTIVATIONS)[number]} Activation */

/** @param {Call} call @param {unknown} name @returns {number} its number in attn.h */
export function activationNumber(call, name) {
  return Math.min(call.choice('activation', name, ACTIVATIONS), SWISH);
}

/**
 * act(x), or with `gated` act(x) * gated (SwiGLU, where the activation is silu).
 * @param {Call} call
 * @param {{ x: Numbers, activation: Activation, alpha?: number, gated?: Numbers | null }} args
 *   alpha: of swish, x sigmoid(alpha x); default 1
 * @returns {{ y: Float32Array }}
 */
export function activation(call, { x, activation: name, alpha = 1, gated = null, ...unknown }) {
  call.nothingElse(unknown);
  const kind = activationNumber(call, name);
  const count = x?.length ?? 0;
  const y = call.output([count]);
  call.invoke('attn_activation', {
    y,
    x: call.input('x', x, [count]),
    gated: gated === null ? 0 : call.input('gated', gated, [count]),
    count,
    kind,
    alpha: call.number('alpha', alpha),
  });
  return { y: y.read() };
}

/**
 * @typedef {object} FeedForwardArgs
 * @property {Numbers} x  [rows, dModel]
 * @property {Numbers} w1  [dFf, dModel]
 * @property {Numbers | null} [b1]  [dFf]
 * @property {Numbers} w2  [dModel, dFf]
 * @property {Numbers | null} [b2]  [dModel]
 * @property {Numbers | null} [wGate]  [dFf, dModel]
 * @property {Numbers | null} [bGate]  [dFf]
 * @property {number} rows
 * @property {number} dModel
 * @property {number} [dFf]  default 4 dModel
 * @property {Activation} [activation]  default gelu
 */

/**
 * @typedef {object} FeedForwardResult
 * @property {Float32Array} output  [rows, dModel]
 * @property {Float32Array} hidden  [rows, dFf] W_1 x + b_1
 * @property {Float32Array | null} gate  [rows, dFf] W_g x + b_g
 * @property {Float32Array} activated  [rows, dFf] act(hidden), or act(gate) * hidden
 */

/**
 * FFN(x) = W_2 act(W_1 x + b_1) + b_2, or with a gate
 * FFN(x) = W_2 (act(W_g x + b_g) * (W_1 x + b_1)) + b_2.
 * @param {Call} call
 * @param {FeedForwardArgs} args
 * @returns {FeedForwardResult}
 */
export function feedForward(call, args) {
  const { x, rows, dModel, dFf = 4 * dModel, activation: name = 'gelu', ...params } = args;
  const options = call.struct({
    rows: call.count('rows', rows),
    dModel: call.count('dModel', dModel, 1),
    dFf: call.count('dFf', dFf, 1),
    activation: activationNumber(call, name),
  });
  const gated = params.wGate !== undefined && params.wGate !== null;
  const output = call.output([rows, dModel]);
  const hidden = call.output([rows, dFf]);
  const gate = call.output([gated ? rows : 0, dFf]);
  const activated = call.output([rows, dFf]);
  call.invoke('attn_feed_forward', {
    outputs: call.pointers({ output, hidden, gate, activated }),
    x: call.input('x', x, [rows, dModel]),
    params: feedForwardParams(call, params, dModel, dFf),
    options,
  });
  return {
    output: output.read(),
    hidden: hidden.read(),
    gate: gated ? gate.read() : null,
    activated: activated.read(),
  };
}

/** @param {Call} call @param {any} params @param {number} dModel @param {number} dFf */
function feedForwardParams(call, params, dModel, dFf) {
  const { w1, b1, w2, b2, wGate, bGate, ...unknown } = params;
  call.nothingElse(unknown);
  return call.struct({
    w1: call.nested('w1', w1, [dFf, dModel]).pointer,
    b1: call.optional('b1', b1, [dFf]).pointer,
    w2: call.nested('w2', w2, [dModel, dFf]).pointer,
    b2: call.optional('b2', b2, [dModel]).pointer,
    wGate: call.optional('wGate', wGate, [dFf, dModel]).pointer,
    bGate: call.optional('bGate', bGate, [dFf]).pointer,
  });
}
