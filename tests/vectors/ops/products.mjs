// MatMul and Gemm of ONNX, and y = x w^T + b as everything else here calls it.
import { broadcast, commonShape, countOf, transpose, transposeLast } from '../arrays.mjs';

/** y = x w^T + b over the last axis of x. */
export function linear(engine, x, w, bias) {
  const [outDim, inDim] = w.shape;
  const lead = x.shape.slice(0, -1);
  const { y } = engine.linear({
    x: x.data,
    w: w.data,
    ...(bias ? { bias: bias.data } : {}),
    rows: countOf(lead),
    inDim,
    outDim,
  });
  return { shape: [...lead, outDim], data: y };
}

/** numpy's matmul: stacks of matrices stretch to each other; an operand of one axis is a vector. */
export function matMul(engine, { inputs: { A, B } }) {
  const a = A.shape.length === 1 ? { ...A, shape: [1, ...A.shape] } : A;
  const b = B.shape.length === 1 ? { ...B, shape: [...B.shape, 1] } : B;
  const stack = commonShape(a.shape.slice(0, -2), b.shape.slice(0, -2));
  const { shape, data } = stackedProduct(engine, a, b, stack);
  const rowAxis = A.shape.length === 1 ? [] : [shape.at(-2)];
  const columnAxis = B.shape.length === 1 ? [] : [shape.at(-1)];
  return { Y: { shape: [...stack, ...rowAxis, ...columnAxis], data } };
}

function stackedProduct(engine, a, b, stack) {
  const [rows, inner] = a.shape.slice(-2);
  const columns = b.shape.at(-1);
  if (b.shape.at(-2) !== inner) throw new RangeError(`[${a.shape}] times [${b.shape}]`);
  const left = broadcast(a, [...stack, rows, inner]).data;
  const right = transposeLast(broadcast(b, [...stack, inner, columns])).data;
  const data = new Float32Array(countOf(stack) * rows * columns);
  for (let i = 0; i < countOf(stack); i++) {
    const x = { shape: [rows, inner], data: slice(left, i, rows * inner) };
    const w = { shape: [columns, inner], data: slice(right, i, columns * inner) };
    data.set(linear(engine, x, w).data, i * rows * columns);
  }
  return { shape: [...stack, rows, columns], data };
}

const slice = (data, i, size) => data.subarray(i * size, (i + 1) * size);

/** alpha A B + beta C, either operand transposed if it says so. */
export function gemm(engine, { inputs: { A, B, C }, attributes }) {
  const { alpha = 1, beta = 1, transA = 0, transB = 0 } = attributes;
  const product = linear(
    engine,
    transA ? transpose(A, [1, 0]) : A,
    transB ? B : transpose(B, [1, 0]),
  );
  const { shape } = product;
  const c = C ? broadcast(C, shape) : { shape, data: new Float32Array(countOf(shape)) };
  return { Y: blend(engine, alpha, product, beta, c) };
}

/** alpha a + beta b, element by element: rows of two numbers times one column. */
export function blend(engine, alpha, a, beta, b) {
  const pairs = new Float32Array(2 * a.data.length);
  for (let i = 0; i < a.data.length; i++) pairs.set([a.data[i], b.data[i]], 2 * i);
  const { y } = engine.linear({
    x: pairs,
    w: [alpha, beta],
    rows: a.data.length,
    inDim: 2,
    outDim: 1,
  });
  return { shape: a.shape, data: y };
}
