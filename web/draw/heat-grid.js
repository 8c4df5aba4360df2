/**
 * A matrix as a heat map with one cell that is chosen: few nodes at any size, and a grid to keys
 * and screen readers all the same. Numbers stand in the cells where they fit.
 */
import { nothing, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { currentLanguage } from '../model/language.js';
import { inkOn, scoreFill, scoreInk, weightFill } from './colour.js';
import { unmirrored } from './direction.js';
import { cellUnder, heatmap } from './heatmap.js';
import { fitText, px, textWidth } from './layout.js';
import { shortened } from './shortened.js';

/** Steps of a ramp from 0 to its end. */
const LEVELS = 16;

/**
 * @typedef {object} HeatGridOptions
 * @property {string} id names the grid (for focus and tests)
 * @property {string} label spoken name
 * @property {number} x left edge of the first cell @property {number} y its top edge
 * @property {number} cellWidth @property {number} cellHeight
 * @property {number | null} extent what gets the full colour, or null for weights from 0 to 1
 * @property {readonly string[]} rowNames @property {readonly string[]} columnNames
 * @property {number} labelWidth @property {number} labelHeight room for the names
 * @property {(value: number) => string} text
 * @property {{ row: number, column: number }} current
 * @property {string} name spoken of the current cell
 * @property {((row: number, column: number) => boolean) | null} [masked]
 * @property {(cell: { row: number, column: number }) => void} onSelect
 * @property {(event: KeyboardEvent) => void} onKey
 * @property {number | null} [selectedRow] outlined
 * @property {string} [term]
 */

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
  const place = [o.x, o.y, o.cellWidth, o.cellHeight, o.extent];
  const names = [o.rowNames.join('\n'), o.columnNames.join('\n')];
  /** @param {any} event */
  const choose = (event) => o.onSelect(cellUnder(event, event.currentTarget, rows, columns));
  return svg`<g role="grid" aria-label=${o.label} aria-rowcount=${rows} aria-colcount=${columns}
      data-grid=${o.id} data-term=${o.term ?? nothing} @keydown=${o.onKey}>
    ${guard([data, rows, columns, currentLanguage(), ...place, ...names], () => still(matrix, o))}
    <rect class="hit" x=${px(o.x)} y=${px(o.y)} width=${px(columns * o.cellWidth)}
      height=${px(rows * o.cellHeight)} @click=${choose}></rect>
    ${outline(columns, o)}
    ${chosen(o)}
  </g>`;
}

/** @param {number} columns @param {HeatGridOptions} o */
function outline(columns, { selectedRow = null, x, y, cellWidth, cellHeight }) {
  if (selectedRow === null) return nothing;
  return svg`<rect x=${px(x - 1)} y=${px(y + selectedRow * cellHeight - 1)}
    width=${px(columns * cellWidth + 1)} height=${px(cellHeight + 1)} rx="3" fill="none"
    stroke="var(--c-query)" stroke-width="2" pointer-events="none"></rect>`;
}

/** All but the choice. @param {Matrix} matrix @param {HeatGridOptions} o */
function still(matrix, o) {
  const { x, y, cellWidth, cellHeight, masked } = o;
  // Names of every eighth column fit even where cells are narrow.
  const hasRoom = o.columnNames.includes('');
  return svg`<g aria-hidden="true">${heatmap(matrix, { x, y, cellWidth, cellHeight, masked, ...ramp(o.extent) })}
    ${cellWidth >= 33 && cellHeight >= 17 ? numbers(matrix, o) : nothing}
    ${cellHeight >= 13 ? o.rowNames.map((name, row) => rowName(name, row, o)) : nothing}
    ${cellWidth >= 13 || hasRoom ? columnNames(o) : nothing}</g>`;
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

/** @param {string} name @param {number} row @param {HeatGridOptions} o */
function rowName(name, row, o) {
  const fitted = fitText(name, o.labelWidth - 8, Math.min(13, o.cellHeight));
  return svg`<text x=${px(o.x - 8)} y=${px(o.y + (row + 0.5) * o.cellHeight + 4)} class="quiet"
    text-anchor="end" font-size=${px(fitted.fontSize)}>${shortened(fitted, name)}</text>`;
}

/** Above, turned where they do not fit. @param {HeatGridOptions} o */
function columnNames(o) {
  const longest = Math.max(...o.columnNames.map((name) => textWidth(name, 13)));
  const isTurned = longest > 15 && longest > o.cellWidth - 2;
  return o.columnNames.map((name, column) => {
    const x = px(o.x + (column + 0.5) * o.cellWidth + (isTurned ? 4 : 0));
    const y = px(o.y - 7);
    const fitted = fitText(name, isTurned ? o.labelHeight - 8 : Math.max(18, o.cellWidth), 12.5);
    const written = svg`<text x=${x} y=${y} class="quiet" font-size=${px(fitted.fontSize)}
      text-anchor=${isTurned ? 'start' : 'middle'}
      transform=${isTurned ? `rotate(-90 ${x} ${y})` : nothing}>${shortened(fitted, name)}</text>`;
    return isTurned ? unmirrored(x - 4, x - 4, written) : written;
  });
}

/** @param {HeatGridOptions} o */
function chosen({ id, x, y, cellWidth, cellHeight, current: { row, column }, name }) {
  const at = { x: px(x + column * cellWidth - 1.5), y: px(y + row * cellHeight - 1.5) };
  const size = { width: px(cellWidth + 2), height: px(cellHeight + 2) };
  return svg`<g role="row" aria-rowindex=${row + 1} pointer-events="none">
    <g role="gridcell" aria-colindex=${column + 1} aria-label=${name} tabindex="0"
      data-cell=${id} aria-selected="true">
      <rect x=${at.x} y=${at.y} width=${size.width} height=${size.height} rx="2" fill="none"
        stroke="var(--c-ink)" stroke-width="2"></rect>
      <rect class="focus-ring" x=${at.x - 2} y=${at.y - 2} width=${size.width + 4}
        height=${size.height + 4} rx="3"></rect>
    </g></g>`;
}
