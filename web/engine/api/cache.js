// The KV cache: keys and values of the tokens so far, as plain data that can go
// through a message; each append gives a new cache and leaves the old one alone.

import { kvHeads, scoreOptions } from './attention.js';

/** @typedef {import('../call.js').Call} Call */
/** @typedef {import('../call.js').Numbers} Numbers */

/**
 * @typedef {object} KvCache
 * @property {number} batch
 * @property {number} nKvHeads
 * @property {number} capacity  how many tokens there is room for
 * @property {number} headDim
 * @property {number} vHeadDim
 * @property {boolean} ring  false: a full cache is an error; true: the oldest tokens make room
 * @property {number} length  all tokens that were ever appended
 * @property {Float32Array} key  [batch, nKvHeads, capacity, headDim]; token t is in row t, in a
 *   ring in row t mod capacity
 * @property {Float32Array} value  [batch, nKvHeads, capacity, vHeadDim]
 */

/**
 * An empty cache.
 * @param {Call} call
 * @param {{ batch?: number, nKvHeads?: number, capacity: number, headDim: number, vHeadDim?: number, ring?: boolean }} args
 * @returns {KvCache}
 */
export function cacheCreate(call, args) {
  const { batch = 1, nKvHeads = 1, capacity, headDim, vHeadDim = headDim, ring = false, ...unknown } = args; // prettier-ignore
  call.nothingElse(unknown);
  const sizes = cacheSizes(call, { batch, nKvHeads, capacity, headDim, vHeadDim, ring, length: 0 });
  const rows = batch * nKvHeads * capacity;
  return {
    ...sizes,
    key: new Float32Array(call.count('capacity', rows * headDim)),
    value: new Float32Array(call.count('capacity', rows * vHeadDim)),
  };
}

/**
 * The cache with the keys and values of new tokens. One that is full and no ring
 * is refused with the room that is left; the given cache is never changed.
 * @param {Call} call
 * @param {{ cache: KvCache, key: Numbers, value: Numbers, tokens?: number }} args
 *   key [batch, nKvHeads, tokens, headDim], value [batch, nKvHeads, tokens, vHeadDim]; tokens 1
 * @returns {KvCache}
 */
export function cacheAppend(call, { cache, key, value, tokens = 1, ...unknown }) {
  call.nothingElse(unknown);
  const held = cacheStruct(call, cache);
  const { batch, nKvHeads, headDim, vHeadDim } = held.sizes;
  call.count('tokens', tokens);
  call.invoke('attn_cache_append', {
    cache: held.struct,
    key: call.input('key', key, [batch, nKvHeads, tokens, headDim]),
    value: call.input('value', value, [batch, nKvHeads, tokens, vHeadDim]),
    tokens,
  });
  const length = held.sizes.length + tokens;
  return { ...held.sizes, length, key: held.key.read(), value: held.value.read() };
}

/**
 * Attention of the last seqLen tokens of the cache over all that it keeps:
 * causal, the last query at the last key.
 * @param {Call} call
 * @param {{ cache: KvCache, query: Numbers, nHeads?: number, seqLen?: number, window?: number } & import('./attention.js').ScoreOptions} args
 *   query [batch, nHeads, seqLen, headDim]; nHeads nKvHeads, seqLen 1; a ring that has
 *   overwritten tokens needs a window of at most capacity - seqLen + 1
 * @returns {{ output: Float32Array, weights: Float32Array, kept: number, firstPosition: number }}
 *   output [batch, nHeads, seqLen, vHeadDim]; weights [batch, nHeads, seqLen, kept], the oldest
 *   kept token first, which is the token firstPosition
 */
export function cacheAttend(call, args) {
  const { cache, query, nHeads = cache?.nKvHeads, seqLen = 1, window, scale, softcap, temperature, ...unknown } = args; // prettier-ignore
  call.nothingElse(unknown);
  const held = cacheStruct(call, cache);
  const { batch, headDim, vHeadDim, length, capacity } = held.sizes;
  call.count('nHeads', nHeads, 1);
  kvHeads(call, nHeads, held.sizes.nKvHeads);
  const kept = Math.min(length, capacity);
  call.count('seqLen', seqLen, 0, kept);
  const options = call.struct(
    { nHeads, seqLen, window: windowOf(call, window, seqLen, held.sizes) },
    scoreOptions(call, { scale, softcap, temperature }, headDim),
  );
  const output = call.output([batch, nHeads, seqLen, vHeadDim]);
  const weights = call.output([batch, nHeads, seqLen, kept]);
  call.invoke('attn_cache_attend', {
    output,
    weights,
    scratch: call.output([call.exports.attn_cache_scratch_size(held.struct.pointer) >>> 0]),
    query: call.input('query', query, [batch, nHeads, seqLen, headDim]),
    cache: held.struct,
    options,
  });
  const firstPosition = length - kept;
  return { output: output.read(), weights: weights.read(), kept, firstPosition };
}

/**
 * Writes rows into a cache at given places: ONNX's TensorScatter.
 * @param {Call} call
 * @param {{ cache: Numbers, update: Numbers, batch?: number, outer?: number, capacity: number, inner: number, rows: number, writeIndices?: ArrayLike<number>, mode?: 'linear' | 'circular' }} args
 *   cache [batch, outer, capacity, inner], update [batch, outer, rows, inner], writeIndices
 *   [batch], all 0 if left out; batch and outer 1; linear refuses to write past the end
 * @returns {{ cache: Float32Array }}
 */
