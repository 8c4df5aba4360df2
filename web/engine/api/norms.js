// Norms: LayerNorm and RMSNorm of each row.

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */

/**
 * @typedef {object} NormArgs
 * @property {Numbers} x  [rows, dim]
 * @property {Numbers | null} [scale]  [dim]; default 1
 * @property {number} rows
 * @property {number} dim
 * @property {number} [eps]  default 1e-5
 */

/** @param {Call} call @param {number} rows @param {number} dim @param {number} eps */
function normOptions(call, rows, dim, eps) {
  return call.struct(
    { rows: call.count('rows', rows), dim: call.count('dim', dim, 1) },
    { eps: call.number('eps', eps, 0) },
  );
}

/**
 * y = (x - mean) / sqrt(variance + eps) * scale + bias, row by row.
 * @param {Call} call
 * @param {NormArgs & { bias?: Numbers | null }} args
 * @returns {{ y: Float32Array, mean: Float32Array, invDeviation: Float32Array }}
 *   y [rows, dim]; the mean and 1 / sqrt(variance + eps) of each row
 */
export function layerNorm(call, { x, scale, bias, rows, dim, eps = 1e-5, ...unknown }) {
  call.nothingElse(unknown);
  const options = normOptions(call, rows, dim, eps);
  const y = call.output([rows, dim]);
  const mean = call.output([rows]);
  const invDeviation = call.output([rows]);
  call.invoke('attn_layer_norm', {
    y,
    mean,
    invDeviation,
    x: call.input('x', x, [rows, dim]),
    scale: call.optional('scale', scale, [dim]),
    bias: call.optional('bias', bias, [dim]),
    options,
  });
  return { y: y.read(), mean: mean.read(), invDeviation: invDeviation.read() };
}

/**
 * y = x / sqrt(mean of x^2 + eps) * scale, row by row.
 * @param {Call} call
 * @param {NormArgs} args
 * @returns {{ y: Float32Array, invRootMeanSquare: Float32Array }}
 */
export function rmsNorm(call, { x, scale, rows, dim, eps = 1e-5, ...unknown }) {
  call.nothingElse(unknown);
  const options = normOptions(call, rows, dim, eps);
  const y = call.output([rows, dim]);
  const invRootMeanSquare = call.output([rows]);
  call.invoke('attn_rms_norm', {
    y,
    invRootMeanSquare,
    x: call.input('x', x, [rows, dim]),
    scale: call.optional('scale', scale, [dim]),
    options,
  });
  return { y: y.read(), invRootMeanSquare: invRootMeanSquare.read() };
}
