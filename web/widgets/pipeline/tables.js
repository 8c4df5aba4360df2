/** Every matrix as a table. */
import { percent, score } from '../../model/format.js';
import { channelNames } from '../row-label.js';
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
  return MATRICES.map((id) => {
    const { data, rows, columns } = results.matrices[id];
    return {
      id,
      caption: figure.plain(words.tableCaption, { name: words.names[id], rows, columns }),
      corner: isParams(id) ? words.tableChannel : texts.words.token,
      rowNames: isParams(id) ? channelNames(figure, rows) : [...names],
      columnNames: isPairs(id) ? [...names] : channelNames(figure, columns),
      data,
      format: id === 'weights' ? percent : (/** @type {number} */ value) => score(value),
    };
  });
}
