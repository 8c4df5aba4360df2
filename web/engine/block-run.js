// Running blocks: params packed into one array, steps taken apart again.

import { PARAMS, STEPS, isScale } from './block-shape.js';
import { tableOutputs } from './api/rope.js';

/** @typedef {import('./call.js').Call} Call */
/** @typedef {import('./call.js').Numbers} Numbers */
/** @typedef {import('./block-shape.js').BlockSizes} BlockSizes */
/** @typedef {Record<string, Numbers | null | undefined>} NamedParams  by the names of PARAMS */
/** @typedef {Numbers | NamedParams} BlockParams  of one block: one array, or one a part */
/** @typedef {Record<string, Float32Array>} Steps  by the names of STEPS; only what the block has */

/**
 * Where each param and each step is.
 * @param {Call} call @param {import('./call.js').Struct} options
 */
export function layoutOf(call, options) {
  const paramPlaces = call.output([PARAMS.length + 1], Uint32Array);
  const stepPlaces = call.output([STEPS.length + 1], Uint32Array);
  call.invoke('attn_block_layout', { paramPlaces, stepPlaces, options });
  return { params: paramPlaces.read(), steps: stepPlaces.read() };
}

/** @param {unknown} params */
const isNamed = (params) =>
  typeof params === 'object' && params !== null && !Array.isArray(params) && !ArrayBuffer.isView(params); // prettier-ignore

/**
 * The params of one block as one array.
 * @param {Call} call @param {BlockParams} params @param {Uint32Array} places @param {BlockSizes} sizes
 * @param {string} [where]  put before names in messages
 * @returns {Numbers}
 */
export function packed(call, params, places, sizes, where = '') {
  if (!isNamed(params)) return /** @type {Numbers} */ (params);
  const named = /** @type {NamedParams} */ (params);
  const known = new Set(PARAMS.map(({ name }) => name));
  call.nothingElse(Object.fromEntries(Object.entries(named).filter(([name]) => !known.has(name))));
  const flat = new Float32Array(places[PARAMS.length]);
  PARAMS.forEach(({ name, shape }, i) => {
    const wanted = places[i + 1] > places[i];
    const given = named[name] ?? null;
    if (!wanted && given) throw call.range(where + name, 'this block has none');
    if (!wanted) return;
    if (given) flat.set(checked(call, where + name, given, shape(sizes)), places[i]);
    else if (isScale(name)) flat.fill(1, places[i], places[i + 1]);
    else throw new TypeError(`${call.name}: ${where}${name}: missing`);
  });
  return flat;
}

/** @param {Call} call @param {string} name @param {Numbers} data @param {number[]} shape */
function checked(call, name, data, shape) {
  const mark = call.arena.mark();
  call.nested(name, data, shape);
  call.arena.release(mark);
  return data;
}

/**
 * Takes an array apart at the places; what has no elements is left out.
 * @param {Float32Array} flat @param {Uint32Array} places @param {string[]} names
 * @returns {Record<string, Float32Array>}
 */
export function takenApart(flat, places, names) {
  const entries = names.map((name, i) => [name, flat.slice(places[i], places[i + 1])]);
  return Object.fromEntries(entries.filter(([, part]) => part.length > 0));
}

/** @param {Float32Array} flat @param {Uint32Array} places @returns {Steps} */
export const stepsOf = (flat, places) => takenApart(flat, places, STEPS);

/** @param {Float32Array} flat @param {Uint32Array} places @returns {Record<string, Float32Array>} */
export const paramsOf = (flat, places) =>
  takenApart(
    flat,
    places,
    PARAMS.map(({ name }) => name),
  );

/**
 * An attn_block_inputs.
 * @param {Call} call
 * @param {{ x: Numbers, memory?: Numbers | null, rope?: import('./block-shape.js').RopeOptions | null, names?: { x: string, memory: string } }} given
 * @param {BlockSizes} sizes
 */
export function blockInputs(
  call,
  { x, memory, rope, names = { x: 'x', memory: 'memory' } },
  sizes,
) {
  const { seqLen, memoryLen, dModel, cross, rotaryDim } = sizes;
  const table = rope ? ropeRows(call, rope, seqLen, rotaryDim) : null;
  return call.struct({
    [names.x]: call.nested(names.x, x, [seqLen, dModel]).pointer,
    [names.memory]: cross ? call.nested(names.memory, memory, [memoryLen, dModel]).pointer : 0,
    cosines: table ? table.cosines.pointer : 0,
    sines: table ? table.sines.pointer : 0,
  });
}

/**
 * @param {Call} call @param {import('./block-shape.js').RopeOptions} rope
 * @param {number} seqLen @param {number} rotaryDim
 */
function ropeRows(call, rope, seqLen, rotaryDim) {
  const options = { ...rope };
  delete options.pairing;
  delete options.rotaryDim;
  const table = tableOutputs(call, { ...options, dim: rotaryDim, seqLen });
  if (table.rows === seqLen) return table;
  throw call.range('rope.positions', `expected ${seqLen} numbers, got ${table.rows}`);
}
