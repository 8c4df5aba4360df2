// Positions that are added to the tokens or to the scores: sinusoids, learned
// vectors, ALiBi.

import { INT32_MAX, consecutive, even, positive, wholeNumbers } from '../numbers.js';
import { rope } from './rope.js';
import { maxDifference } from './tiles.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */

/**
 * @typedef {object} SinusoidalArgs
 * @property {number} seqLen
 * @property {number} dModel  where it is odd, the last channel is a sine without its cosine
 * @property {number} [base]  default 10000
 * @property {number} [first]  the position of the first row; default 0
 */

/**
 * PE(t, 2i) = sin(t / base^(2i / dModel)), PE(t, 2i + 1) = cos(the same)
 * (Vaswani et al. 2017).
 * @param {Call} call
 * @param {SinusoidalArgs} args
 * @returns {{ pe: Float32Array }}  [seqLen, dModel]
 */
export function sinusoidal(call, { seqLen, dModel, base = 10000, first = 0, ...unknown }) {
  call.nothingElse(unknown);
  call.count('seqLen', seqLen);
  call.count('dModel', dModel, 1);
  call.count('first', first, -INT32_MAX, INT32_MAX);
  positive(call, 'base', base);
  const pe = call.output([seqLen, dModel]);
  call.invoke('attn_sinusoidal', { pe, seqLen, dModel, base, first });
  return { pe: pe.read() };
}

/**
 * The dot product of each position's vector with each other's.
 * @param {Call} call
 * @param {SinusoidalArgs & { vectors?: Numbers }} args  vectors [seqLen, dModel] in place of sinusoids
 * @returns {{ similarity: Float32Array }}  [seqLen, seqLen]
 */
export function positionSimilarity(call, { vectors, ...rest }) {
  const { seqLen, dModel, ...unknown } = rest;
  if (vectors !== undefined) call.nothingElse(unknown);
  const rows = vectors === undefined ? sinusoidal(call, rest).pe : vectors;
  const x = call.input('vectors', rows, [call.count('seqLen', seqLen), call.count('dModel', dModel, 1)]); // prettier-ignore
  const similarity = call.output([seqLen, seqLen]);
  call.invoke('attn_linear', {
    similarity,
    vectors: x,
    w: x,
    bias: 0,
    rows: seqLen,
    dModel,
    seqLen,
  });
  return { similarity: similarity.read() };
}

/**
 * @typedef {object} RotationCheck
 * @property {Float32Array} rotated  [seqLen, dModel] PE(t), each pair turned by its angle
 * @property {Float32Array} shifted  [seqLen, dModel] PE(t + delta)
 * @property {number} maxDifference  between the two
 * @property {Float32Array} angles  [dModel / 2] of the turn: delta times each pair's frequency
 * @property {Float32Array} cosines  [dModel / 2]
 * @property {Float32Array} sines  [dModel / 2]
 */

/**
 * For a fixed offset delta, PE(t + delta) is a rotation of PE(t), pair by pair,
 * whatever t is. Here it is done, and compared.
 * @param {Call} call
 * @param {SinusoidalArgs & { delta: number }} args  dModel even
 * @returns {RotationCheck}
 */
export function rotationCheck(call, args) {
  const { seqLen, dModel, base = 10000, first = 0, delta, ...unknown } = args;
  call.nothingElse(unknown);
  call.count('delta', delta, -INT32_MAX, INT32_MAX);
  even(call, 'dModel', dModel); // a turn needs both channels of a pair
  const { pe } = sinusoidal(call, { seqLen, dModel, base, first });
  const { pe: shifted } = sinusoidal(call, { seqLen, dModel, base, first: first + delta });
  // The pair is (sin, cos): a step forwards turns it the other way round than (cos, sin).
  const turned = rope(call, { x: pe, seqLen, headDim: dModel, base, positions: Array(seqLen).fill(-delta) }); // prettier-ignore
  const pairs = dModel / 2;
  return {
    rotated: turned.y,
    shifted,
    maxDifference: maxDifference(call, { a: turned.y, b: shifted }).maxDifference,
    angles: turned.angles.slice(0, pairs).map((angle) => 0 - angle),
    cosines: turned.cosines.slice(0, pairs),
    sines: turned.sines.slice(0, pairs).map((sine) => 0 - sine),
  };
}

