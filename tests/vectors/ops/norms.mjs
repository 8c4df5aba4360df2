// LayerNorm and RMSNorm over the axes from one on to the last.
import { axisOf, broadcast, countOf } from '../arrays.mjs';

export function layerNormalization(engine, { inputs: { X, Scale, B }, attributes }) {
  const { rows, ...shapes } = rowsFrom(X, attributes.axis);
  const eps = attributes.epsilon ?? 1e-5;
  const parts = perRow(X, rows, shapes.dim, Scale, B).map((part) =>
    engine.layerNorm({ ...part, dim: shapes.dim, eps }),
  );
  return {
    Y: { shape: X.shape, data: joined(parts, 'y') },
    Mean: { shape: shapes.reduced, data: joined(parts, 'mean') },
    InvStdDev: { shape: shapes.reduced, data: joined(parts, 'invDeviation') },
  };
}

export function rmsNormalization(engine, { inputs: { X, scale }, attributes }) {
  const { rows, dim } = rowsFrom(X, attributes.axis);
  const eps = attributes.epsilon ?? 1e-5;
  const parts = perRow(X, rows, dim, scale).map((part) => engine.rmsNorm({ ...part, dim, eps }));
  return { Y: { shape: X.shape, data: joined(parts, 'y') } };
}

/** What is normalised together is one row of the engine. */
function rowsFrom({ shape }, axis = -1) {
  const first = axisOf(axis, shape.length);
  const reduced = shape.map((size, i) => (i < first ? size : 1));
  return { rows: countOf(shape.slice(0, first)), dim: countOf(shape.slice(first)), reduced };
}

// A scale for each element of a row serves all rows. One that differs from row to row, which ONNX
// allows as well, takes a call for each.
function perRow(X, rows, dim, scale, bias) {
  const [scales, biases] = [scale, bias].map((param) => param && broadcast(param, X.shape).data);
  const isShared = [scale, bias].every((param) => !param || repeats(param, X.shape, dim));
  const count = isShared ? 1 : rows;
  const size = isShared ? rows : 1;
  return Array.from({ length: count }, (_, i) => ({
    x: X.data.subarray(i * size * dim, (i + 1) * size * dim),
    rows: size,
    ...(scales ? { scale: scales.subarray(i * dim, (i + 1) * dim) } : {}),
    ...(biases ? { bias: biases.subarray(i * dim, (i + 1) * dim) } : {}),
  }));
}

// Whether a param stretched to the shape of X is the same for each row of dim elements.
function repeats({ shape }, full, dim) {
  const padded = [...full.slice(shape.length).map(() => 1), ...shape];
  let inner = 1;
  let axis = full.length;
  while (inner < dim) inner *= full[--axis];
  return padded.slice(0, axis).every((size) => size === 1);
}

function joined(parts, name) {
  const arrays = parts.map((part) => part[name]);
  const result = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    result.set(array, at);
    at += array.length;
  }
  return result;
}

/** x.LayerNorm, and the forward half of LayerNormBackward. */
export function plainLayerNorm(engine, { inputs, attributes }) {
  const { x, gamma, beta } = inputs;
  const [rows, dim] = [countOf(x.shape.slice(0, -1)), x.shape.at(-1)];
  const params = { scale: gamma?.data, bias: beta?.data };
  const { y } = engine.layerNorm({ x: x.data, ...params, rows, dim, eps: attributes.eps ?? 1e-5 });
  return { y: { shape: x.shape, data: y } };
}
