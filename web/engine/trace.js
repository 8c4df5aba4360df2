// The trace of a softmax or an attention: an attn_trace of attn.h.

/** @typedef {import('./call.js').Call} Call */
/** @typedef {import('./call.js').Output<Float32Array>} FloatOutput */

/** The fields of attn_trace, in the order of its declaration. */
const FIELDS = /** @type {const} */ ([
  'rawScores',
  'scores',
  'cappedScores',
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
const BY_ROW = new Set(['rowMax', 'rowSum', 'logSumExp', 'entropy', 'entropyBits']);

/** @typedef {(typeof FIELDS)[number]} TraceField */

/**
 * Room for the wanted fields. weights is always wanted: C works in it.
 * @template {TraceField} F
 * @param {Call} call @param {readonly F[]} wanted @param {number} rows @param {number} kvLen
 */
export function traceOutputs(call, wanted, rows, kvLen) {
  const outputs = /** @type {Record<F, FloatOutput>} */ ({});
  for (const field of wanted)
    outputs[field] = call.output(BY_ROW.has(field) ? [rows] : [rows, kvLen]);
  const all = /** @type {Partial<Record<TraceField, FloatOutput>>} */ (outputs);
  const pointers = FIELDS.map((field) => [field, all[field]?.pointer ?? 0]);
  return {
    struct: call.struct(Object.fromEntries(pointers)),
    /** @returns {Record<F, Float32Array>} */
    read: () => readAll(outputs),
  };
}

/**
 * @template {string} F
 * @param {Record<F, FloatOutput>} outputs
 * @returns {Record<F, Float32Array>}
 */
export function readAll(outputs) {
  const entries = Object.entries(outputs).map(([name, output]) => [
    name,
    /** @type {FloatOutput} */ (output).read(),
  ]);
  return Object.fromEntries(entries);
}
