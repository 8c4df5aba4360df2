/**
 * A matrix as a heat map with one cell that is chosen: few nodes at any size, and a grid to keys
 * and screen readers all the same. Numbers stand in the cells where they fit.
 */
import { nothing, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { currentLanguage } from '../model/language.js';
import { inkOn, scoreFill, scoreInk, weightFill } from './colour.js';
import { columnNames, rowName } from './grid-names.js';
import { cellUnder, heatmap } from './heatmap.js';
import { px } from './layout.js';

/** Steps of a ramp from 0 to its end. */
const LEVELS = 16;

/**
 * @typedef {object} CellOptions
 * @property {string} id names the grid (for focus and tests)
 * @property {string} label spoken name
 * @property {number | null} extent what gets the full colour, or null for weights from 0 to 1
 * @property {(value: number) => string} text
 * @property {{ row: number, column: number }} current
 * @property {string} name spoken of the current cell
 * @property {((row: number, column: number) => boolean) | null} [masked]
 * @property {(cell: { row: number, column: number }) => void} onSelect
 * @property {(event: KeyboardEvent) => void} onKey
 * @property {string} [term]
 */

/** The selected row is outlined. @typedef {CellOptions & import('./grid-names.js').NameOptions} HeatGridOptions */

/** @typedef {{ data: ArrayLike<number>, rows: number, columns: number }} Matrix */

/** How a value is coloured. @param {number | null} extent @param {number} [levels] */
export function ramp(extent, levels = LEVELS) {
  const isWeights = extent === null;
  return {
    level: (/** @type {number} */ value) =>
      Math.round((isWeights ? value : value / (extent || 1)) * levels),
    fill: (/** @type {number} */ level) =>
      isWeights ? weightFill(level / levels) : scoreFill(level, levels),
  };
}

/** @param {Matrix} matrix @param {HeatGridOptions} o */
export function heatGrid(matrix, o) {
  const { data, rows, columns } = matrix;
  const all = [
    data,
    currentLanguage(),
    o.x,
    o.y,
    o.cellWidth,
    o.cellHeight,
    o.extent,
    ...namesOf(o),
  ];
  const kept = (/** @type {unknown[]} */ choice, /** @type {() => unknown} */ draw) =>
    guard([...all, ...choice], draw);
  // Names of every eighth column fit even where cells are narrow.
  const hasRoom = o.cellWidth >= 13 || o.columnNames?.includes('');
  const across = hasRoom ? o : { ...o, columnNames: null };
  const down = o.cellHeight >= 13 ? o : { ...o, rowNames: null };
  const { row: current } = o.current;
  /** @param {any} event */
  const choose = (event) => o.onSelect(cellUnder(event, event.currentTarget, rows, columns));
  return svg`<g role="grid" aria-label=${o.label} aria-rowcount=${rows} aria-colcount=${columns}
      data-grid=${o.id} data-term=${o.term ?? nothing} @keydown=${o.onKey}>
    ${kept([], () => still(matrix, o))}
    <rect class="hit" x=${px(o.x)} y=${px(o.y)} width=${px(columns * o.cellWidth)}
      height=${px(rows * o.cellHeight)} @click=${choose}></rect>
    ${outline(columns, o)}
    ${kept([], () => columnNames(columns, across))}
    ${Array.from(
      { length: rows },
      (_, row) => svg`<g role="row" aria-rowindex=${row + 1}>
      ${kept([row === o.selectedRow], () => rowName(row, down))}${row === current ? chosen(o) : nothing}</g>`,
    )}
  </g>`;
}

/** @param {HeatGridOptions} o */
const namesOf = (o) => [o.rowNames, o.columnNames].map((names) => names?.join('\n'));

/** @param {number} columns @param {HeatGridOptions} o */
function outline(columns, { selectedRow = null, x, y, cellWidth, cellHeight }) {
  if (selectedRow === null) return nothing;
  return svg`<rect x=${px(x - 1)} y=${px(y + selectedRow * cellHeight - 1)}
    width=${px(columns * cellWidth + 1)} height=${px(cellHeight + 1)} rx="3" fill="none"
    stroke="var(--c-query)" stroke-width="2" pointer-events="none"></rect>`;
}

/** Colours and numbers. @param {Matrix} matrix @param {HeatGridOptions} o */
function still(matrix, o) {
  const { x, y, cellWidth, cellHeight, masked } = o;
  return svg`<g aria-hidden="true">${heatmap(matrix, { x, y, cellWidth, cellHeight, masked, ...ramp(o.extent) })}
    ${cellWidth >= 33 && cellHeight >= 17 ? numbers(matrix, o) : nothing}</g>`;
}

/** @param {Matrix} matrix @param {HeatGridOptions} o */
function numbers({ data, rows, columns }, o) {
  return Array.from({ length: rows * columns }, (_, i) => {
    const row = Math.floor(i / columns);
    const column = i % columns;
    if (o.masked?.(row, column)) return nothing;
    const level = ramp(o.extent).level(data[i]);
    return svg`<text x=${px(o.x + (column + 0.5) * o.cellWidth)} y=${px(o.y + (row + 0.5) * o.cellHeight + 4)}
      text-anchor="middle" font-size="11.5" fill=${o.extent === null ? inkOn(level / LEVELS) : scoreInk(level, LEVELS)}>${o.text(data[i])}</text>`;
  });
}

/** @param {HeatGridOptions} o */
function chosen({ id, x, y, cellWidth, cellHeight, current: { row, column }, name }) {
  const at = { x: px(x + column * cellWidth - 1.5), y: px(y + row * cellHeight - 1.5) };
  const size = { width: px(cellWidth + 2), height: px(cellHeight + 2) };
  return svg`<g role="gridcell" aria-colindex=${column + 1} aria-label=${name} tabindex="0"
      data-cell=${id} aria-selected="true" pointer-events="none">
      <rect x=${at.x} y=${at.y} width=${size.width} height=${size.height} rx="2" fill="none"
        stroke="var(--c-ink)" stroke-width="2"></rect>
      <rect class="focus-ring" x=${at.x - 2} y=${at.y - 2} width=${size.width + 4}
        height=${size.height + 4} rx="3"></rect>
    </g>`;
}
