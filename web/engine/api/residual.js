// The residual stream: sums, and norms of rows; and heads that are averaged.

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */

/**
 * x + update
 * @param {Call} call
 * @param {{ x: Numbers, update: Numbers }} args  of one length
 * @returns {{ sum: Float32Array }}
 */
export function residual(call, { x, update, ...unknown }) {
  call.nothingElse(unknown);
  const count = x?.length ?? 0;
  const sum = call.output([count]);
  call.invoke('attn_residual', {
    sum,
    x: call.input('x', x, [count]),
    update: call.input('update', update, [count]),
    count,
  });
  return { sum: sum.read() };
}

/**
 * The length of each row.
 * @param {Call} call
 * @param {{ x: Numbers, rows: number, dim: number }} args  x [rows, dim]
 * @returns {{ norms: Float32Array }}  [rows]
 */
export function rowNorms(call, { x, rows, dim, ...unknown }) {
  call.nothingElse(unknown);
  call.count('rows', rows);
  call.count('dim', dim);
  const norms = call.output([rows]);
  call.invoke('attn_row_norms', { norms, x: call.input('x', x, [rows, dim]), rows, dim });
  return { norms: norms.read() };
}

/**
 * @typedef {object} GroupHeadsArgs
 * @property {Numbers} wK  [nKvHeads * headDim, contextDim]
 * @property {Numbers} wV  [nKvHeads * vHeadDim, contextDim]
 * @property {Numbers | null} [bK]
 * @property {Numbers | null} [bV]
 * @property {number} nKvHeads
 * @property {number} groups  a divisor of nKvHeads: how many KV heads are left
 * @property {number} headDim
 * @property {number} [vHeadDim]  default headDim
 * @property {number} contextDim
 */

/**
 * The K and V heads of params made fewer: neighbouring heads form a group and are
 * averaged (Ainslie et al. 2023).
 * @param {Call} call
 * @param {GroupHeadsArgs} args
 * @returns {{ wK: Float32Array, wV: Float32Array, bK: Float32Array | null, bV: Float32Array | null }}
 */
export function groupHeads(call, args) {
  const { wK, wV, bK = null, bV = null, nKvHeads, groups, headDim, vHeadDim = headDim, contextDim, ...unknown } = args; // prettier-ignore
  call.nothingElse(unknown);
  call.count('nKvHeads', nKvHeads, 1);
  call.count('groups', groups, 1);
  call.count('headDim', headDim, 1);
  call.count('vHeadDim', vHeadDim, 1);
  call.count('contextDim', contextDim, 1);
  if (nKvHeads % groups !== 0) {
    throw call.range('groups', `expected a divisor of nKvHeads = ${nKvHeads}, got ${groups}`);
  }
  const heads = { nKvHeads, groups };
  return {
    wK: grouped(call, 'wK', wK, heads, headDim * contextDim),
    wV: grouped(call, 'wV', wV, heads, vHeadDim * contextDim),
    bK: bK && grouped(call, 'bK', bK, heads, headDim),
    bV: bV && grouped(call, 'bV', bV, heads, vHeadDim),
  };
}

/**
 * @param {Call} call @param {string} name @param {Numbers} data
 * @param {{ nKvHeads: number, groups: number }} heads @param {number} size  elements a head
 */
function grouped(call, name, data, { nKvHeads, groups }, size) {
  const output = call.output([groups, size]);
  call.invoke('attn_group_heads', {
    output,
    [name]: call.input(name, data, [nKvHeads, size]),
    nKvHeads,
    groups,
    size,
  });
  return output.read();
}
