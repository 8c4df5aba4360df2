/** Chapters 6, 7 and 9, without the models that are run whole. */
import { tokensOf } from '../../model/tokens.js';
import { SEQ2SEQ_DIM, SOURCE_WORDS, TARGET_WORDS, decoderInputs, scoreParams, seq2seqParams, wordIds } from '../../model/seq2seq.js'; // prettier-ignore
import { array, put, py } from './pieces.js';

/** @typedef {import('./index.js').Tables} Tables */

/** Attention with each of five ways to put order in. */
const ATTEND = `
def rope(x, first, pairing):
    pairs = x.shape[1] // 2
    angles = (first + np.arange(len(x)))[:, None] * 10000.0 ** (-np.arange(pairs) / pairs)
    a, b = (x[:, :pairs], x[:, pairs:]) if pairing == 'halves' else (x[:, ::2], x[:, 1::2])
    turned = a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)
    return np.concatenate(turned, axis=1) if pairing == 'halves' else np.stack(turned, axis=2).reshape(x.shape)
def attend(x, kind, first=0, causal=False, pairing='interleaved'):
    n, at = len(x), first + np.arange(len(x))
    if kind == 'sinusoidal':
        angles = at[:, None] * 10000.0 ** (-np.arange(4) / 4)
        x = x + np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(n, 8)
    if kind == 'learned': x = x + learned[at]
    q, k, v = x @ w_q.T, x @ w_k.T, x @ w_v.T
    if kind == 'rope': q, k = rope(q, first, pairing), rope(k, first, pairing)
    scores = q @ k.T / np.sqrt(8)
    if kind == 'alibi': scores = scores - abs(at[:, None] - at) / 2
    if causal: scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    return softmax(scores) @ v, scores
`;

/** @param {number} seed */
const MODEL = (seed) => `
w_q, w_k, w_v = normal(${seed}, 0, 3, 8, 8) / np.sqrt(8)
learned = normal(${seed + 1_000_003}, 0, 128, 8)
words = lambda tokens: np.array([normal(${seed}, 96 + place(t) * 8, 8) for t in tokens])
${ATTEND}`;

/** @param {string} kind @param {Record<string, any>} params */
function scoreLines(kind, params) {
  const { w, u, v } = scoreParams(/** @type {any} */ (kind), /** @type {any} */ (params));
  const dim = SEQ2SEQ_DIM;
  if (kind === 'dot') return 'scores = s @ h.T';
  if (kind === 'general') return `w = ${array(/** @type {any} */ (w), dim)}\nscores = s @ w @ h.T`;
  const given = `w = ${array(/** @type {any} */ (w), kind === 'concat' ? 2 * dim : dim)}
v = ${array(/** @type {any} */ (v))}`;
  const parts = kind === 'concat' ? `w, u = w[:, :${dim}], w[:, ${dim}:]` : `u = ${array(/** @type {any} */ (u), dim)}`; // prettier-ignore
  return `${given}
${parts}
scores = np.tanh((s @ w.T)[:, None] + (h @ u.T)[None]) @ v`;
}

