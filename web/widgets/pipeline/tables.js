/** Every matrix as a table. */
import { percent, score } from '../../model/format.js';
import { withLarge } from './long-text.js';
import { isLong } from './parameters.js';
import { MATRICES, isPairs, isParams } from './stages.js';

/**
 * @param {import('../attn-pipeline.js').AttnPipeline} figure
 * @param {any} results
 * @returns {import('../figure-element.js').NumberTable[]}
 */
export function stageTables(figure, results) {
  const { words, names, texts } = figure;
  if (isLong(names.length)) return withLarge((part) => part.tables(figure, results));
  const channel = (/** @type {number} */ c) => figure.plain(words.channel, { channel: c });
  const channels = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, c) => channel(c));
  return MATRICES.map((id) => {
    const { data, rows, columns } = results.matrices[id];
    return {
      id,
      caption: figure.plain(words.tableCaption, { name: words.names[id], rows, columns }),
      corner: isParams(id) ? words.tableChannel : texts.words.token,
      rowNames: isParams(id) ? channels(rows) : [...names],
      columnNames: isPairs(id) ? [...names] : channels(columns),
      data,
      format: id === 'weights' ? percent : (/** @type {number} */ value) => score(value),
    };
  });
}
