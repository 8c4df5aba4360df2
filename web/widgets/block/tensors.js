/** The tensors on the way through a block, in the order in which they are made. */

/** Channels, heads, and the hidden width of the block that is opened. */
export const D_MODEL = 8;
export const N_HEADS = 2;
export const HEADS = ['0', '1'];
export const D_FF = 32;
const HEAD_DIM = D_MODEL / N_HEADS;

/** @typedef {'x' | 'attentionNorm' | 'query' | 'key' | 'value' | 'scores' | 'weights' | 'concat' | 'attention' | 'attentionSum' | 'feedForwardNorm' | 'hidden' | 'activated' | 'feedForward' | 'feedForwardSum'} TensorId */
/** @typedef {{ ids: readonly TensorId[], isStream: boolean, adds?: boolean }} Row of the diagram */

/** @type {readonly Row[]} */
const ATTENTION = [
  { ids: ['query', 'key', 'value'], isStream: false },
  { ids: ['scores', 'weights'], isStream: false },
  { ids: ['concat'], isStream: false },
  { ids: ['attention'], isStream: false, adds: true },
  { ids: ['attentionSum'], isStream: true },
];
/** @type {readonly Row[]} */
const FEED_FORWARD = [
  { ids: ['hidden'], isStream: false },
  { ids: ['activated'], isStream: false },
  { ids: ['feedForward'], isStream: false, adds: true },
  { ids: ['feedForwardSum'], isStream: true },
];
/** @param {TensorId} id @param {boolean} isStream @returns {Row} */
const alone = (id, isStream) => ({ ids: [id], isStream });

/** @type {Record<string, readonly Row[]>} */
export const ROWS = {
  pre: [
    alone('x', true),
    alone('attentionNorm', false),
    ...ATTENTION,
    alone('feedForwardNorm', false),
    ...FEED_FORWARD,
  ],
  post: [
    alone('x', true),
    ...ATTENTION,
    alone('attentionNorm', true),
    ...FEED_FORWARD,
    alone('feedForwardNorm', true),
  ],
};

/** @type {readonly TensorId[]} */
export const TENSORS = ROWS.pre.flatMap((row) => row.ids);

const SPLIT = ['query', 'key', 'value', 'scores', 'weights'];

/** @param {TensorId} id whether each head has its own */
export const isSplit = (id) => SPLIT.includes(id);

/** @param {TensorId} id whether its columns are keys */
export const isPairs = (id) => id === 'scores' || id === 'weights';

/** @param {TensorId} id @param {number} count of tokens */
export function columnsOf(id, count) {
  if (isPairs(id)) return count;
  if (id === 'hidden' || id === 'activated') return D_FF;
  return isSplit(id) ? HEAD_DIM : D_MODEL;
}

/** @type {Partial<Record<TensorId, string>>} */
const ROLES = { query: 'query', key: 'key', value: 'value', weights: 'weight', concat: 'output' };

/** @param {TensorId} id @returns {string} its colour */
export const roleOf = (id) => ROLES[id] ?? 'ink';

/** @type {Partial<Record<TensorId, string>>} */
const TERMS = { query: 'query', key: 'key', value: 'value', scores: 'scores', weights: 'weights' };

/** @param {TensorId} id @param {boolean} isStream @returns {string | undefined} */
export function termOf(id, isStream) {
  if (isStream) return 'residual';
  return ['hidden', 'activated', 'feedForward'].includes(id) ? 'ffn' : TERMS[id];
}
