// Vectors: dot products, lengths, angles, and a lookup among keys.

import { readAll } from '../trace.js';
import { scoreOptions } from './attention.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */

/**
 * The sum of a_d b_d.
 * @param {Call} call
 * @param {{ a: Numbers, b: Numbers }} args  of one length
 * @returns {{ dot: number }}
 */
export function dot(call, { a, b, ...unknown }) {
  call.nothingElse(unknown);
  const count = a?.length ?? 0;
  const result = call.output([1]);
  call.invoke('attn_dot', {
    dot: result,
    a: call.input('a', a, [count]),
    b: call.input('b', b, [count]),
    count,
  });
  return { dot: result.read()[0] };
}

/**
 * |a|, without overflow on the way.
 * @param {Call} call
 * @param {{ a: Numbers }} args
 * @returns {{ norm: number }}
 */
export function norm(call, { a, ...unknown }) {
  call.nothingElse(unknown);
  const count = a?.length ?? 0;
  const result = call.output([1]);
  call.invoke('attn_norm', { norm: result, a: call.input('a', a, [count]), count });
  return { norm: result.read()[0] };
}

/**
 * @typedef {object} Comparison
 * @property {Float32Array} dots  [count]
 * @property {Float32Array} norms  [count] of the keys
 * @property {number} queryNorm
 * @property {Float32Array} cosines  [count]; 0 for a vector of length 0
 * @property {Float32Array} angles  [count] in radians, 0 to pi; pi / 2 for a vector of length 0
 */

/**
 * q . k = |q| |k| cos(angle), for one query against each key.
 * @param {Call} call
 * @param {{ query: Numbers, keys: Numbers, dim: number, count: number }} args
 *   query [dim], keys [count, dim]
 * @returns {Comparison}
 */
export function compareVectors(call, { query, keys, dim, count, ...unknown }) {
  call.nothingElse(unknown);
  call.count('dim', dim);
  call.count('count', count);
  const outputs = {
    dots: call.output([count]),
    norms: call.output([count]),
    cosines: call.output([count]),
    angles: call.output([count]),
    queryNorm: call.output([1]),
  };
  call.invoke('attn_compare_vectors', {
    outputs: call.pointers(outputs),
    query: call.input('query', query, [dim]),
    keys: call.input('keys', keys, [count, dim]),
    count,
    dim,
  });
  const { queryNorm, ...rest } = readAll(outputs);
  return { ...rest, queryNorm: queryNorm[0] };
}

/**
 * @typedef {object} LookupArgs
 * @property {Numbers} query  [dim]
 * @property {Numbers} keys  [count, dim]
 * @property {Numbers} values  [count, valueDim]
 * @property {number} count
 * @property {number} dim
 * @property {number} valueDim
 * @property {number} [scale]  default 1 / sqrt(dim)
 * @property {number} [temperature]  0 to Infinity; default 1
 */

/**
 * @typedef {object} LookupResult
 * @property {Float32Array} scores  [count] scale * query . key
 * @property {Float32Array} weights  [count]
 * @property {Float32Array} soft  [valueDim] the blend of all values
 * @property {Float32Array} hard  [valueDim] the value of the best key; ties give their mean
 * @property {number} hardIndex  the best key, the first of several; -1 without keys
 * @property {Float32Array} gradSoft  [valueDim, dim] d soft / d query
 * @property {Float32Array} gradHard  [valueDim, dim] 0: hard is flat, and jumps at ties
 */

/**
 * A soft lookup beside a hard one, each with its gradient by the query.
 * @param {Call} call
 * @param {LookupArgs} args
 * @returns {LookupResult}
 */
export function lookup(call, args) {
  const { query, keys, values, count, dim, valueDim, scale, temperature, ...unknown } = args;
  call.nothingElse(unknown);
  const sizes = {
    count: call.count('count', count),
    dim: call.count('dim', dim, 1),
    valueDim: call.count('valueDim', valueDim, 1),
  };
  const score = scoreOptions(call, { scale, temperature }, dim);
  const outputs = {
    scores: call.output([count]),
    weights: call.output([count]),
    soft: call.output([valueDim]),
    hard: call.output([valueDim]),
    gradSoft: call.output([valueDim, dim]),
  };
  const hardIndex = call.output([1], Int32Array);
  const options = call.struct(sizes, { scale: score.scale, temperature: score.temperature });
  call.invoke('attn_lookup', {
    outputs: call.pointers({ ...outputs, hardIndex }),
    scratch: call.output([call.exports.attn_lookup_scratch_size(options.pointer)]),
    query: call.input('query', query, [dim]),
    keys: call.input('keys', keys, [count, dim]),
    values: call.input('values', values, [count, valueDim]),
    options,
  });
  const gradHard = new Float32Array(valueDim * dim);
  return { ...readAll(outputs), hardIndex: hardIndex.read()[0], gradHard };
}
