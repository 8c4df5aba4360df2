// RoPE: each pair of channels of a query or key turned by its position.

import { consecutive, even, positive, wholeNumbers } from '../numbers.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */

const VARIANTS = /** @type {const} */ (['default', 'dynamic', 'yarn', 'llama3']);
export const PAIRINGS = /** @type {const} */ (['interleaved', 'halves']);

/**
 * How fast the pairs turn: base^(-2i / dim) radians per position, and what a
 * variant for longer texts makes of it.
 * @typedef {object} FrequencyOptions
 * @property {number} [base]  default 10000
 * @property {(typeof VARIANTS)[number]} [variant]  default 'default'
 * @property {number} [maxPositions]  which the params were trained for (all but default)
 * @property {number} [factor]  how much longer texts may be (all but default)
 * @property {number} [currentLength]  of the text (dynamic); default maxPositions
 * @property {number} [betaFast]  yarn: pairs that turn more often than this stay; default 32
 * @property {number} [betaSlow]  yarn: pairs that turn less often are slowed down; default 1
 * @property {number} [lowFreqFactor]  llama3: the same as betaSlow; default 1
 * @property {number} [highFreqFactor]  llama3: the same as betaFast; default 4
 */

/**
 * @param {Call} call @param {number} dim @param {FrequencyOptions} options
 * @returns {import('../call.js').Struct}
 */
function frequencyStruct(call, dim, options) {
  const { base = 10000, variant = 'default', maxPositions, factor, currentLength, betaFast = 32, betaSlow = 1, lowFreqFactor = 1, highFreqFactor = 4, ...unknown } = options; // prettier-ignore
  call.nothingElse(unknown);
  const place = call.choice('variant', variant, VARIANTS);
  const plain = variant === 'default';
  const trained = plain ? 0 : call.count('maxPositions', maxPositions, 1);
  const [first, second] =
    variant === 'yarn' ? [betaFast, betaSlow] : [lowFreqFactor, highFreqFactor];
  return call.struct(
    {
      dim: even(call, 'rotaryDim', dim),
      variant: place,
      maxPositions: trained,
      currentLength: call.count(
        'currentLength',
        currentLength === undefined ? trained : currentLength,
      ),
    },
    {
      base: positive(call, 'base', base),
      factor: plain ? 1 : call.number('factor', factor, 1),
      [variant === 'yarn' ? 'betaFast' : 'lowFreqFactor']: positive(call, 'first', first),
      [variant === 'yarn' ? 'betaSlow' : 'highFreqFactor']: positive(call, 'second', second),
    },
  );
}

/**
 * @param {Call} call
 * @param {FrequencyOptions & { dim: number }} args
 * @returns {{ frequencies: Float32Array, wavelengths: Float32Array }}  [dim / 2], in radians
 *   per position, and in positions
 */
export function ropeFrequencies(call, { dim, ...options }) {
  const pairs = even(call, 'dim', dim) / 2;
  const frequencies = call.output([pairs]);
  const wavelengths = call.output([pairs]);
  const struct = frequencyStruct(call, dim, options);
  call.invoke('attn_rope_frequencies', { frequencies, wavelengths, options: struct });
  return { frequencies: frequencies.read(), wavelengths: wavelengths.read() };
}

/**
 * The angle of each pair at each position, its cosine and its sine.
 * @param {Call} call
 * @param {FrequencyOptions & { dim: number, positions?: Numbers, seqLen?: number, first?: number }} args
 *   the positions, or first to first + seqLen - 1
 * @returns {{ angles: Float32Array, cosines: Float32Array, sines: Float32Array }}  [positions, dim / 2]
 */
export function ropeTable(call, args) {
  const { angles, cosines, sines } = tableOutputs(call, args);
  return { angles: angles.read(), cosines: cosines.read(), sines: sines.read() };
}

/**
 * The same, left in the engine's memory.
 * @param {Call} call @param {Parameters<typeof ropeTable>[1]} args
 */
export function tableOutputs(call, { dim, positions, seqLen, first = 0, ...options }) {
  const places = wholeNumbers(call, 'positions', positions ?? consecutive(call, seqLen, first));
  const shape = [places.numbers.length, even(call, 'dim', dim) / 2];
  const outputs = {
    angles: call.output(shape),
    cosines: call.output(shape),
    sines: call.output(shape),
  };
  call.invoke('attn_rope_table', {
    outputs: call.pointers(outputs),
    positions: places.input,
    count: shape[0],
    options: frequencyStruct(call, dim, options),
  });
  return { ...outputs, rows: shape[0] };
}