/** @type {Record<string, (figure: any, tables: Tables) => string | null>} */
export const LATER = {
  'attn-seq2seq': ({ state, results }, tables) => {
    const params = seq2seqParams();
    const dim = SEQ2SEQ_DIM;
    const { source, target, alignment } = results;
    const rows = (/** @type {Float32Array} */ data, /** @type {number[]} */ ids) =>
      array(
        Float32Array.from(ids.flatMap((id) => [...data.subarray(id * dim, (id + 1) * dim)])),
        dim,
      );
    const answer = wordIds(target, TARGET_WORDS);
    const start = `
source = ${rows(params.embedSource, wordIds(source, SOURCE_WORDS))}
before = ${rows(params.embedTarget, decoderInputs(target))}
w_encoder = ${array(params.wEncoder, dim)}
w_decoder = ${array(params.wDecoder, dim)}
def states(x, w, last):
    all = []
    for word in x: all.append(last := np.tanh(w @ last + word))
    return np.array(all)
h = states(source, w_encoder, np.zeros(${dim}))
s = states(before, w_decoder, h[-1])`;
    const end = `right = softmax(logits)[np.arange(${target.length}), ${py(answer)}]`;
    if (state.memory === 'fixed') {
      return `${start}
w_state = ${array(params.fixedState, dim)}
w_summary = ${array(params.fixedSummary, dim)}
logits = s @ w_state.T + w_summary @ h[-1] + ${array(params.fixedBias)}
${end}
${put(tables.words, 'right', 'percent')}
`;
    }
    return `${start}
${scoreLines(state.score, params)}
weights = softmax(scores)
w_out = ${array(params.out, dim)}
logits = weights @ h @ w_out.T + ${array(params.outBias)}
${end}
true = weights[np.arange(${target.length}), ${py(alignment)}]
${put(tables.weights, 'weights', 'percent')}
${put(tables.scores, 'scores', 'score')}
${put(tables.words, 'np.c_[right, true]', 'percent')}
`;
  },

  'attn-complexity': ({ state: { n, d, k, r } }, { layers }) => `
n, d, k, r = ${n}, ${d}, ${k}, ${r}
path, reach = 0, 1
while reach < n: path, reach = path + 1, reach * k
path = max(path, 1)
near = min(r, n)
rows = [[n * n * d, 1, 1], [n * d * d, n, n], [k * n * d * d, 1, path], [near * n * d, 1, -(-n // near)]]
${put(layers, 'rows', 'count')}
`,

  'attn-order': ({ state, results }, { before, back, differences }) => `${MODEL(state.seed)}
x = words(${py(tokensOf(state.text))})
order = np.array(${py(Array.from(results.order))})
settings = dict(kind=${py(state.positions)}, causal=${state.mask === 'causal' ? 'True' : 'False'})
before = attend(x, **settings)[0]
back = attend(x[order], **settings)[0][np.argsort(order)]
${put(before, 'before', 'score')}
${put(back, 'back', 'score')}
${put(differences, 'abs(before - back).max(axis=1)', 'measured')}
`,

  'attn-positional': ({ state }, { pairs, similarity }) => `
d, delta = ${state.d}, ${state.delta}
frequencies = 10000.0 ** (-np.arange(0, d, 2) / d)
offsets = np.arange(64)
${put(pairs, 'np.float32(np.c_[frequencies, 2 * np.pi / frequencies, delta * frequencies])', 'four')}
${put(similarity, 'np.cos(offsets[:, None] * frequencies).sum(axis=1)', 'score')}
`,

  'attn-rope': ({ state }, { pairs, tests, slopes }) => `${MODEL(state.seed)}
x = words('the robot picked up the ball'.split())
order = np.array([${SHUFFLED.join(', ')}])  # the shuffle with seed 1
rows = []
for kind in 'none', 'learned', 'sinusoidal', 'rope', 'alibi':
    run = lambda x, first=0: attend(x, kind, first, pairing=${py(state.pairing)})
    shuffled = abs(run(x)[0] - run(x[order])[0][np.argsort(order)]).max()
    rows.append([shuffled, abs(run(x)[1] - run(x, 100)[1]).max()])
frequencies = np.float32(10000.0 ** (-np.arange(4) / 4))
heads = ${state.heads}
power = 2 ** int(np.log2(heads))
slopes = [2 ** (-8 * (h + 1) / power) for h in range(power)]
slopes += [2 ** (-4 * (2 * h + 1) / power) for h in range(heads - power)]
${put(pairs, 'np.c_[frequencies, 2 * np.pi / frequencies]', 'four')}
${put(tests, 'rows', 'measured')}
${put(slopes, 'slopes', 'four')}
`,

  'attn-tiling': ({ results }, { tile, output, scores, values }) => {
    const { row, q } = results;
    const { firstKey, keys } = row.step;
    const shown =
      tile &&
      `
part = slice(${firstKey}, ${firstKey + keys})
row_max = scores[${q}, :${firstKey + keys}].max()
powers = np.exp(scores[${q}, part] - row_max)
${put(tile, 'np.c_[scores[' + q + ', part], powers, values[part]]', 'score', 'fourth', 'tenth', 'tenth', 'tenth')}`;
    return `
scores = ${array(scores.data, scores.shape[1])}
values = ${array(values.data, 3)}
plain = softmax(scores) @ values
tiled = []
for row in scores:  # online: a running maximum, a running sum, and what was blended so far
    top, total, blend = -np.inf, 0.0, np.zeros(3)
    for j in range(0, len(row), ${results.tiled.steps[0].keys}):
        s, v = row[j : j + ${results.tiled.steps[0].keys}], values[j : j + ${results.tiled.steps[0].keys}]
        new = max(top, s.max())
        if new == -np.inf: continue
        factor, p = np.exp(top - new), np.exp(s - new)
        top, total, blend = new, total * factor + p.sum(), blend * factor + p @ v
    tiled.append(blend / total if total else blend)
${shown ?? ''}
${put(output, 'np.c_[np.stack(tiled), plain]', 'measure')}
`;
  },
};

/** engine.shuffle({ seed: 1, count: 6 }); a test holds it to that. */
export const SHUFFLED = [0, 2, 4, 1, 3, 5];
