/** The numbers of attn-block as tables: the open tensor, the stack, the counts. */
import { count, percent, score } from '../../model/format.js';
import { channelNames } from '../row-label.js';
import { isPairs } from './tensors.js';

/**
 * @param {import('../attn-block.js').AttnBlock} figure
 * @param {any} results
 * @returns {import('../figure-element.js').NumberTable[]}
 */
export function blockTables(figure, { shown, norms, counts }) {
  const { words, names, texts, state } = figure;
  const tables = [
    {
      id: 'tensor',
      caption: words.names[state.tensor],
      corner: texts.words.token,
      rowNames: names,
      columnNames: isPairs(state.tensor) ? names : channelNames(figure, shown.columns),
      data: shown.data,
      format: state.tensor === 'weights' ? percent : (/** @type {number} */ v) => score(v),
    },
  ];
  if (norms) tables.push(stackTable(words.stack, norms));
  if (counts) tables.push(countTable(words.counts, counts.parts));
  return tables;
}

/** @param {any} words @param {{ pre: Float32Array, post: Float32Array }} norms */
function stackTable(words, { pre, post }) {
  return {
    id: 'norms',
    caption: words.title,
    corner: words.xTitle,
    rowNames: Array.from(pre, (_, block) => String(block)),
    columnNames: [words.pre, words.post],
    data: Float32Array.from({ length: 2 * pre.length }, (_, i) => [pre, post][i % 2][i >> 1]),
    format: (/** @type {number} */ v) => score(v),
  };
}

/** @param {any} words @param {Record<string, number>} parts */
function countTable(words, parts) {
  return {
    id: 'params',
    caption: words.title,
    corner: words.part,
    rowNames: Object.keys(parts),
    columnNames: [words.number],
    data: /** @type {any} */ (Object.values(parts)),
    format: (/** @type {number} */ v) => count(v),
  };
}