/**
 * Rows of a table by their numbers: the vectors of tokens.
 * @param {Call} call
 * @param {{ table: Numbers, rows: number, dim: number, ids: Numbers }} args  table [rows, dim]
 * @returns {{ vectors: Float32Array }}  [ids.length, dim]
 */
export function embed(call, { table, rows, dim, ids, ...unknown }) {
  call.nothingElse(unknown);
  call.count('rows', rows);
  call.count('dim', dim, 1);
  return { vectors: gather(call, { table, rows, dim, ids, idsName: 'ids' }).read() };
}

/**
 * @param {Call} call
 * @param {{ table: unknown, rows: number, dim: number, ids: unknown, idsName: string, tableName?: string }} args
 */
export function gather(call, { table, rows, dim, ids, idsName, tableName = 'table' }) {
  const wanted = wholeNumbers(call, idsName, ids);
  wanted.numbers.forEach((id, i) => {
    if (id >= 0 && id < rows) return;
    const have = `which has ${rows} rows (0 to ${rows - 1})`;
    throw call.range(idsName, `${id}, at place ${i}, is past the end of the table, ${have}`);
  });
  const vectors = call.output([wanted.numbers.length, dim]);
  call.invoke('attn_gather', {
    vectors,
    [tableName]: call.input(tableName, table, [rows, dim]),
    [idsName]: wanted.input,
    count: wanted.numbers.length,
    rows,
    dim,
  });
  return vectors;
}

/**
 * The learned vectors of positions. Past the end of the table there are none,
 * and that is an error.
 * @param {Call} call
 * @param {{ table: Numbers, rows: number, dModel: number, positions?: Numbers, seqLen?: number, first?: number }} args
 *   table [rows, dModel]; the positions, or first to first + seqLen - 1
 * @returns {{ vectors: Float32Array }}  [seqLen, dModel]
 */
export function learnedPositions(call, args) {
  const { table, rows, dModel, positions, seqLen, first = 0, ...unknown } = args;
  call.nothingElse(unknown);
  call.count('rows', rows);
  call.count('dModel', dModel, 1);
  const ids = positions ?? consecutive(call, seqLen, first);
  return { vectors: gather(call, { table, rows, dim: dModel, ids, idsName: 'positions' }).read() };
}

/**
 * ALiBi's slopes for any number of heads (Press et al. 2022): a power of two gets
 * a geometric series; other counts the series of the next lower power, then every
 * second slope of the next higher one.
 * @param {Call} call
 * @param {{ nHeads: number }} args
 * @returns {{ slopes: Float32Array }}  [nHeads]
 */
export function alibiSlopes(call, { nHeads, ...unknown }) {
  call.nothingElse(unknown);
  const slopes = call.output([call.count('nHeads', nHeads)]);
  call.invoke('attn_alibi_slopes', { slopes, nHeads });
  return { slopes: slopes.read() };
}

/**
 * -slope |i + offset - j|, to be added to the scores.
 * @param {Call} call
 * @param {{ nHeads: number, seqLen: number, kvLen?: number, offset?: number, slopes?: Numbers }} args
 *   offset: which key the first query stands at; default kvLen - seqLen. slopes [nHeads];
 *   default the authors'
 * @returns {{ mask: Float32Array, slopes: Float32Array }}  mask [nHeads, seqLen, kvLen]
 */
export function alibiMask(call, args) {
  const { nHeads, seqLen, kvLen = seqLen, offset = kvLen - seqLen, slopes, ...unknown } = args;
  call.nothingElse(unknown);
  const used = slopes ?? alibiSlopes(call, { nHeads }).slopes;
  const sizes = {
    nHeads: call.count('nHeads', nHeads),
    seqLen: call.count('seqLen', seqLen),
    kvLen: call.count('kvLen', kvLen),
    offset: call.count('offset', offset, -INT32_MAX, INT32_MAX),
  };
  const mask = call.output([nHeads, seqLen, kvLen]);
  call.invoke('attn_alibi_mask', { mask, slopes: call.input('slopes', used, [nHeads]), ...sizes });
  return { mask: mask.read(), slopes: Float32Array.from(used) };
}
