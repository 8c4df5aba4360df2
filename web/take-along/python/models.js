/** Chapters 8 and 9: blocks, stacks and decoders, run whole. */
import { tokensOf, visible } from '../../model/tokens.js';
import { put, py } from './pieces.js';

/** @typedef {import('./index.js').Tables} Tables */

const BLOCKS = `
def block_params(seed, d, layer, cross=False):  # each matrix at its place in the stream
    part = 6 * d + 4 * d * d
    first = layer * (part * (1 + cross) + 7 * d + 8 * d * d)
    matrix = lambda at, out, into: normal(seed, first + at, out, into) * np.sqrt(2 / (out + into))
    attention = lambda at: [matrix(at + 2 * d + i * (d * d + d), d, d) for i in range(4)]
    wide = part * (1 + cross) + 2 * d
    feed_forward = matrix(wide, 4 * d, d), matrix(wide + 4 * d * d + 4 * d, d, 4 * d)
    return attention(0), attention(part) if cross else None, feed_forward
def layer_norm(x):
    centred = x - x.mean(axis=1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5)
def attend(x, memory, params, heads, causal=False):
    split = lambda y: y.reshape(len(y), heads, -1).swapaxes(0, 1)
    q, k, v = (split(y @ w.T) for y, w in zip((x, memory, memory), params))
    scores = q @ k.swapaxes(1, 2) / np.sqrt(q.shape[2])
    if causal: scores = np.where(np.tri(len(x), dtype=bool), scores, -np.inf)
    weights = softmax(scores)
    concat = (weights @ v).swapaxes(0, 1).reshape(x.shape)
    return dict(query=q, key=k, value=v, scores=scores, weights=weights, concat=concat, attention=concat @ params[3].T)
relu = lambda x: np.maximum(x, 0)
gelu = lambda x: x * (1 + np.vectorize(erf)(x / np.sqrt(2))) / 2
words = lambda seed, tokens, d: np.array([normal(seed, (2**17 + place(t)) * d, d) for t in tokens])
`;

/** @param {string} name of a matrix or a bias @returns {string} how many numbers it has */
function sizeOf(name) {
  const kind = name.toLowerCase().replace('cross', '');
  const isMatrix = kind.startsWith('w');
  if (/[kv]$/.test(kind) && kind.length <= 3) return isMatrix ? 'kv * d' : 'kv';
  if (/[qo]$/.test(kind) && kind.length <= 3) return isMatrix ? 'd * d' : 'd';
  if (/^w/.test(kind)) return 'wide * d';
  return /1$|gate$/.test(kind) && kind.startsWith('b') ? 'wide' : 'd';
}

