/** The matrix of attn-pattern: a grid of cells, or for a long sentence a heat map. */
import { inkOn, weightFill } from '../../draw/colour.js';
import { heatGrid } from '../../draw/heat-grid.js';
import { matrixGrid } from '../../draw/matrix.js';
import { percent, percentDigits } from '../../model/format.js';
import { FEW } from '../own-sentence.js';
import { cellOf, spoken } from '../row-label.js';

/** @typedef {import('../attn-pattern.js').AttnPattern} Figure */

/** @param {Figure} figure @param {any} results @param {any} place */
export function weightGrid(figure, results, { isWide, ...place }) {
  const { words, names, tokens } = figure;
  const matrix = { data: results.weights, rows: tokens.length, columns: tokens.length };
  const weightAt = cellOf(results.weights, tokens.length);
  const at = { ...place, isWide, ...spoken(figure, names, names, weightAt) };
  if (tokens.length > FEW) return weightMap(figure, results, matrix, at);
  return matrixGrid(matrix, {
    ...at,
    depends: [names, figure.all],
    id: 'weights',
    term: 'weights',
    label: words.matrixLabel,
    rowNames: tokens,
    columnNames: isWide ? null : tokens,
    labelHeight: 70,
    selectedRow: results.q,
    current: { row: figure.state.query, column: figure.column },
    fill: weightFill,
    ink: inkOn,
    text: isWide ? percentDigits : null,
    masked: results.isMaskedCell,
    name: cellName(figure, results),
    onSelect: (row, column) => figure.clickCell(row, column),
    onKey: (event) => figure.cellKey(event),
  });
}

/** @param {Figure} figure @param {any} results */
function cellName({ words, names, plain }, { isMaskedCell }) {
  return (/** @type {number} */ weight, /** @type {number} */ row, /** @type {number} */ column) =>
    plain(isMaskedCell(row, column) ? words.cellMasked : words.cellName, {
      query: names[row],
      key: names[column],
      weight: percent(weight),
    });
}

/** The matrix of a long sentence: colours, and the row that is looked at. */
/** @param {Figure} figure @param {any} results @param {any} matrix @param {any} place */
function weightMap(figure, results, matrix, { isWide, ...place }) {
  const { words, tokens, column, state } = figure;
  const row = state.query;
  return heatGrid(matrix, {
    ...place,
    id: 'weights',
    term: 'weights',
    label: words.matrixLabel,
    isChosen: true,
    extent: null,
    rowNames: isWide ? [] : tokens,
    columnNames: tokens,
    labelHeight: 70,
    text: percentDigits,
    masked: results.isMaskedCell,
    current: { row, column },
    selectedRow: results.q,
    name: cellName(figure, results)(matrix.data[row * tokens.length + column], row, column),
    onSelect: (cell) => figure.clickCell(cell.row, cell.column),
    onKey: (event) => figure.cellKey(event),
  });
}
