/** What attn-heads computes: the heads and their mean for a sentence, and all that hangs on one row. */
import { contentWordScores, neighbourScores } from '../../model/example.js';
import { isExample, ruleScores, scoresOf } from '../../model/rules.js';
import { tokensOf } from '../../model/tokens.js';

/** @typedef {import('../figure-element.js').State} State */

/** Channels of the values: 3 heads of 4, or 1 head of 12. */
const WIDTH = 12;

/** All that does not depend on the query. @param {any} engine @param {State} state */
export function headsNumbers(engine, state) {
  const tokens = tokensOf(state.text);
  const count = tokens.length;
  const three = {
    a: scoresOf(tokens, state),
    b: neighbourScores(count, state.neighbour === 'next' ? 1 : -1),
    c: isExample(tokens) ? contentWordScores(tokens) : ruleScores(tokens, 'content'),
  };
  const matrices = new Float32Array(3 * count * count);
  Object.values(three).forEach((scores, h) => matrices.set(scores, h * count * count));
  const { mean } = engine.meanMatrices({ matrices, count: 3, size: count * count });
  const heads = Object.entries({ ...three, mean }).map(([id, scores]) => ({
    id,
    scores,
    ...engine.softmax({ scores, rows: count, cols: count }),
  }));
  const { seed } = state;
  const drawn = {
    seed,
    count: WIDTH * WIDTH,
    skip: count * WIDTH,
    deviation: 1 / Math.sqrt(WIDTH),
  };
  return {
    count,
    heads,
    isThree: state.heads === 'three',
    values: engine.random({ seed, count: count * WIDTH }).values,
    wO: engine.random(drawn).values,
    params: countParams(engine, state),
  };
}

/** The row of a query in each head, and the output of its token. */
/** @param {any} engine @param {ReturnType<typeof headsNumbers>} all @param {number} q */
export function rowsOf(engine, { count, heads: whole, isThree, values, wO, params }, q) {
  const heads = whole.map((head) => ({
    ...head,
    row: head.weights.subarray(q * count, (q + 1) * count),
    entropy: head.entropy[q],
  }));
  const shown = isThree ? heads.slice(0, 3) : heads.slice(3);
  return { q, heads, shown, params, ...outputs(engine, shown, values, wO, count) };
}

/** Each head blends its own slice of the values; W_O mixes the slices. */
/** @param {any} engine @param {any[]} shown @param {Float32Array} values @param {Float32Array} wO @param {number} count */
function outputs(engine, shown, values, wO, count) {
  const dim = WIDTH / shown.length;
  const concat = new Float32Array(WIDTH);
  shown.forEach((head, h) => {
    const value = slice(values, h * dim, dim, count);
    const { output } = engine.weightedSum({ weights: head.row, value, rows: 1, cols: count, dim });
    concat.set(output, h * dim);
  });
  const { y } = engine.linear({ x: concat, w: wO, rows: 1, inDim: WIDTH, outDim: WIDTH });
  return { concat, output: y };
}

/** The channels from `from` on of each row of a matrix that is WIDTH wide. */
/** @param {Float32Array} matrix @param {number} from @param {number} dim @param {number} count */
function slice(matrix, from, dim, count) {
  const part = new Float32Array(count * dim);
  for (let k = 0; k < count; k++) {
    part.set(matrix.subarray(k * WIDTH + from, k * WIDTH + from + dim), k * dim);
  }
  return part;
}

/** Params of h heads and of one, or null where h does not divide d_model. */
/** @param {any} engine @param {State} state */
function countParams(engine, { dModel, nHeads }) {
  if (dModel % nHeads !== 0) return null;
  const many = engine.multiHeadParams({ dModel, nHeads });
  const one = engine.multiHeadParams({ dModel, nHeads: 1 });
  return { width: dModel / nHeads, each: many.wQ, total: many.total, one: one.total };
}
