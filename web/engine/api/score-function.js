// Score functions: how a query is compared with the keys.

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */

const KINDS = /** @type {const} */ (['additive', 'dot', 'general', 'concat']);

/**
 * @typedef {object} ScoreFunctionArgs
 * @property {(typeof KINDS)[number]} kind
 *   additive v^T tanh(W q + U k), dot q^T k, general q^T W k, concat v^T tanh(W [q; k])
 * @property {Numbers} queries  [rows, queryDim]
 * @property {Numbers} keys  [count, keyDim]
 * @property {Numbers} [values]  [count, valueDim]; default the keys
 * @property {Numbers | null} [w]  additive [hiddenDim, queryDim], general [queryDim, keyDim],
 *   concat [hiddenDim, queryDim + keyDim]
 * @property {Numbers | null} [u]  additive [hiddenDim, keyDim]
 * @property {Numbers | null} [v]  additive and concat [hiddenDim]
 * @property {number} [rows]  how many queries; default 1
 * @property {number} count  how many keys
 * @property {number} queryDim
 * @property {number} [keyDim]  default queryDim
 * @property {number} [valueDim]  default keyDim
 * @property {number} [hiddenDim]  of additive and concat
 * @property {number} [temperature]  attention temperature, 0 to Infinity; default 1
 */

/**
 * @typedef {object} ScoreFunctionResult
 * @property {Float32Array} scores  [rows, count]
 * @property {Float32Array} weights  [rows, count]
 * @property {Float32Array} context  [rows, valueDim] the weighted sum of the values
 * @property {Float32Array | null} hidden  [rows, count, hiddenDim] the tanh of additive and concat
 */

/**
 * The scores of queries against keys by one of four functions (Bahdanau et al.
 * 2015, Luong et al. 2015), their softmax, and what is fetched with it.
 * @param {Call} call
 * @param {ScoreFunctionArgs} args
 * @returns {ScoreFunctionResult}
 */
export function scoreFunction(call, args) {
  const { kind, queries, keys, values, w, u, v, ...rest } = args;
  const { sizes, temperature } = scoreSizes(call, kind, rest);
  const { rows, count, queryDim, keyDim, valueDim, hiddenDim } = sizes;
  const hasHidden = kind === 'additive' || kind === 'concat';
  const outputs = {
    scores: call.output([rows, count]),
    weights: call.output([rows, count]),
    context: call.output([rows, valueDim]),
    hidden: call.output([hasHidden ? rows * count : 0, hiddenDim]),
  };
  const options = call.struct(sizes, { temperature });
  const keyInput = call.input('keys', keys, [count, keyDim]);
  call.invoke('attn_score_function', {
    outputs: call.pointers(outputs),
    scratch: call.output([call.exports.attn_score_scratch_size(options.pointer)]),
    queries: call.input('queries', queries, [rows, queryDim]),
    keys: keyInput,
    values: values == null && valueDim === keyDim ? keyInput : call.input('values', values, [count, valueDim]), // prettier-ignore
    params: scoreParams(call, kind, { w, u, v }, sizes),
    options,
  });
  return {
    scores: outputs.scores.read(),
    weights: outputs.weights.read(),
    context: outputs.context.read(),
    hidden: hasHidden ? outputs.hidden.read() : null,
  };
}

/** @param {Call} call @param {ScoreFunctionArgs['kind']} kind @param {any} args */
function scoreSizes(call, kind, args) {
  const { rows = 1, count, queryDim, keyDim = queryDim, valueDim = keyDim, hiddenDim = 0, temperature = 1, ...unknown } = args; // prettier-ignore
  call.nothingElse(unknown);
  const place = call.choice('kind', kind, KINDS);
  const needsHidden = kind === 'additive' || kind === 'concat';
  const sizes = {
    kind: place,
    rows: call.count('rows', rows),
    count: call.count('count', count),
    queryDim: call.count('queryDim', queryDim, 1),
    keyDim: call.count('keyDim', keyDim, 1),
    valueDim: call.count('valueDim', valueDim, 1),
    hiddenDim: call.count('hiddenDim', hiddenDim, needsHidden ? 1 : 0),
  };
  if (kind === 'dot' && keyDim !== queryDim) {
    throw call.range('keyDim', `expected queryDim = ${queryDim} for dot, got ${keyDim}`);
  }
  return { sizes, temperature: call.number('temperature', temperature, 0, Infinity) };
}

/**
 * @param {Call} call @param {ScoreFunctionArgs['kind']} kind
 * @param {{ w?: Numbers | null, u?: Numbers | null, v?: Numbers | null }} params
 * @param {{ queryDim: number, keyDim: number, hiddenDim: number }} sizes
 */
function scoreParams(call, kind, params, { queryDim, keyDim, hiddenDim }) {
  const shapes = {
    additive: { w: [hiddenDim, queryDim], u: [hiddenDim, keyDim], v: [hiddenDim] },
    dot: {},
    general: { w: [queryDim, keyDim] },
    concat: { w: [hiddenDim, queryDim + keyDim], v: [hiddenDim] },
  }[kind];
  /** @type {Record<string, number>} */
  const pointers = { w: 0, u: 0, v: 0 };
  for (const [name, shape] of Object.entries(shapes)) {
    pointers[name] = call.nested(name, params[/** @type {'w'} */ (name)], shape).pointer;
  }
  return call.struct(pointers);
}

/**
 * A recurrent network: states[t] = tanh(w states[t - 1] + x[t]).
 * @param {Call} call
 * @param {{ x: Numbers, w: Numbers, initial?: Numbers | null, seqLen: number, dim: number }} args
 *   x [seqLen, dim], w [dim, dim]; initial [dim], the state before the first, default 0
 * @returns {{ states: Float32Array }}  [seqLen, dim]
 */
export function recurrent(call, { x, w, initial = null, seqLen, dim, ...unknown }) {
  call.nothingElse(unknown);
  call.count('seqLen', seqLen);
  call.count('dim', dim, 1);
  const states = call.output([seqLen, dim]);
  call.invoke('attn_recurrent', {
    states,
    x: call.input('x', x, [seqLen, dim]),
    w: call.input('w', w, [dim, dim]),
    initial: call.optional('initial', initial, [dim]),
    seqLen,
    dim,
  });
  return { states: states.read() };
}
