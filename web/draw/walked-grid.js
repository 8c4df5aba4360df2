/**
 * A picture of cells as a grid to keys and screen readers: of the cells only the one in hand is an
 * element, which moves, so that there are few nodes at any size.
 */
import { nothing, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { currentLanguage } from '../model/language.js';
import { columnNames, rowName } from './grid-names.js';
import { cellUnder } from './heatmap.js';
import { px } from './layout.js';

/**
 * @typedef {object} WalkOptions what widgets/walk.js gives
 * @property {string} id names the grid (for focus and tests)
 * @property {{ row: number, column: number }} current
 * @property {(cell: { row: number, column: number }) => void} onSelect
 * @property {(event: KeyboardEvent) => void} onKey
 */

/**
 * @typedef {object} CellOptions
 * @property {string} label spoken name
 * @property {string} name spoken of the current cell
 * @property {readonly unknown[]} [depends] what the picture and the names depend on beside the
 *   place; they are drawn anew only where one of these has changed
 * @property {readonly unknown[]} [shown] what the picture depends on, and the names do not
 * @property {boolean} [isChosen] the current cell is outlined at all times, not with the focus alone
 * @property {string} [term] @property {readonly string[]} [terms] of the grid, or of each of its rows
 */

/** The selected row is outlined. @typedef {WalkOptions & CellOptions & import('./grid-names.js').NameOptions} WalkedGridOptions */

/**
 * @param {{ rows: number, columns: number }} size
 * @param {WalkedGridOptions} o
 * @param {() => unknown} picture of the cells
 */
export function walkedGrid({ rows, columns }, o, picture) {
  const { x, y, cellWidth, cellHeight } = o;
  const all = [currentLanguage(), x, y, cellWidth, cellHeight, ...namesOf(o), ...(o.depends ?? [])];
  const kept = (/** @type {readonly unknown[]} */ choice, /** @type {() => unknown} */ draw) =>
    guard([...all, ...choice], draw);
  // Names of every eighth column fit even where cells are narrow.
  const hasRoom = cellWidth >= 13 || o.columnNames?.includes('');
  const across = hasRoom ? o : { ...o, columnNames: null };
  const down = cellHeight >= 13 ? o : { ...o, rowNames: null };
  // What is pressed lights the term of its row.
  const bands = o.terms ?? [nothing];
  const tall = rows / bands.length;
  const choose = (/** @type {any} */ event, /** @type {number} */ top) => {
    const { row, column } = cellUnder(event, event.currentTarget, tall, columns);
    o.onSelect({ row: row + top, column });
  };
  return svg`<g role="grid" aria-label=${o.label} aria-rowcount=${rows} aria-colcount=${columns}
      data-grid=${o.id} data-term=${o.term ?? nothing} @keydown=${o.onKey}>
    <g aria-hidden="true">${kept(o.shown ?? [], picture)}</g>
    ${bands.map(
      (
        term,
        i,
      ) => svg`<rect class="hit" data-term=${term} x=${px(x)} y=${px(y + i * tall * cellHeight)}
      width=${px(columns * cellWidth)} height=${px(tall * cellHeight)}
      @click=${(/** @type {any} */ event) => choose(event, i * tall)}></rect>`,
    )}
    ${outline(columns, o)}
    ${kept([], () => columnNames(columns, across))}
    ${Array.from(
      { length: rows },
      (_, row) => svg`<g role="row" aria-rowindex=${row + 1} data-term=${o.terms?.[row] ?? nothing}>
      ${kept([row === o.selectedRow], () => rowName(row, down))}${row === o.current.row ? inHand(o) : nothing}</g>`,
    )}
  </g>`;
}

/** @param {WalkedGridOptions} o */
const namesOf = (o) => [o.rowNames, o.columnNames].map((names) => names?.join('\n'));

/** @param {number} columns @param {WalkedGridOptions} o */
function outline(columns, { selectedRow = null, x, y, cellWidth, cellHeight }) {
  if (selectedRow === null) return nothing;
  return svg`<rect x=${px(x - 1)} y=${px(y + selectedRow * cellHeight - 1)}
    width=${px(columns * cellWidth + 1)} height=${px(cellHeight + 1)} rx="3" fill="none"
    stroke="var(--c-query)" stroke-width="2" pointer-events="none"></rect>`;
}

/** @param {WalkedGridOptions} o */
function inHand({ id, x, y, cellWidth, cellHeight, current: { row, column }, name, isChosen }) {
  const at = { x: px(x + column * cellWidth - 1.5), y: px(y + row * cellHeight - 1.5) };
  const size = { width: px(cellWidth + 2), height: px(cellHeight + 2) };
  return svg`<g role="gridcell" aria-colindex=${column + 1} aria-label=${name} tabindex="0"
      data-cell=${id} aria-selected=${isChosen ? 'true' : nothing} pointer-events="none">
      <rect class="mark" x=${at.x} y=${at.y} width=${size.width} height=${size.height} rx="2" fill="none"
        stroke=${isChosen ? 'var(--c-ink)' : nothing} stroke-width="2"></rect>
      <rect class="focus-ring" x=${at.x - 2} y=${at.y - 2} width=${size.width + 4}
        height=${size.height + 4} rx="3"></rect>
    </g>`;
}
