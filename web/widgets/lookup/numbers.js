/** What attn-lookup asks of the engine. */
import { fieldNodes } from '../../draw/field.js';

/** The four keys, in the order east, north, west, south. */
export const DIRECTIONS = Object.freeze(['east', 'north', 'west', 'south']);
export const KEYS = Object.freeze([2, 0, 0, 2, -2, 0, 0, -2]);
export const VALUES = Object.freeze([10, 20, 30, 40]);
const count = VALUES.length;

/** The plane runs from −EXTENT to EXTENT. */
export const EXTENT = 3;

/** Nodes of the map along each side; odd, so that the axes and diagonals run through nodes. */
export const MAP_NODES = 61;
const CUT_NODES = 121;

const lookupArgs = { keys: KEYS, values: VALUES, count, dim: 2, valueDim: 1 };
const attentionArgs = { key: KEYS, value: VALUES, kvLen: count, headDim: 2, vHeadDim: 1 };

/**
 * The lookup for one query, and both answers along a line through it.
 * @param {any} engine @param {readonly number[]} query @param {'x' | 'y'} axis along which the
 *   line runs
 */
export function lookUp(engine, query, axis) {
  const result = engine.lookup({ query, ...lookupArgs });
  const best = Array.from(result.scores, (_, k) => k).filter(
    (k) => result.scores[k] === result.scores[result.hardIndex],
  );
  return {
    ...result,
    query,
    soft: result.soft[0],
    hard: result.hard[0],
    /** The keys that score highest; more than one on a border. */
    best,
    cut: cutThrough(engine, query, axis),
    map: lookupMap(engine),
  };
}

/** Moving the query along the line does not change the line. @type {WeakMap<object, any>} */
const lastCuts = new WeakMap();

/** @param {any} engine @param {readonly number[]} query @param {'x' | 'y'} axis */
function cutThrough(engine, query, axis) {
  const key = `${axis} ${axis === 'x' ? query[1] : query[0]}`;
  const last = lastCuts.get(engine);
  if (last?.key === key) return last;
  const places = Array.from(
    { length: CUT_NODES },
    (_, i) => (2 * EXTENT * i) / (CUT_NODES - 1) - EXTENT,
  );
  const line = places.flatMap((place) => (axis === 'x' ? [place, query[1]] : [query[0], place]));
  const args = { query: line, seqLen: CUT_NODES, ...attentionArgs };
  const cut = {
    key,
    places,
    soft: engine.attention(args).output,
    // An attention temperature of 0 is the hard lookup.
    hard: engine.attention({ ...args, temperature: 0 }).output,
  };
  lastCuts.set(engine, cut);
  return cut;
}

/** @type {WeakMap<object, { soft: Float32Array, scores: Float32Array }>} */
const maps = new WeakMap();

/**
 * The soft answer and the four scores all over the plane; they do not depend on the query, so
 * they are computed once.
 * @param {any} engine
 */
function lookupMap(engine) {
  const known = maps.get(engine);
  if (known) return known;
  const query = fieldNodes(EXTENT, MAP_NODES);
  const seqLen = MAP_NODES * MAP_NODES;
  const { output, trace } = engine.attention({ query, seqLen, ...attentionArgs, trace: true });
  const map = { soft: output, scores: trace.scores };
  maps.set(engine, map);
  return map;
}
