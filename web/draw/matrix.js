/**
 * A matrix as a grid of cells that keys and screen readers can walk: one tab stop, arrows move.
 */
import { svg, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { currentLanguage } from '../model/language.js';
import { columnNames, rowName } from './grid-names.js';
import { px } from './layout.js';
import { hatchPath } from './hatch.js';
import { numbers } from './numbers.js';

/** @typedef {import('./grid-names.js').NameOptions} NameOptions */

/**
 * @typedef {object} CellOptions
 * @property {string} id names the grid among the figure's grids (for focus and tests)
 * @property {string} label spoken name
 * @property {(value: number, row: number, column: number) => string} fill
 * @property {((value: number, row: number, column: number) => string) | null} [text] written in
 *   the cell
 * @property {(value: number, row: number, column: number) => string} [ink]
 * @property {(value: number, row: number, column: number) => string} name spoken
 * @property {(row: number, column: number) => boolean} [masked]
 * @property {{ row: number, column: number } | null} [current] the cell that takes the tab
 * @property {boolean} [markCurrent] outline the current cell
 * @property {((row: number, column: number) => boolean) | null} [isLit] cells lit as operands
 * @property {(row: number, column: number) => void} [onSelect]
 * @property {(event: KeyboardEvent) => void} [onKey]
 * @property {string} [term] lights with this term of the prose
 * @property {number} [fontSize]
 * @property {readonly unknown[]} [depends] what the cells and the names depend on beside the numbers,
 *   the place and the choice; with it only rows are drawn anew where one of these has changed
 * @property {boolean} [isStill] colours change at once: for grids of many cells beside others
 */

/** The selected row and column are outlined. @typedef {CellOptions & NameOptions} MatrixOptions */

/**
 * @param {{ data: ArrayLike<number>, rows: number, columns: number }} matrix
 * @param {MatrixOptions} o
 */
export function matrixGrid({ data, rows, columns }, o) {
  const current = o.current ?? { row: 0, column: 0 };
  const all = [data, o.x, o.y, o.cellWidth, o.cellHeight, currentLanguage(), ...(o.depends ?? [])];
  const kept = (/** @type {unknown[]} */ choice, /** @type {() => unknown} */ draw) =>
    o.depends ? guard([...all, ...choice], draw) : draw();
  return svg`<g role="grid" aria-label=${o.label} aria-rowcount=${rows} aria-colcount=${columns}
      data-grid=${o.id} data-term=${o.term ?? nothing} @keydown=${o.onKey ?? nothing}>
    ${kept([o.selectedColumn], () => columnNames(columns, o))}
    ${Array.from({ length: rows }, (_, row) =>
      kept([row === current.row && current.column, row === o.selectedRow], () =>
        gridRow(data, row, columns, current, o),
      ),
    )}
    ${outlines(rows, columns, current, o)}
  </g>`;
}

/** @param {ArrayLike<number>} data @param {number} row @param {number} columns @param {{ row: number, column: number }} current @param {MatrixOptions} o */
function gridRow(data, row, columns, current, o) {
  return svg`<g role="row" aria-rowindex=${row + 1}>
    ${rowName(row, o)}
    ${Array.from({ length: columns }, (_, column) =>
      cell(data[row * columns + column], row, column, current, o),
    )}
    ${o.text ? rowNumbers(data, row, columns, o) : nothing}
  </g>`;
}

/** @param {ArrayLike<number>} data @param {number} row @param {number} columns @param {MatrixOptions} o */
function rowNumbers(data, row, columns, o) {
  const list = Array.from({ length: columns }, (_, column) => {
    const value = data[row * columns + column];
    if (o.masked?.(row, column)) return null;
    return {
      x: o.x + column * o.cellWidth + (o.cellWidth - 1) / 2,
      y: o.y + row * o.cellHeight + (o.cellHeight - 1) / 2 + 4,
      ink: o.ink?.(value, row, column) ?? 'var(--c-ink)',
      text: o.text?.(value, row, column) ?? '',
    };
  });
  return numbers(list, o.fontSize ?? 12);
}

/** @param {number} value @param {number} row @param {number} column @param {{ row: number, column: number }} current @param {MatrixOptions} o */
function cell(value, row, column, current, o) {
  const x = px(o.x + column * o.cellWidth);
  const y = px(o.y + row * o.cellHeight);
  const width = px(o.cellWidth - 1);
  const height = px(o.cellHeight - 1);
  const isMasked = o.masked?.(row, column) ?? false;
  const isStop = row === current.row && column === current.column;
  return svg`<g role="gridcell" aria-label=${o.name(value, row, column)} tabindex=${isStop ? 0 : -1}
      aria-colindex=${column + 1} data-cell=${`${o.id}:${row}:${column}`}
      cursor=${o.onSelect ? 'pointer' : nothing}
      @click=${o.onSelect ? () => o.onSelect?.(row, column) : nothing}>
    <rect x=${x} y=${y} width=${width} height=${height} rx="1.5" class=${o.isStill ? nothing : 'moves'}
      fill=${isMasked ? 'var(--c-card)' : o.fill(value, row, column)}></rect>
    ${
      isMasked
        ? svg`<path d=${hatchPath(x, y, width, height)} stroke="var(--c-forbidden)"
      stroke-opacity="0.55" fill="none" pointer-events="none"></path>`
        : nothing
    }
    ${
      o.isLit?.(row, column)
        ? svg`<rect x=${x + 1} y=${y + 1} width=${width - 2} height=${height - 2}
      fill="none" stroke="var(--c-focus)" stroke-width="2" pointer-events="none"></rect>`
        : nothing
    }
    ${isStop ? svg`<rect class="focus-ring" x=${x} y=${y} width=${width} height=${height} rx="1.5"></rect>` : nothing}
  </g>`;
}

/** Outlines over the cells, drawn last so that they are whole. */
/** @param {number} rows @param {number} columns @param {{ row: number, column: number }} current @param {MatrixOptions} o */
function outlines(rows, columns, current, o) {
  const box = (
    /** @type {number} */ row,
    /** @type {number} */ column,
    /** @type {number} */ tall,
    /** @type {number} */ wide,
    /** @type {string} */ colour,
  ) =>
    svg`<rect x=${px(o.x + column * o.cellWidth - 1)} y=${px(o.y + row * o.cellHeight - 1)}
      width=${px(wide * o.cellWidth + 1)} height=${px(tall * o.cellHeight + 1)} rx="3" fill="none"
      stroke=${colour} stroke-width="2" pointer-events="none"></rect>`;
  const { selectedRow = null, selectedColumn = null } = o;
  return svg`${selectedRow === null ? nothing : box(selectedRow, 0, 1, columns, 'var(--c-query)')}
    ${selectedColumn === null ? nothing : box(0, selectedColumn, rows, 1, 'var(--c-key)')}
    ${o.markCurrent ? box(current.row, current.column, 1, 1, 'var(--c-focus)') : nothing}`;
}
