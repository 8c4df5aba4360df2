// Masks, as every function that masks takes them.

/**
 * Which keys a query may read; the parts combine, any of them forbids.
 * @typedef {object} MaskOptions
 * @property {boolean} [causal]  only keys up to the query's own place (default false)
 * @property {'top-left' | 'bottom-right' | 'lengths'} [align]  where the diagonal stands: query 0
 *   at key 0, the last query at the last key (default), or at the last key that counts
 * @property {number} [causalOffset]  the diagonal given outright: query i stands at key i + offset
 * @property {number} [window]  only keys nearer than this to the query's place, itself included
 * @property {ArrayLike<number>} [kvLengths]  [batch]: keys from there on are padding
 * @property {ArrayLike<number | boolean>} [allow]  0 forbids
 * @property {readonly number[]} [allowShape]  up to [batch, nHeads, seqLen, kvLen], each the full
 *   size or 1; leading ones may be left out (default [seqLen, kvLen])
 * @property {ArrayLike<number>} [mask]  added to the scores: finite, or -Infinity to forbid
 * @property {readonly number[]} [maskShape]  as allowShape
 */

/** @typedef {{ batch: number, nHeads: number, seqLen: number, kvLen: number }} Extent */
/** @typedef {import('./call.js').Call} Call */

const ALIGNMENTS = /** @type {const} */ (['top-left', 'bottom-right', 'lengths']);
const ALIGN_OFFSET = 3;
const NONE = { pointer: 0, shape: /** @type {number[]} */ ([]) };
const INT32_MAX = 0x7fffffff;

/**
 * Packs an attn_mask; refuses what is no mask option.
 * @param {Call} call @param {MaskOptions} options @param {Extent} extent
 * @returns {import('./call.js').Input}
 */
export function maskOptions(call, options, extent) {
  const {
    causal = false,
    align = 'bottom-right',
    causalOffset,
    window,
    kvLengths,
    allow,
    allowShape,
    mask,
    maskShape,
    ...unknown
  } = options;
  call.nothingElse(unknown);
  const isCausal = call.flag('causal', causal);
  const keys = window === undefined ? 0 : call.count('window', window, 1);
  const diagonal = alignment(call, align, causalOffset, kvLengths);
  const lengths = lengthsInput(call, kvLengths, extent);
  const allowed = spread(call, 'allow', booleans(allow), allowShape, extent, Uint8Array);
  const additive = spread(call, 'mask', mask, maskShape, extent, Float32Array);
  if (!isCausal && !keys && !kvLengths && !allow && !mask) return NONE;
  const { pointer } = call.struct({
    kvLengths: lengths.pointer,
    allow: allowed.pointer,
    mask: additive.pointer,
    ...named('allowStride', allowed.strides),
    ...named('maskStride', additive.strides),
    causal: Number(isCausal),
    ...diagonal,
    window: keys,
  });
  return { pointer, shape: additive.shape };
}

/** @param {Call} call @param {Extent} extent */
export function extentStruct(call, { batch, nHeads, seqLen, kvLen }) {
  return call.struct({ batch, nHeads, seqLen, kvLen });
}

/**
 * @param {Call} call @param {unknown} align @param {unknown} causalOffset @param {unknown} kvLengths
 * @returns {{ align: number, causalOffset: number }}
 */
function alignment(call, align, causalOffset, kvLengths) {
  const place = call.choice('align', align, ALIGNMENTS);
  if (causalOffset !== undefined) {
    const offset = call.count('causalOffset', causalOffset, -INT32_MAX, INT32_MAX);
    return { align: ALIGN_OFFSET, causalOffset: offset };
  }
  if (align === 'lengths' && !kvLengths) throw call.range('align', 'lengths needs kvLengths');
  return { align: place, causalOffset: 0 };
}

/** @param {Call} call @param {any} kvLengths @param {Extent} extent */
function lengthsInput(call, kvLengths, { batch, kvLen }) {
  if (kvLengths === undefined || kvLengths === null) return NONE;
  const input = call.input('kvLengths', kvLengths, [batch], Int32Array);
  for (let b = 0; b < batch; b++) call.count(`kvLengths[${b}]`, kvLengths[b], 0, kvLen);
  return input;
}

/** @param {any} allow  booleans become 0 and 1 */
function booleans(allow) {
  return Array.isArray(allow)
    ? allow.map((one) => (typeof one === 'boolean' ? Number(one) : one))
    : allow;
}

/**
 * Copies a part of the mask in and says with which strides it is read.
 * @param {Call} call @param {string} name @param {any} data @param {readonly number[] | undefined} given
 * @param {Extent} extent @param {Uint8ArrayConstructor | Float32ArrayConstructor} Type
 */
function spread(call, name, data, given, { batch, nHeads, seqLen, kvLen }, Type) {
  const full = [batch, nHeads, seqLen, kvLen];
  const shape = given ?? [seqLen, kvLen];
  if (data === undefined || data === null) {
    if (given !== undefined) throw call.range(`${name}Shape`, `given without ${name}`);
    return { ...NONE, strides: [0, 0, 0, 0] };
  }
  checkShape(call, `${name}Shape`, shape, full);
  const input = call.input(name, data, shape, Type);
  return { ...input, strides: strides(shape) };
}

/**
 * @param {Call} call @param {string} name @param {any} shape @param {readonly number[]} full
 */
function checkShape(call, name, shape, full) {
  const fits =
    Array.isArray(shape) &&
    shape.length <= full.length &&
    shape.every((size, i) => size === 1 || size === full[full.length - shape.length + i]);
  if (fits) return;
  const got = Array.isArray(shape) ? shape.join(' x ') : String(shape);
  throw call.range(name, `expected ${full.join(' x ')}, each of them or 1, got ${got}`);
}

/** @param {readonly number[]} shape @returns {number[]} four; 0 where all share one */
function strides(shape) {
  const result = [0, 0, 0, 0];
  let step = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    result[4 - shape.length + i] = shape[i] === 1 ? 0 : step;
    step *= shape[i];
  }
  return result;
}

/** @param {string} name @param {number[]} values @returns {Record<string, number>} */
function named(name, values) {
  return Object.fromEntries(values.map((value, i) => [`${name}${i}`, value]));
}
