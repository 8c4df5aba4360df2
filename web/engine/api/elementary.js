// The elementary functions that the engine computes with.

/** @typedef {import('../call.js').Call} Call */

/** In the order of attn.h. */
const NAMES = /** @type {const} */ (['exp', 'log', 'tanh', 'erf', 'sin', 'cos']);

/**
 * y = f(x), element by element. Error bounds: c/elementary.h.
 * @param {Call} call
 * @param {{ name: 'exp' | 'log' | 'tanh' | 'erf' | 'sin' | 'cos', x: import('../call.js').Numbers }} args
 * @returns {{ y: Float32Array }}
 */
export function elementary(call, { name, x, ...unknown }) {
  call.nothingElse(unknown);
  const which = call.choice('name', name, NAMES);
  const count = x?.length ?? 0;
  const input = call.input('x', x, [count]);
  const y = call.output([count]);
  call.invoke('attn_elementary', { y, x: input, count, which });
  return { y: y.read() };
}
