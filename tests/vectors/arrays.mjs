// Arrays: everything that puts numbers into another order and computes none.

export const countOf = (shape) => shape.reduce((product, size) => product * size, 1);

/** Row-major steps of a shape: how far apart two neighbours along each axis are. */
export function stridesOf(shape) {
  const strides = new Array(shape.length);
  for (let axis = shape.length - 1, step = 1; axis >= 0; axis--) {
    strides[axis] = step;
    step *= shape[axis];
  }
  return strides;
}

/** -1 is the last axis. */
export function axisOf(axis, rank) {
  const positive = axis < 0 ? axis + rank : axis;
  if (!(positive >= 0 && positive < rank)) throw new RangeError(`axis ${axis} of ${rank} axes`);
  return positive;
}

/** The array with its axes in another order: new axis i is the old axis order[i]. */
export function transpose({ shape, data }, order) {
  const steps = stridesOf(shape);
  return gather(
    data,
    order.map((axis) => shape[axis]),
    order.map((axis) => steps[axis]),
  );
}

/** The last two axes swapped. */
export function transposeLast(tensor) {
  const order = tensor.shape.map((_, axis) => axis);
  order.push(...order.splice(-2).reverse());
  return transpose(tensor, order);
}

/** Stretched to a larger shape, aligned at the last axis, as numpy does. */
export function broadcast({ shape, data }, target) {
  const missing = target.length - shape.length;
  if (missing < 0) throw new RangeError(`[${shape}] has more axes than [${target}]`);
  const steps = stridesOf(shape);
  const strides = target.map((size, axis) => {
    if (axis < missing) return 0;
    const own = shape[axis - missing];
    if (own !== size && own !== 1) throw new RangeError(`[${shape}] does not fit [${target}]`);
    return own === 1 ? 0 : steps[axis - missing];
  });
  return gather(data, target, strides);
}

/** The shape that two shapes stretch to. */
export function commonShape(a, b) {
  const rank = Math.max(a.length, b.length);
  const size = (shape, axis) => shape[axis - rank + shape.length] ?? 1;
  return Array.from({ length: rank }, (_, axis) => {
    const [m, n] = [size(a, axis), size(b, axis)];
    if (m !== n && m !== 1 && n !== 1) throw new RangeError(`[${a}] and [${b}] do not fit`);
    return m === 1 ? n : m;
  });
}

/** element (i, j, ...) = data[i strides[0] + j strides[1] + ...] */
function gather(data, shape, strides) {
  const result = new data.constructor(countOf(shape));
  const place = shape.map(() => 0);
  for (let i = 0, from = 0; i < result.length; i++) {
    result[i] = data[from];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      from += strides[axis];
      if (++place[axis] < shape[axis]) break;
      from -= shape[axis] * strides[axis];
      place[axis] = 0;
    }
  }
  return { shape, data: result };
}

/** One array after the other along an axis. */
export function concat(a, b, axis) {
  const shape = a.shape.map((size, i) => (i === axis ? size + b.shape[i] : size));
  const blockOf = (tensor) => countOf(tensor.shape.slice(axis));
  const [fromA, fromB] = [blockOf(a), blockOf(b)];
  const data = new a.data.constructor(countOf(shape));
  for (let i = 0, to = 0; i < countOf(shape.slice(0, axis)); i++) {
    data.set(a.data.subarray(i * fromA, (i + 1) * fromA), to);
    data.set(b.data.subarray(i * fromB, (i + 1) * fromB), to + fromA);
    to += fromA + fromB;
  }
  return { shape, data };
}

/** Filled up along the last axis with one value. */
export function padLast(tensor, width, value) {
  const missing = width - tensor.shape.at(-1);
  if (missing <= 0) return tensor;
  const shape = [...tensor.shape.slice(0, -1), missing];
  const data = new tensor.data.constructor(countOf(shape)).fill(value);
  return concat(tensor, { shape, data }, shape.length - 1);
}

/** [batch, seq, heads * dim] to [batch, heads, seq, dim]. */
export function splitHeads({ shape: [batch, seqLen, width], data }, nHeads) {
  return transpose({ shape: [batch, seqLen, nHeads, width / nHeads], data }, [0, 2, 1, 3]);
}

/** [batch, heads, seq, dim] to [batch, seq, heads * dim]. */
export function joinHeads(tensor) {
  const [batch, nHeads, seqLen, dim] = tensor.shape;
  const { data } = transpose(tensor, [0, 2, 1, 3]);
  return { shape: [batch, seqLen, nHeads * dim], data };
}

/** Part i of n equal parts along the first axis. */
export function part({ shape, data }, i, n) {
  const rows = shape[0] / n;
  const size = data.length / n;
  return { shape: [rows, ...shape.slice(1)], data: data.slice(i * size, (i + 1) * size) };
}
