// Softmax: weights from scores, and the gradient of the one by the other.

import { extentStruct, maskOptions } from '../mask-options.js';
import { traceOutputs } from '../trace.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */
/** @typedef {import('../mask-options.js').MaskOptions} MaskOptions */

const SOFTMAX_TRACE = /** @type {const} */ ([
  'scores',
  'maskedScores',
  'rowMax',
  'exponentials',
  'rowSum',
  'weights',
  'logSumExp',
  'entropy',
  'entropyBits',
  'gradientTerms',
]);

/**
 * @typedef {object} SoftmaxArgs
 * @property {Numbers} scores  [rows, cols]; infinities allowed, NaN not
 * @property {number} [rows]  default 1
 * @property {number} cols
 * @property {number | Numbers} [temperature]  0 to Infinity, for all rows or one a row; default 1
 * @property {number} [batch]  rows = batch * nHeads * seqLen; default 1
 * @property {number} [nHeads]  default 1
 */

/**
 * @typedef {object} SoftmaxResult
 * @property {Float32Array} scaled  [rows, cols] scores / temperature; at temperature 0 its limit:
 *   0 for the largest, -Infinity for the others
 * @property {Float32Array} masked  [rows, cols] the same with the mask added
 * @property {Float32Array} rowMax  [rows] the largest masked score
 * @property {Float32Array} exponentials  [rows, cols] exp(masked - rowMax)
 * @property {Float32Array} rowSum  [rows] the sum of the exponentials
 * @property {Float32Array} weights  [rows, cols] exponentials / rowSum
 * @property {Float32Array} logSumExp  [rows] rowMax + ln(rowSum)
 * @property {Float32Array} entropy  [rows] in nats
 * @property {Float32Array} entropyBits  [rows] in bits
 * @property {Float32Array} gradientTerms  [rows, cols] w (1 - w)
 */

/**
 * weights = softmax(scores / temperature + mask), row by row, with all its steps.
 * A row with no allowed key has weights 0 and entropy 0.
 * @param {Call} call
 * @param {SoftmaxArgs & MaskOptions} args
 * @returns {SoftmaxResult}
 */
export function softmax(call, args) {
  const { scores, rows = 1, cols, temperature = 1, batch = 1, nHeads = 1, ...mask } = args;
  const extent = rowsExtent(call, rows, cols, batch, nHeads);
  const trace = traceOutputs(call, SOFTMAX_TRACE, rows, cols);
  call.invoke('attn_softmax', {
    trace: trace.struct,
    scores: call.input('scores', scores, [rows, cols]),
    temperature: call.input('temperature', temperatures(call, temperature, rows), [rows]),
    extent: extentStruct(call, extent),
    mask: maskOptions(call, mask, extent),
  });
  const { scores: scaled, maskedScores: masked, ...rest } = trace.read();
  return { scaled, masked, ...rest };
}

/**
 * The wrong way to mask, for teaching: forbidden weights are set to 0 after the
 * softmax, and the rows no longer sum to 1.
 * @param {Call} call
 * @param {{ weights: Numbers, rows: number, cols: number, batch?: number, nHeads?: number } & MaskOptions} args
 * @returns {{ weights: Float32Array, rowSum: Float32Array }}
 */
export function zeroAfterSoftmax(call, args) {
  const { weights, rows, cols, batch = 1, nHeads = 1, ...mask } = args;
  const extent = rowsExtent(call, rows, cols, batch, nHeads);
  const left = call.output([rows, cols]);
  const rowSum = call.output([rows]);
  call.invoke('attn_zero_after_softmax', {
    left,
    rowSum,
    weights: call.input('weights', weights, [rows, cols]),
    extent: extentStruct(call, extent),
    mask: maskOptions(call, mask, extent),
  });
  return { weights: left.read(), rowSum: rowSum.read() };
}

/**
 * The mask itself: -Infinity where forbidden, else the additive part, else 0.
 * @param {Call} call
 * @param {{ seqLen: number, kvLen?: number, batch?: number, nHeads?: number } & MaskOptions} args
 * @returns {{ mask: Float32Array }}  [batch, nHeads, seqLen, kvLen]
 */
export function maskMatrix(call, args) {
  const { seqLen, kvLen = seqLen, batch = 1, nHeads = 1, ...mask } = args;
  const extent = {
    batch: call.count('batch', batch),
    nHeads: call.count('nHeads', nHeads),
    seqLen: call.count('seqLen', seqLen),
    kvLen: call.count('kvLen', kvLen),
  };
  const values = call.output([batch, nHeads, seqLen, kvLen]);
  call.invoke('attn_mask_matrix', {
    values,
    extent: extentStruct(call, extent),
    mask: maskOptions(call, mask, extent),
  });
  return { mask: values.read() };
}

