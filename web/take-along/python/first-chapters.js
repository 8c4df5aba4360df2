/** Chapters 1 to 5. */
import { array, put, py } from './pieces.js';

/** @typedef {import('./index.js').Tables} Tables */

/** Every so many-th number, from one on. @param {ArrayLike<number>} data @param {number} from @param {number} step */
const column = (data, from, step) => Array.from(data).filter((_, i) => i % step === from);

/** Which part of its matrix a table shows. @param {any} table */
const partOf = ({ whole, rowNames, columnNames }) =>
  whole
    ? `[${whole.row}:${whole.row + rowNames.length}, ${whole.column}:${whole.column + columnNames.length}]`
    : '';

/** @type {Record<string, (figure: any, tables: Tables) => string | null>} */
export const FIRST = {
  'attn-lookup': ({ state }, { keys, results }) => `
q = ${array(state.query)}
keys = ${array(keys.data, 5)}[:, :2]
values = ${array(column(keys.data, 2, 5))}
scores = keys @ q / np.sqrt(2)
weights = softmax(scores)
hard = values[scores == scores.max()].mean()
soft = weights @ values
gradient = (weights * (values - soft)) @ keys / np.sqrt(2)
${put(keys, 'np.c_[keys, values, scores, weights]', 'plain', 'plain', 'plain', 'score', 'percent')}
${put(results, '[[hard, 0, 0], [soft, *gradient]]', 'score')}
`,

  'attn-pipeline': (figure) => {
    const { matrices } = figure.results;
    const tables = figure.tables(figure.results, figure.state);
    const given = (/** @type {string} */ id) => array(matrices[id].data, matrices[id].columns);
    const names = { x: 'x', 'w-q': 'w_q', q: 'q', 'w-k': 'w_k', k: 'k', 'w-v': 'w_v', v: 'v', raw: 'raw', scaled: 'scaled', masked: 'masked', weights: 'weights', output: 'output' }; // prettier-ignore
    const seen = figure.shown.mask === 'causal' ? 'np.tri(len(x), dtype=bool)' : 'np.ones((len(x), len(x)), dtype=bool)'; // prettier-ignore
    return `
x = ${given('x')}
w_q = ${given('w-q')}
w_k = ${given('w-k')}
w_v = ${given('w-v')}
q, k, v = x @ w_q, x @ w_k, x @ w_v
raw = q @ k.T
scaled = raw / np.sqrt(k.shape[1])
seen = ${seen}
masked = np.where(seen, scaled, -np.inf)
weights = softmax(masked)
output = weights @ v
${tables
  .map((/** @type {any} */ table) => {
    const printed = names[/** @type {'x'} */ (table.id)] + partOf(table);
    return put(table, printed, table.id === 'weights' ? 'percent' : 'score');
  })
  .join('\n')}
`;
  },

  'attn-pattern': ({ results }, { row }) => {
    const { scores, isMasked } = results.row;
    const allowed = Array.from(scores, (_, k) => Number(!isMasked(k)));
    const weights = results.isWrong ? 'softmax(scores) * allowed' : 'softmax(masked)';
    return `
scores = ${array(scores)}
allowed = np.array(${py(allowed)}) == 1
masked = np.where(allowed, scores, -np.inf)
weights = ${weights}
${put(row, 'np.c_[scores, masked, weights]', 'score', 'score', 'percent')}
`;
  },

  'attn-temperature': ({ state, results }, { row }) => {
    const { temperature } = state;
    const cold = `
scaled = np.where(scores == scores.max(), 0.0, -np.inf)  # the limit: only the best are left
weights = (scores == scores.max()) / (scores == scores.max()).sum()`;
    const warm = `
scaled = scores / ${temperature === Infinity ? 'np.inf' : temperature}
weights = softmax(scaled)`;
    return `
scores = ${array(results.scores)}${temperature === 0 ? cold : warm}
gradient = weights * (1 - weights)
${put(row, 'np.c_[scores, scaled, weights, gradient]', 'score', 'score', 'percent', 'measure')}
`;
  },

  'attn-scaling': ({ results, state }, { variance, saturation }) => {
    const { headDim, pairs, seed } = results.about;
    const curves = `
rows = []
for d in [${saturation?.rowNames.join(', ')}]:
    x = normal(${state.seed}, 0, 300, 11, d)  # 300 rows: a query and ten keys
    raw = np.einsum('rd,rkd->rk', x[:, 0], x[:, 1:])
    row = []
    for scores in raw, raw / np.sqrt(d):
        w = softmax(scores)
        row += [w.max(axis=1).mean(), -(w * np.log(np.maximum(w, 1e-300))).sum(axis=1).mean(), (w * (1 - w)).mean()]
    rows.append(row)
${saturation && put(saturation, 'rows', 'fourth')}
`;
    return `
d, pairs = ${headDim}, ${pairs}
x = normal(${seed}, 0, pairs, 2, d)  # query 0, key 0, query 1, key 1, ...
dots = (x[:, 0] * x[:, 1]).sum(axis=1)
moments = []
for products, predicted in (dots, d), (dots / np.sqrt(d), 1):
    variance = products.var(ddof=1)
    error = np.sqrt((((products - products.mean()) ** 4).mean() - variance**2) / pairs)
    moments.append([products.mean(), variance, error, predicted])
${put(variance, 'moments', 'four')}
${saturation ? curves : ''}
`;
  },

  'attn-alignment': ({ state }, { keys }) => `
q = ${array(state.query)}
keys = ${array(state.keys, 2)}
values = ${array(column(keys.data, 2, 8))}
dots = keys @ q
lengths = np.hypot(*keys.T)
with np.errstate(invalid='ignore', divide='ignore'):
    cosines = np.nan_to_num(dots / (lengths * np.hypot(*q)))
angles = np.degrees(np.arccos(np.clip(cosines, -1, 1)))
scores = dots / np.sqrt(2)
weights = softmax(scores)
${put(keys, 'np.c_[keys, values, angles, lengths, dots, scores, weights]', 'score', 'score', 'plain', 'degrees', 'score', 'score', 'score', 'percent')}
`,

  'attn-heads': ({ state, tokens, results }, { weights, output }) => {
    const n = tokens.length;
    const row = (/** @type {Float32Array} */ scores) =>
      array(scores.subarray(results.q * n, (results.q + 1) * n));
    const heads = results.shown.length;
    return `
a = ${row(results.heads[0].scores)}
b = ${row(results.heads[1].scores)}
c = ${row(results.heads[2].scores)}
weights = softmax(np.stack([a, b, c, (a + b + c) / 3]))
shown = weights[${heads === 3 ? ':3' : '3:'}]
values = normal(${state.seed}, 0, ${n}, 12)
w_o = normal(${state.seed}, ${n * 12}, 12, 12) / np.sqrt(12)
slices = np.split(values, ${heads}, axis=1)
concat = np.concatenate([w @ part for w, part in zip(shown, slices)])
${put(weights, 'weights.T', 'percent')}
${put(output, 'np.c_[concat, w_o @ concat]', 'score')}
`;
  },
};
