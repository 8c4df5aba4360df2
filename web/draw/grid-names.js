/** What stands beside the rows and above the columns of a grid, and what is spoken of them. */
import { nothing, svg } from 'lit';
import { unmirrored } from './direction.js';
import { fitText, px, textWidth } from './layout.js';
import { shortened } from './shortened.js';

/**
 * @typedef {object} NameOptions
 * @property {number} x @property {number} y the corner of the first cell
 * @property {number} cellWidth @property {number} cellHeight
 * @property {readonly string[] | null} [rowNames] written to the left
 * @property {readonly string[] | null} [columnNames] written above, turned where they do not fit
 * @property {(row: number) => string} [rowLabel] spoken of a row, instead of its name or where it has none
 * @property {(column: number) => string} [columnLabel] spoken of a column, likewise
 * @property {number} [labelWidth] room for the row names
 * @property {number} [labelHeight] room for the column names
 * @property {number | null} [selectedRow] @property {number | null} [selectedColumn] stand out
 */

/** What is wider than this is turned where cells are narrower. */
const SHORT = 15;

/** @param {number} row @param {NameOptions} o */
export function rowName(row, o) {
  const name = o.rowNames?.[row];
  return written('rowheader', name, o.rowLabel?.(row), row === o.selectedRow && 'query', {
    fitted: fitText(name ?? '', (o.labelWidth ?? 70) - 8, Math.min(13, o.cellHeight)),
    x: px(o.x - 8),
    y: px(o.y + (row + 0.5) * o.cellHeight + 4),
    anchor: 'end',
  });
}

/** @param {number} columns @param {NameOptions} o */
export function columnNames(columns, o) {
  const names = o.columnNames ?? [];
  if (!names.length && !o.columnLabel) return nothing;
  const longest = Math.max(...names.map((name) => textWidth(name, 13)));
  const isTurned = longest > Math.max(SHORT, o.cellWidth - 4);
  const room = isTurned ? (o.labelHeight ?? 60) - 8 : Math.max(18, o.cellWidth - 4);
  return svg`<g role="row">${Array.from({ length: columns }, (_, column) => {
    const x = px(o.x + (column + 0.5) * o.cellWidth);
    const y = px(o.y - 7);
    const name = names[column];
    const text = written(
      'columnheader',
      name,
      o.columnLabel?.(column),
      column === o.selectedColumn && 'key',
      {
        fitted: fitText(name ?? '', room, 13),
        x: isTurned ? x + 4 : x,
        y,
        anchor: isTurned ? 'start' : 'middle',
        turn: isTurned ? `rotate(-90 ${x + 4} ${y})` : undefined,
      },
    );
    return isTurned ? unmirrored(x, x, text) : text;
  })}</g>`;
}

/** @param {string} role @param {string | undefined} name @param {string | undefined} label @param {string | false} isOn the role whose colour it takes @param {{ fitted: ReturnType<typeof fitText>, x: number, y: number, anchor: string, turn?: string }} at */
function written(role, name, label = name, isOn, { fitted, x, y, anchor, turn }) {
  if (!name) return label ? svg`<g role=${role}><title>${label}</title></g>` : nothing;
  return svg`<text role=${role} aria-label=${label} x=${x} y=${y} text-anchor=${anchor}
    font-size=${px(fitted.fontSize)} font-weight=${isOn ? 650 : 400} class=${isOn ? '' : 'quiet'}
    fill=${isOn ? `var(--c-${isOn})` : nothing} transform=${turn ?? nothing}>${shortened(fitted, name)}</text>`;
}
