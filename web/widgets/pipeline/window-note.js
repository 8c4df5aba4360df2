/** Long sentences are shown in pages; this says which page. */
import { isPairs, isParams } from './stages.js';
import { WINDOW } from './detail-layout.js';

/**
 * @param {import('../attn-pipeline.js').AttnPipeline} figure
 * @param {import('./stages.js').MatrixId} id
 * @param {boolean} isTransposed
 * @returns {string} nothing where the whole matrix is shown
 */
export function windowNote(figure, id, isTransposed) {
  const { words, tokens } = figure;
  if (tokens.length <= WINDOW || isParams(id)) return '';
  const { row, column, rows, columns } = figure.windowOf(id);
  const down = figure.plain(isTransposed ? words.columnWindow : words.rowWindow, {
    from: row,
    to: row + rows - 1,
  });
  if (!isPairs(id)) return down;
  const across = figure.plain(words.columnWindow, { from: column, to: column + columns - 1 });
  return `${down}, ${across}`;
}