/**
 * d weights_i / d scores_j = w_i (delta_ij - w_j) of one row, temperature 1.
 * @param {Call} call
 * @param {{ weights: Numbers }} args  [n]
 * @returns {{ jacobian: Float32Array }}  [n, n]
 */
export function softmaxJacobian(call, { weights, ...unknown }) {
  call.nothingElse(unknown);
  const n = weights?.length ?? 0;
  const input = call.input('weights', weights, [n]);
  const jacobian = call.output([n, n]);
  call.invoke('attn_softmax_jacobian', { jacobian, weights: input, n });
  return { jacobian: jacobian.read() };
}

/**
 * The gradient by the scores, from the gradient by the weights.
 * @param {Call} call
 * @param {{ weights: Numbers, gradWeights: Numbers, rows: number, cols: number, temperature?: number }} args
 *   [rows, cols] both
 * @returns {{ gradScores: Float32Array }}  [rows, cols]; 0 at temperature 0 and Infinity
 */
export function softmaxBackward(call, args) {
  const { weights, gradWeights, rows, cols, temperature = 1, ...unknown } = args;
  call.nothingElse(unknown);
  checkRows(call, rows, cols);
  const gradScores = call.output([rows, cols]);
  call.invoke('attn_softmax_backward', {
    gradScores,
    weights: call.input('weights', weights, [rows, cols]),
    gradWeights: call.input('gradWeights', gradWeights, [rows, cols]),
    rows,
    cols,
    temperature: call.number('temperature', temperature, 0, Infinity),
  });
  return { gradScores: gradScores.read() };
}

/** @param {Call} call @param {number} rows @param {number} cols */
function checkRows(call, rows, cols) {
  call.count('rows', rows);
  call.count('cols', cols);
}

/**
 * Rows as [batch, nHeads, seqLen], for masks that differ between heads.
 * @param {Call} call @param {number} rows @param {number} cols
 * @param {number} batch @param {number} nHeads
 */
function rowsExtent(call, rows, cols, batch, nHeads) {
  checkRows(call, rows, cols);
  const heads = call.count('batch', batch, 1) * call.count('nHeads', nHeads, 1);
  if (rows % heads !== 0) {
    throw call.range('rows', `expected a multiple of batch * nHeads = ${heads}, got ${rows}`);
  }
  return { batch, nHeads, seqLen: rows / heads, kvLen: cols };
}

/** @param {Call} call @param {unknown} temperature @param {number} rows */
function temperatures(call, temperature, rows) {
  if (typeof temperature !== 'number') return temperature;
  return new Float32Array(rows).fill(call.number('temperature', temperature, 0, Infinity));
}

/**
 * ln softmax(scores), row by row: right also where the weight itself is too small for a number.
 * @param {Call} call
 * @param {{ scores: Numbers, rows?: number, cols: number }} args  [rows, cols]; infinities allowed
 * @returns {{ logWeights: Float32Array }}  [rows, cols]
 */
export function logSoftmax(call, { scores, rows = 1, cols, ...unknown }) {
  call.nothingElse(unknown);
  call.count('rows', rows);
  call.count('cols', cols);
  const logWeights = call.output([rows, cols]);
  const input = call.input('scores', scores, [rows, cols]);
  call.invoke('attn_log_softmax', { logWeights, scores: input, rows, cols });
  return { logWeights: logWeights.read() };
}

/**
 * The cross-entropy -ln softmax(logits)[target] of each row, in nats, and their mean.
 * @param {Call} call
 * @param {{ logits: Numbers, targets: ArrayLike<number>, rows?: number, cols: number }} args
 *   logits [rows, cols], targets [rows] from 0 to cols - 1
 * @returns {{ losses: Float32Array, loss: number }}
 */
export function crossEntropy(call, { logits, targets, rows = 1, cols, ...unknown }) {
  call.nothingElse(unknown);
  call.count('rows', rows);
  call.count('cols', cols);
  const losses = call.output([rows]);
  const loss = call.output([1]);
  const rightOnes = call.input('targets', targets, [rows], Int32Array);
  for (let i = 0; i < rows; i++) call.count(`targets[${i}]`, targets[i], 0, cols - 1);
  call.invoke('attn_cross_entropy', {
    losses,
    loss,
    logits: call.input('logits', logits, [rows, cols]),
    targets: rightOnes,
    rows,
    cols,
  });
  return { losses: losses.read(), loss: loss.read()[0] };
}
