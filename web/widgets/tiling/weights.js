/** The grid of the weights of attn-tiling: what is over, what is now, what is skipped, what is to come. */
import { nothing, svg } from 'lit';
import { cellPath } from '../../draw/cell-path.js';
import { hatch } from '../../draw/hatch.js';
import { heatCells } from '../../draw/heat-grid.js';
import { px } from '../../draw/layout.js';
import { quiet } from '../../draw/quiet.js';
import { walkedGrid } from '../../draw/walked-grid.js';
import { score } from '../../model/format.js';
import { cellName, cellOf, spoken } from '../row-label.js';
import { walk } from '../walk.js';

/** @typedef {import('../attn-tiling.js').AttnTiling} Figure */
/** @typedef {import('../../model/grid-keys.js').Cell} Cell */

/** @param {Figure} figure @param {any} results @param {any} state @param {any} p @returns {unknown} */
export function tiles(figure, results, state, p) {
  const { words, names } = figure;
  const { tiled, plain, row, q, n } = results;
  const { tileK, tile } = state;
  const size = { rows: n, columns: n };
  // What was walked to or, where another tile was taken in hand, its first key.
  const { column } = figure.cell;
  const isIn = Math.floor(column / tileK) === tile && column < n;
  const cell = { row: q, column: isIn ? column : tile * tileK };
  return walkedGrid(
    size,
    {
      ...p.grid,
      ...walk(figure, 'weights', size, (to) => figure.chooseAt(to), cell),
      ...spoken(figure, names, names, cellOf(plain.trace.weights, n)),
      label: figure.plain(words.gridLabel, { tile: row.index + 1, count: tiled.steps.length }),
      name: cellName(figure, names[q], names[cell.column], textOf(figure, row, state, cell)),
      selectedRow: q,
      term: 'weights',
      depends: [tiled, names, row.index, p.narrow],
    },
    () => drawn(words, results, state, p),
  );
}

/** What stands in a cell of the tile in hand. @param {Figure} figure @param {any} row @param {any} state @param {Cell} cell */
function textOf({ words, texts }, { step, exponentials }, { causal }, { row, column }) {
  if (step.state !== 'computed') return words.skippedCell;
  return causal && column > row ? texts.words.masked : score(exponentials[column - step.firstKey]);
}

/** @param {any} words @param {any} results @param {any} state @param {any} p */
function drawn(words, { tiled, row, n }, state, p) {
  const { x, y, cellWidth, cellHeight } = p.grid;
  const box = (/** @type {any} */ s) =>
    /** @type {const} */ ([
      x + s.firstKey * cellWidth,
      y + s.firstQuery * cellHeight,
      s.keys * cellWidth - 1,
      s.queries * cellHeight - 1,
    ]);
  const isSkipped = (/** @type {any} */ s) => s.state !== 'computed';
  const isPast =
    (/** @type {boolean} */ wanted) => (/** @type {number} */ r, /** @type {number} */ k) => {
      const order = Math.floor(r / state.tileQ) * tiled.tileCols + Math.floor(k / state.tileK);
      return order < row.index === wanted && !isSkipped(tiled.steps[order]);
    };
  const [left, top, wide, tall] = box(row.step);
  return svg`${quiet(x, y - 9, p.narrow ? words.gridShort : words.gridTitle)}
    <path d=${cellPath(n, n, p.grid, isPast(false))} fill="var(--c-soft)"></path>
    <path d=${cellPath(n, n, p.grid, isPast(true))} fill="var(--c-weight)" fill-opacity="0.16"></path>
    ${tiled.steps.filter(isSkipped).map((/** @type {any} */ s) => hatch(...box(s)))}
    ${tileCells(row.step, p)}
    <path d=${borders(tiled, n, state, p)} stroke="var(--c-edge)" fill="none"></path>
    <rect x=${px(left - 2)} y=${top - 2} width=${px(wide + 3)} height=${tall + 3} rx="4" fill="none"
      stroke="var(--c-weight)" stroke-width="3" class="moves" data-part="tile"></rect>`;
}

/** The lines between tiles. @param {any} tiled @param {number} n @param {any} state @param {any} p */
function borders({ tileRows, tileCols }, n, { tileQ, tileK }, { grid }) {
  const { x, y, cellWidth, cellHeight } = grid;
  const across = Array.from(
    { length: tileRows - 1 },
    (_, i) => `M${px(x - 1)} ${y + (i + 1) * tileQ * cellHeight - 0.5}h${px(n * cellWidth)}`,
  );
  const down = Array.from(
    { length: tileCols - 1 },
    (_, i) => `M${px(x + (i + 1) * tileK * cellWidth - 0.5)} ${y - 1}v${n * cellHeight}`,
  );
  return [...across, ...down].join('');
}

/** The exponentials of the tile in hand. @param {any} step @param {any} p */
function tileCells({ exponentials, queries, keys, firstQuery, firstKey }, { grid }) {
  if (!exponentials) return nothing;
  return heatCells(
    { data: exponentials, rows: queries, columns: keys },
    {
      ...grid,
      x: grid.x + firstKey * grid.cellWidth,
      y: grid.y + firstQuery * grid.cellHeight,
      extent: null,
      text: score,
    },
  );
}