/**
 * @typedef {object} RopeArgs
 * @property {Numbers} x  [batch, nHeads, seqLen, headDim]
 * @property {number} [batch]  default 1
 * @property {number} [nHeads]  default 1
 * @property {number} seqLen
 * @property {number} headDim
 * @property {number} [rotaryDim]  how many channels turn, the first ones; default headDim
 * @property {(typeof PAIRINGS)[number]} [pairing]  interleaved (2i, 2i + 1), the default, or halves
 *   (i, i + rotaryDim / 2)
 * @property {Numbers} [positions]  [seqLen] or [batch, seqLen]
 * @property {number} [first]  the position of the first token where no positions are given; default 0
 * @property {Numbers} [cosines]  [rows, rotaryDim / 2]: a table in place of frequencies
 * @property {Numbers} [sines]  the same
 * @property {Numbers} [tableRows]  [batch, seqLen]: which row of that table each token has; default
 *   its own
 */

/**
 * Each pair (a, b) becomes (a cos - b sin, a sin + b cos).
 * @param {Call} call
 * @param {RopeArgs & FrequencyOptions} args
 * @returns {{ y: Float32Array, angles: Float32Array, cosines: Float32Array, sines: Float32Array }}
 *   y as x; the table that was used [rows, rotaryDim / 2] (angles empty where it was given)
 */
export function rope(call, args) {
  const { x, batch = 1, nHeads = 1, seqLen, headDim, rotaryDim = headDim, pairing = 'interleaved', tableRows, ...rest } = args; // prettier-ignore
  const sizes = {
    batch: call.count('batch', batch),
    nHeads: call.count('nHeads', nHeads),
    seqLen: call.count('seqLen', seqLen),
    headDim: call.count('headDim', headDim, 1),
    rotaryDim: even(call, 'rotaryDim', rotaryDim, headDim),
  };
  const place = call.choice('pairing', pairing, PAIRINGS);
  const table = rest.cosines ? givenTable(call, rest, rotaryDim) : countedTable(call, rest, sizes);
  const y = call.output([batch, nHeads, seqLen, headDim]);
  call.invoke('attn_rope', {
    y,
    x: call.input('x', x, [batch, nHeads, seqLen, headDim]),
    cosines: table.cosines,
    sines: table.sines,
    tableRows: rowsInput(call, tableRows, table.rows, sizes),
    options: call.struct({ ...sizes, tableRows: table.rows, pairing: place }),
  });
  const { angles, cosines, sines } = table.read();
  return { y: y.read(), angles, cosines, sines };
}

/** @param {Call} call @param {any} args @param {{ batch: number, seqLen: number, rotaryDim: number }} sizes */
function countedTable(call, args, { batch, seqLen, rotaryDim }) {
  const table = tableOutputs(call, { seqLen, dim: rotaryDim, ...args });
  if (table.rows !== seqLen && table.rows !== batch * seqLen) {
    throw call.range('positions', `expected ${seqLen} or ${batch} x ${seqLen} numbers, got ${table.rows}`); // prettier-ignore
  }
  const read = () => ({ angles: table.angles.read(), cosines: table.cosines.read(), sines: table.sines.read() }); // prettier-ignore
  return { ...table, read };
}

/** @param {Call} call @param {any} args @param {number} rotaryDim */
function givenTable(call, { cosines, sines, ...unknown }, rotaryDim) {
  call.nothingElse(unknown);
  const pairs = rotaryDim / 2;
  const rows = Math.floor((cosines.length ?? 0) / pairs);
  const inputs = {
    cosines: call.input('cosines', cosines, [rows, pairs]),
    sines: call.input('sines', sines, [rows, pairs]),
  };
  const read = () => ({
    angles: new Float32Array(0),
    cosines: Float32Array.from(cosines),
    sines: Float32Array.from(sines),
  });
  return { ...inputs, rows, read };
}

/**
 * @param {Call} call @param {any} tableRows @param {number} have
 * @param {{ batch: number, seqLen: number }} sizes
 */
function rowsInput(call, tableRows, have, { batch, seqLen }) {
  if (tableRows === undefined || tableRows === null) {
    if (have === seqLen || have === batch * seqLen) return 0;
    throw call.range('cosines', `expected ${seqLen} or ${batch} x ${seqLen} rows, got ${have}`);
  }
  const { input, numbers } = wholeNumbers(call, 'tableRows', tableRows);
  if (numbers.length !== batch * seqLen) {
    throw call.range('tableRows', `expected ${batch} x ${seqLen} = ${batch * seqLen} numbers, got ${numbers.length}`); // prettier-ignore
  }
  numbers.forEach((row, i) => call.count(`tableRows[${i}]`, row, 0, have - 1));
  return input;
}