export function tensorScatter(call, args) {
  const { cache, update, batch = 1, outer = 1, capacity, inner, rows, writeIndices, mode = 'linear', ...unknown } = args; // prettier-ignore
  call.nothingElse(unknown);
  const sizes = {
    batch: call.count('batch', batch),
    outer: call.count('outer', outer),
    capacity: call.count('capacity', capacity),
    inner: call.count('inner', inner),
    rows: call.count('rows', rows),
  };
  const circular = call.choice('mode', mode, /** @type {const} */ (['linear', 'circular']));
  const held = inAndOut(call, 'cache', cache, [batch, outer, capacity, inner]);
  call.invoke('attn_tensor_scatter', {
    cache: held,
    update: call.input('update', update, [batch, outer, rows, inner]),
    writeIndices: writeIndices ? indicesInput(call, writeIndices, batch) : 0,
    options: call.struct({ ...sizes, circular }),
  });
  return { cache: held.read() };
}

/**
 * bytes = 2 * nLayers * nKvHeads * headDim * tokens * bytesPerNumber * batch
 * @param {Call} call
 * @param {{ nLayers: number, nKvHeads: number, headDim: number, tokens?: number, bytesPerNumber?: number, batch?: number }} args
 *   tokens 1, batch 1, bytesPerNumber 2 (a half is 4 bits)
 * @returns {{ bytes: number, exact: string, bytesPerToken: number }}  exact has all digits, also
 *   above 2^53, where bytes is rounded; bytesPerToken is for one token of one text
 */
export function cacheBytes(call, args) {
  const { nLayers, nKvHeads, headDim, tokens = 1, bytesPerNumber = 2, batch = 1, ...unknown } = args; // prettier-ignore
  call.nothingElse(unknown);
  const sizes = {
    nLayers: call.count('nLayers', nLayers, 1),
    nKvHeads: call.count('nKvHeads', nKvHeads, 1),
    headDim: call.count('headDim', headDim, 1),
    tokens: call.count('tokens', tokens),
    bits: call.count('bytesPerNumber', call.number('bytesPerNumber', bytesPerNumber) * 8, 1),
    batch: call.count('batch', batch),
  };
  const exact = bytesOf(call, sizes);
  const bytesPerToken = Number(bytesOf(call, { ...sizes, tokens: 1, batch: 1 }));
  return { bytes: Number(exact), exact: String(exact), bytesPerToken };
}

/** @param {Call} call @param {Record<string, number>} sizes @returns {bigint} */
function bytesOf(call, sizes) {
  const bytes = call.output([2], Uint32Array);
  call.invoke('attn_cache_bytes', { bytes, size: call.struct(sizes) });
  const [low, high] = bytes.read();
  return (BigInt(high) << 32n) | BigInt(low);
}

/** @param {Call} call @param {Omit<KvCache, 'key' | 'value'>} cache */
function cacheSizes(call, { batch, nKvHeads, capacity, headDim, vHeadDim, ring, length }) {
  return {
    batch: call.count('batch', batch, 1),
    nKvHeads: call.count('nKvHeads', nKvHeads, 1),
    capacity: call.count('capacity', capacity, 1),
    headDim: call.count('headDim', headDim, 1),
    vHeadDim: call.count('vHeadDim', vHeadDim, 1),
    ring: call.flag('ring', ring),
    length: call.count('length', length, 0, ring ? undefined : capacity),
  };
}

/** An attn_cache with the cache's numbers. @param {Call} call @param {KvCache} cache */
function cacheStruct(call, cache) {
  if (typeof cache !== 'object' || cache === null) {
    throw new TypeError(`${call.name}: cache: expected what cacheCreate gives`);
  }
  const sizes = cacheSizes(call, cache);
  const { batch, nKvHeads, capacity, headDim, vHeadDim } = sizes;
  const key = inAndOut(call, 'cache.key', cache.key, [batch, nKvHeads, capacity, headDim]);
  const value = inAndOut(call, 'cache.value', cache.value, [batch, nKvHeads, capacity, vHeadDim]);
  const { length, ring } = sizes;
  const struct = call.struct({
    ...{ key: key.pointer, value: value.pointer },
    ...{ batch, nKvHeads, capacity, headDim, vHeadDim, length, ring: Number(ring) },
  });
  return { sizes, key, value, struct };
}

/** An array that C changes in place. @param {Call} call @param {string} name @param {unknown} data @param {number[]} shape */
function inAndOut(call, name, data, shape) {
  const { pointer } = call.input(name, data, shape);
  const count = shape.reduce((product, size) => product * size, 1);
  const read = () => new Float32Array(call.arena.memory.buffer, pointer, count).slice();
  return { pointer, shape, read };
}

/** @param {Call} call @param {ArrayLike<number>} indices @param {number} batch */
function indicesInput(call, indices, batch) {
  const input = call.input('writeIndices', indices, [batch], Int32Array);
  for (let b = 0; b < batch; b++) call.count(`writeIndices[${b}]`, indices[b]);
  return input;
}

/**
 * @param {Call} call @param {number | undefined} window @param {number} seqLen
 * @param {{ length: number, capacity: number }} cache
 * @returns {number} 0 for none
 */
function windowOf(call, window, seqLen, { length, capacity }) {
  if (length <= capacity) return window === undefined ? 0 : call.count('window', window, 1);
  if (window !== undefined) return call.count('window', window, 1, capacity - seqLen + 1);
  throw call.range('window', 'needed, because the ring has overwritten its oldest tokens');
}
