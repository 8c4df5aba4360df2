/** One stage, large: its operands and its result with their numbers. */
import { svg, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { inkOn, scoreFill, scoreInk, weightFill } from '../../draw/colour.js';
import { gap, space } from '../../draw/direction.js';
import { px } from '../../draw/layout.js';
import { matrixGrid } from '../../draw/matrix.js';
import { svgSubscripts } from '../../draw/subscripts.js';
import { fixed, percent, percentDigits, score } from '../../model/format.js';
import { currentLanguage } from '../../model/language.js';
import { cellName as named, channelName, channelNames, spoken } from '../row-label.js';
import { isAfterMask, isPairs, isParams, operandsOf, roleOf, termOf } from './stages.js';
import { detailLayout, isWide } from './detail-layout.js';
import { heading } from './heading.js';
import { isLong } from './parameters.js';
import { windowNote } from './window-note.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */
/** @typedef {import('./stages.js').MatrixId} MatrixId */
/** @typedef {import('./stages.js').Region} Region */
/** @typedef {import('./detail-layout.js').Grid} Grid */

/** Cells that take no tab: operands are reached through the overview. */
const NO_STOP = { row: -1, column: -1 };

/** Numbers are written in cells from this width on. */
const NUMBERS_FROM = 32;

/** @param {Figure} figure @param {any} results @param {number} width */
export function detail(figure, results, width) {
  const { stage, row, column } = figure.shown;
  const { grids, operators } = detailLayout(stage, width, figure.tokens.length);
  const operands = operandsOf(stage, { row, column }, figure.tokens.length);
  return svg`<g data-part="detail">
    ${heading(figure, results, width)}
    ${operators.map((operator) => operatorMark(figure, operator))}
    ${grids.map(
      (grid) => svg`
      ${gridTitle(figure, results, grid, width)}
      ${guardedGrid(figure, results, grid)}
      ${changeMarks(figure, results, grid)}
      ${operands.filter(({ id }) => id === grid.id).map((region) => outline(figure, region, grid))}`,
    )}
  </g>`;
}

/** A grid of operands changes only with its numbers and its place. */
/** @param {Figure} figure @param {any} results @param {Grid} grid */
function guardedGrid(figure, results, grid) {
  if (grid.id === figure.shown.stage) return stageGrid(figure, results, grid);
  const view = figure.windowOf(grid.id);
  const { x, y, cellWidth } = grid;
  const place = [grid.id, x, y, cellWidth, view.row, view.column];
  return guard([results.matrices[grid.id], currentLanguage(), ...place], () =>
    stageGrid(figure, results, grid),
  );
}

/** @param {Figure} figure @param {any} results @param {Grid} grid */
function stageGrid(figure, results, grid) {
  const { stage, row, column } = figure.shown;
  const isResult = grid.id === stage;
  const view = figure.windowOf(grid.id);
  const names = figure.tokens.slice(view.row, view.row + view.rows);
  const keys = figure.tokens.slice(view.column, view.column + view.columns);
  const real = (/** @type {number} */ r, /** @type {number} */ c) =>
    grid.isTransposed
      ? { row: c + view.row, column: r + view.column }
      : { row: r + view.row, column: c + view.column };
  const size = grid.isTransposed
    ? { rows: view.columns, columns: view.rows }
    : { rows: view.rows, columns: view.columns };
  const look = lookOf(results, grid.id);
  return matrixGrid(
    { data: cellsOf(results.matrices[grid.id], size, real, view), ...size },
    {
      id: grid.id,
      label: figure.words.names[grid.id],
      term: termOf(grid.id),
      x: grid.x,
      y: grid.y,
      cellWidth: grid.cellWidth,
      cellHeight: grid.cellHeight,
      rowNames: grid.hasRowNames && !isParams(grid.id) ? names : null,
      columnNames: grid.hasColumnNames ? (grid.isTransposed ? names : keys) : null,
      ...spokenOf(figure, results.matrices[grid.id], grid, view),
      labelWidth: grid.x - 4,
      labelHeight: 58,
      isStill: true,
      depends: [results.run, names.join(' '), keys.join(' ')],
      current: isResult ? { row: row - view.row, column: column - view.column } : NO_STOP,
      markCurrent: isResult,
      fill: look.fill,
      ink: look.ink,
      fontSize: Math.min(13, px(grid.cellWidth * 0.29)),
      text: grid.cellWidth >= NUMBERS_FROM ? look.text : null,
      masked: (r, c) => {
        const cell = real(r, c);
        return look.canBeMasked && results.isMasked(cell.row, cell.column);
      },
      name: (value, r, c) => cellName(figure, results, grid.id, value, real(r, c)),
      onSelect: (r, c) => figure.choose(grid.id, real(r, c)),
      onKey: isResult ? (event) => figure.cellKey(event) : undefined,
    },
  );
}

/** What is said of the rows and columns: who looks where most, in the whole matrix. */
/** @param {Figure} figure @param {any} matrix @param {Grid} grid @param {{ row: number, column: number }} view */
function spokenOf(figure, matrix, { id, isTransposed }, view) {
  const { names } = figure;
  const rows = isParams(id) ? channelNames(figure, matrix.rows) : names;
  const columns = isPairs(id) ? names : channelNames(figure, matrix.columns);
  const at = (/** @type {number} */ r, /** @type {number} */ c) => matrix.row(r)[c];
  const { rowLabel, columnLabel } = spoken(
    figure,
    rows,
    columns,
    at,
    id === 'weights' ? null : fixed,
  );
  const ofRow = (/** @type {number} */ r) => rowLabel(r + view.row);
  const ofColumn = (/** @type {number} */ c) => columnLabel(c + view.column);
  return isTransposed
    ? { rowLabel: ofColumn, columnLabel: ofRow }
    : { rowLabel: ofRow, columnLabel: ofColumn };
}

/** The numbers that are shown of each matrix: the same list for the same part. */
/** @type {WeakMap<object, { key: string, data: Float32Array }>} */
const shownCells = new WeakMap();

/** @param {any} matrix @param {{ rows: number, columns: number }} size @param {(r: number, c: number) => { row: number, column: number }} real @param {{ row: number, column: number }} view */
function cellsOf(matrix, size, real, view) {
  const key = [view.row, view.column, size.rows, size.columns].join(' ');
  const known = shownCells.get(matrix);
  if (known?.key === key) return known.data;
  const data = Float32Array.from({ length: size.rows * size.columns }, (_, i) => {
    const { row, column } = real(Math.floor(i / size.columns), i % size.columns);
    return matrix.row(row)[column];
  });
  shownCells.set(matrix, { key, data });
  return data;
}

/** How the numbers of a matrix are drawn. @param {any} results @param {MatrixId} id */
function lookOf(results, id) {
  const extent = results.extentOf(id);
  if (id === 'weights') {
    const share = (/** @type {number} */ weight) => Math.min(1, weight / extent);
    return {
      fill: (/** @type {number} */ weight) => weightFill(share(weight)),
      ink: (/** @type {number} */ weight) => inkOn(share(weight)),
      text: percentDigits,
      canBeMasked: true,
    };
  }
  return {
    fill: (/** @type {number} */ value) => scoreFill(value, extent),
    ink: (/** @type {number} */ value) => scoreInk(value, extent),
    text: score,
    canBeMasked: id === 'masked',
  };
}

/** @param {Figure} figure @param {any} results @param {MatrixId} id @param {number} value @param {{ row: number, column: number }} cell */
function cellName(figure, results, id, value, { row, column }) {
  const { words, names } = figure;
  const number = id === 'weights' ? percent(value) : fixed(value);
  const isMasked = (id === 'weights' || id === 'masked') && results.isMasked(row, column);
  const text = isMasked ? figure.texts.words.masked : number;
  if (isPairs(id))
    return figure.plain(words.pairName, { query: names[row], key: names[column], value: text });
  const from = isParams(id) ? channelName(figure, row) : names[row];
  return named(figure, from, channelName(figure, column), text);
}

/** A corner on each cell that the mask changed, in one path. @param {Figure} figure @param {any} results @param {Grid} grid */
function changeMarks(figure, results, grid) {
  if (figure.shown.mask === 'none' || !isAfterMask(grid.id) || grid.id !== figure.shown.stage)
    return nothing;
  const view = figure.windowOf(grid.id);
  let path = '';
  for (let r = 0; r < view.rows; r++) {
    for (let c = 0; c < view.columns; c++) {
      if (!results.isChanged(grid.id, r + view.row, c + view.column)) continue;
      const right = px(grid.x + (c + 1) * grid.cellWidth - 1);
      path += `M${px(right - 7)} ${px(grid.y + r * grid.cellHeight)}H${right}v7z`;
    }
  }
  return svg`<path d=${path} fill="var(--c-ink)" fill-opacity="0.6" pointer-events="none" data-part="changed"></path>`;
}

/** An operand, outlined in the colour of its role. @param {Figure} figure @param {Region} region @param {Grid} grid */
function outline(figure, region, grid) {
  const view = figure.windowOf(region.id);
  const clip = (
    /** @type {number} */ from,
    /** @type {number} */ size,
    /** @type {number} */ start,
    /** @type {number} */ room,
  ) => {
    const begin = Math.max(0, from - start);
    return { begin, size: Math.min(room, from + size - start) - begin };
  };
  const down = clip(region.row, region.rows, view.row, view.rows);
  const across = clip(region.column, region.columns, view.column, view.columns);
  if (down.size < 1 || across.size < 1) return nothing;
  const [vertical, horizontal] = grid.isTransposed ? [across, down] : [down, across];
  return svg`<rect x=${px(grid.x + horizontal.begin * grid.cellWidth - 2)} y=${px(grid.y + vertical.begin * grid.cellHeight - 2)}
    width=${px(horizontal.size * grid.cellWidth + 3)} height=${px(vertical.size * grid.cellHeight + 3)} rx="4"
    fill="none" stroke=${`var(--c-${roleOf(region.id)})`} stroke-width="2.5" pointer-events="none"></rect>`;
}

/** @param {Figure} figure @param {any} results @param {Grid} grid @param {number} width */
function gridTitle(figure, results, grid, width) {
  if (!isWide(width)) return nothing;
  const isCorner = grid.id === 'raw' && figure.shown.stage === 'raw';
  if (isCorner) return nothing;
  const { rows, columns } = results.matrices[grid.id];
  const symbol = figure.words.symbols[grid.id] + (grid.isTransposed ? 'ᵀ' : '');
  const shape = grid.isTransposed ? `${columns} × ${rows}` : `${rows} × ${columns}`;
  // Of a long text the overview says it; here the window needs the room.
  const size = isLong(figure.tokens.length) ? '' : shape;
  return svg`<text x=${px(grid.x)} y=${px(grid.titleY)} font-size="14.5" font-weight="650"
    fill=${`var(--c-${roleOf(grid.id)})`}>${svgSubscripts(symbol)}<tspan class="quiet" dx=${gap(8)}
    font-size="12" font-weight="400">${space()}${size}</tspan><tspan class="quiet" dx=${gap(7)} font-size="12"
    font-weight="400">${space()}${windowNote(figure, grid.id, grid.isTransposed)}</tspan></text>`;
}

/** @param {Figure} figure @param {{ x: number, y: number, width: number, key: string }} operator */
function operatorMark(figure, { x, y, width, key }) {
  const middle = px(x + width / 2 - 1);
  const isSign = key === 'times' || key === 'equals';
  const none = key === 'mask' && figure.shown.mask === 'none';
  const text = figure.words.operators[none ? 'noMask' : key];
  if (isSign) {
    return svg`<text x=${middle} y=${px(y + (key === 'times' ? 9 : 6))} text-anchor="middle" font-size=${key === 'times' ? 30 : 20} class="quiet">${text}</text>`;
  }
  const end = x + width - 10;
  return svg`<text x=${middle} y=${px(y - 9)} text-anchor="middle" font-size="12.5" class="quiet"
      >${svgSubscripts(text)}</text>
    <path d=${`M${px(x + 9)} ${px(y)}H${px(end)}M${px(end - 5)} ${px(y - 4)}L${px(end)} ${px(y)}L${px(end - 5)} ${px(y + 4)}`}
      fill="none" stroke="var(--c-edge)" stroke-width="1.5"></path>`;
}
