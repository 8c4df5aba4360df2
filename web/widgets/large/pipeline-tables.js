/** The numbers of a long text as tables: what stands in the window; the whole matrices are for files. */
import { percent, score } from '../../model/format.js';
import { MATRICES, isPairs, isParams } from '../pipeline/stages.js';
import { channelNames } from '../row-label.js';
import { windowNote } from '../pipeline/window-note.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */
/** @typedef {import('../pipeline/stages.js').MatrixId} MatrixId */

/**
 * @param {Figure} figure @param {any} results
 * @returns {import('../figure-element.js').NumberTable[]}
 */
export const tables = (figure, results) => MATRICES.map((id) => tableOf(figure, results, id));

/** @param {Figure} figure @param {any} results @param {MatrixId} id */
function tableOf(figure, results, id) {
  const { words, names, texts } = figure;
  const matrix = results.matrices[id];
  const { rows, columns } = matrix;
  const view = figure.windowOf(id);
  const rowNames = isParams(id) ? channelNames(figure, rows) : names;
  const columnNames = isPairs(id) ? names : channelNames(figure, columns);
  const caption = figure.plain(words.tableCaption, { name: words.names[id], rows, columns });
  const note = windowNote(figure, id, false);
  const cells = Array.from({ length: view.rows }, (_, r) =>
    matrix.row(view.row + r).subarray(view.column, view.column + view.columns),
  );
  return {
    id,
    caption: note ? `${caption}${texts.words.comma}${note}` : caption,
    corner: isParams(id) ? words.tableChannel : texts.words.token,
    rowNames: rowNames.slice(view.row, view.row + view.rows),
    columnNames: columnNames.slice(view.column, view.column + view.columns),
    data: cells.flatMap((row) => [...row]),
    format: id === 'weights' ? percent : (/** @type {number} */ value) => score(value),
    whole: { caption, rowNames, columnNames, matrix, row: view.row, column: view.column },
  };
}