/** @type {Record<string, (figure: any, tables: Tables) => string | null>} */
export const MODELS = {
  'attn-block': ({ state, tokens }, { tensor, norms, params }) => {
    const { seed, order, activation, blocks, head } = state;
    const isSplit = ['query', 'key', 'value', 'scores', 'weights'].includes(state.tensor);
    const counts =
      params &&
      `
d, wide, kv = ${state.dModel}, ${state.dFf}, ${state.kvHeads} * (${state.dModel} // ${state.heads})
${put(params, `[${params.rowNames.map(sizeOf).join(', ')}]`, 'count')}`;
    return `from math import erf
${BLOCKS}
def block(x, params, heads, pre):  # every tensor on the way
    t = dict(x=x)
    if pre: t['attentionNorm'] = x = layer_norm(x)
    t |= attend(x, x, params[0], heads)
    t['attentionSum'] = x = t['x'] + t['attention']
    if not pre: t['attentionNorm'] = x = layer_norm(x)
    stream = x
    if pre: t['feedForwardNorm'] = x = layer_norm(x)
    t['hidden'] = x @ params[2][0].T
    t['activated'] = ${activation}(t['hidden'])
    t['feedForward'] = t['activated'] @ params[2][1].T
    t['feedForwardSum'] = x = stream + t['feedForward']
    if not pre: t['feedForwardNorm'] = x = layer_norm(x)
    return t, x
tokens = ${py(tokens)}
t, _ = block(words(${seed}, tokens, 8), block_params(${seed}, 8, 0), 2, ${order === 'pre' ? 'True' : 'False'})
norms = []
for pre in True, False:
    x = words(${seed}, tokens, 32)
    lengths = [np.linalg.norm(x, axis=1).mean()]
    for layer in range(${blocks}):
        x = block(x, block_params(${seed}, 32, layer), 4, pre)[1]
        lengths.append(np.linalg.norm(x, axis=1).mean())
    norms.append(lengths)
${put(tensor, `t[${py(state.tensor)}]${isSplit ? `[${head}]` : ''}`, state.tensor === 'weights' ? 'percent' : 'score')}
${norms ? put(norms, 'np.transpose(norms)', 'score') : ''}
${counts ?? ''}
`;
  },

  'attn-architectures': ({ state }, { weights }) => {
    const { seed, attention, block, head } = state;
    const source = 'the robot picked up the ball'.split(' ');
    const target = ['‹start›', ...'der Roboter hob den Ball auf'.split(' ')];
    return `from math import erf
${BLOCKS}
def embed(tokens):
    angles = np.arange(len(tokens))[:, None] * 10000.0 ** (-np.arange(8) / 8)
    positions = np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(-1, 16)
    return words(${seed}, tokens, 16) + positions
def run(x, seed, causal, memory=None):  # two pre-LN blocks of two heads, and a last norm
    seen = []
    for layer in range(2):
        own, cross, (w_1, w_2) = block_params(seed, 16, layer, memory is not None)
        mine = attend(layer_norm(x), layer_norm(x), own, 2, causal)
        x = x + mine['attention']
        looked = None
        if memory is not None:
            looked = attend(layer_norm(x), memory, cross, 2)
            x = x + looked['attention']
        x = x + gelu(layer_norm(x) @ w_1.T) @ w_2.T
        seen.append((mine['weights'], looked and looked['weights']))
    return layer_norm(x), seen
source = ${py(source)}
target = ${py(target)}
memory, encoder = run(embed(source), ${seed}, False)
_, decoder = run(embed(target), ${seed + 1e6}, True, memory)
_, only = run(embed(source + target), ${seed + 2e6}, True)
weights = ${attention === 'cross' ? 'decoder' : attention}[${Number(block) - 1}][${attention === 'cross' ? 1 : 0}][${head}]
${put(weights, 'weights', 'percent')}
`;
  },

  'attn-kv-cache': ({ state, results }, { steps, output }) => {
    const { words } = results.run;
    const vocabulary = [...new Set(tokensOf(state.text).slice(0, words.length))].map(visible);
    return `
tokens = np.array(${py(words.map((/** @type {string} */ word) => vocabulary.indexOf(word)))})
vocab, d, heads = ${vocabulary.length}, 8, 2
embedding = normal(${state.seed}, 0, vocab, d)
w_q, w_k, w_v, w_o = normal(${state.seed}, vocab * d, 4, d, d) / np.sqrt(d)
split = lambda y: y.reshape(len(y), heads, -1).swapaxes(0, 1)
def last(x, rows):  # the outputs of the last rows; without a cache all rows are computed
    q, k, v = (split(y @ w.T) for y, w in ((x[-rows:], w_q), (x, w_k), (x, w_v)))
    scores = q @ k.swapaxes(1, 2) / 2
    scores = np.where(np.tri(rows, len(x), len(x) - rows, dtype=bool), scores, -np.inf)
    return x[-rows:] + (softmax(scores) @ v).swapaxes(0, 1).reshape(rows, d) @ w_o.T
x = embedding[tokens[:${state.step}]]
t = np.arange(1, len(tokens) + 1)
plain = 4 * d * d * t + heads * (t * t * 4 + t * (t + 1) // 2 * 4)
cached = 4 * d * d + heads * t * 8
${put(steps, 'np.c_[t, t**0, t * t, t, plain, cached]', 'count')}
${put(output, `np.c_[last(x, ${state.step})[-1], last(x, 1)[-1]]`, 'score')}
`;
  },

  'attn-kv-sharing': ({ state }, { ways }) => `
n, d, heads = 10, 32, 8
x = normal(${state.seed}, 0, n, d)
w_q, w_k, w_v, w_o = normal(${state.seed}, n * d, 4, d, d) / np.sqrt(d)
split = lambda y, w: (y @ w.T).reshape(n, -1, 4).swapaxes(0, 1)
def output(groups):  # the KV heads of a group averaged, as Ainslie et al. do
    share = lambda w: w.reshape(groups, -1, 4, d).mean(axis=1).reshape(groups * 4, d)
    q = split(x, w_q)
    k, v = (np.repeat(split(x, share(w)), heads // groups, axis=0) for w in (w_k, w_v))
    scores = np.where(np.tri(n, dtype=bool), q @ k.swapaxes(1, 2) / 2, -np.inf)
    return (softmax(scores) @ v).swapaxes(0, 1).reshape(n, d) @ w_o.T
rows = []
for groups in 8, 4, 2, 1:
    size = 2 * groups * 4 * n * 2  # keys and values, 16 bits each
    rows.append([size, groups / heads, abs(output(groups) - output(8)).max()])
${put(ways, 'rows', 'count', 'percent', 'measure')}
`,
};
