/** The matrix of one head: a grid of cells, or for a long sentence a heat map. */
import { inkOn, weightFill } from '../../draw/colour.js';
import { heatGrid } from '../../draw/heat-grid.js';
import { matrixGrid } from '../../draw/matrix.js';
import { percent, percentDigits } from '../../model/format.js';
import { FEW } from '../own-sentence.js';
import { cellOf, spoken } from '../row-label.js';

/** @typedef {import('../attn-heads.js').AttnHeads} Figure */

/** Room for the names of rows, and for those of columns. */
export const NAMES = 66;
export const TURNED = 62;

/** @param {Figure} figure @param {any} head @param {number} q @param {any} at */
export function weightGrid(figure, head, q, { hasNames, ...place }) {
  const { words, names, tokens, column } = figure;
  const n = tokens.length;
  const id = words.columns[head.id];
  const matrix = { data: head.weights, rows: n, columns: n };
  const name = (/** @type {number} */ weight, /** @type {number} */ row, /** @type {number} */ k) =>
    figure.plain(words.cellName, {
      head: id,
      query: names[row],
      key: names[k],
      weight: percent(weight),
    });
  const shared = {
    ...place,
    ...spoken(figure, names, names, cellOf(head.weights, n)),
    id: head.id,
    term: 'weights',
    label: figure.plain(words.gridLabel, { head: id }),
    columnNames: tokens,
    labelWidth: NAMES,
    labelHeight: TURNED,
    current: { row: q, column },
    selectedRow: q,
    onKey: (/** @type {KeyboardEvent} */ event) => figure.cellKey(event, head.id),
  };
  if (n <= FEW)
    return matrixGrid(matrix, {
      ...shared,
      depends: [names],
      rowNames: hasNames ? tokens : null,
      fill: weightFill,
      ink: inkOn,
      text: place.cellWidth > 34 ? percentDigits : null,
      name,
      onSelect: (row, k) => figure.clickCell(head.id, row, k),
    });
  return heatGrid(matrix, {
    ...shared,
    isChosen: true,
    extent: null,
    rowNames: tokens,
    text: percentDigits,
    name: name(head.weights[q * n + column], q, column),
    onSelect: (cell) => figure.clickCell(head.id, cell.row, cell.column),
  });
}
