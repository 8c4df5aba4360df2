// Rows taken, put in another order, or repeated.

/** Rows of each of n blocks [rows, dim], in the given order; some may be left out. */
export function gathered(array, n, rows, dim, order) {
  const result = new array.constructor(n * order.length * dim);
  for (let block = 0, to = 0; block < n; block++) {
    for (const row of order) {
      const from = (block * rows + row) * dim;
      result.set(array.subarray(from, from + dim), to);
      to += dim;
    }
  }
  return result;
}

/** Each of n blocks of this size, several times in a row. */
export function repeated(array, n, times, size) {
  const result = new array.constructor(n * times * size);
  for (let i = 0; i < n * times; i++) {
    const from = Math.floor(i / times) * size;
    result.set(array.subarray(from, from + size), i * size);
  }
  return result;
}

/** The first few rows of each of n blocks [rows, dim], or those from `first` on. */
export const slicedRows = (array, n, rows, dim, first, count) =>
  gathered(
    array,
    n,
    rows,
    dim,
    Array.from({ length: count }, (_, i) => first + i),
  );
