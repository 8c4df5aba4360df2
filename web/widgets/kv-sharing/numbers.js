/** What attn-kv-sharing computes: one set of params with ever fewer KV heads. */
import { EXAMPLE_TOKENS } from '../../model/example.js';

export const N_HEADS = 8;
/** KV heads, from MHA over GQA to MQA. */
export const KV_HEADS = [8, 4, 2, 1];
const HEAD_DIM = 4;
const D_MODEL = N_HEADS * HEAD_DIM;
const SIZE = D_MODEL * D_MODEL;
const COUNT = EXAMPLE_TOKENS.length;
/** Numbers of 16 bits, as in the table of the article. */
const BYTES = 2;

/** @param {any} engine @param {number} seed */
function drawn(engine, seed) {
  const x = engine.random({ seed, count: COUNT * D_MODEL }).values;
  const deviation = 1 / Math.sqrt(D_MODEL);
  const [wQ, wK, wV, wO] = [0, 1, 2, 3].map(
    (i) => engine.random({ seed, count: SIZE, skip: COUNT * D_MODEL + i * SIZE, deviation }).values,
  );
  return { x, wQ, wK, wV, wO };
}

/**
 * For each count of KV heads: outputs, how far they are from MHA's, the cache.
 * @param {any} engine @param {number} seed
 */
export function sharingNumbers(engine, seed) {
  const { x, wQ, wK, wV, wO } = drawn(engine, seed);
  const sizes = { seqLen: COUNT, dModel: D_MODEL, nHeads: N_HEADS };
  const outputs = KV_HEADS.map((groups) => {
    const shared = engine.groupHeads({
      wK,
      wV,
      nKvHeads: N_HEADS,
      groups,
      headDim: HEAD_DIM,
      contextDim: D_MODEL,
    });
    const params = { x, wQ, wO, wK: shared.wK, wV: shared.wV };
    return engine.multiHead({ ...params, ...sizes, nKvHeads: groups, causal: true }).output;
  });
  const [full] = outputs;
  const zeros = new Float32Array(full.length);
  const distance = (/** @type {Float32Array} */ a, /** @type {Float32Array} */ b) =>
    engine.maxDifference({ a, b }).maxDifference;
  return {
    largest: distance(full, zeros),
    last: outputs.map((output) =>
      output.subarray((COUNT - 1) * D_MODEL, (COUNT - 1) * D_MODEL + HEAD_DIM * 2),
    ),
    ways: outputs.map((output, i) => ({
      nKvHeads: KV_HEADS[i],
      moved: distance(output, full),
      bytes: engine.cacheBytes({
        nLayers: 1,
        nKvHeads: KV_HEADS[i],
        headDim: HEAD_DIM,
        tokens: COUNT,
        bytesPerNumber: BYTES,
      }).bytes,
    })),
  };
}
