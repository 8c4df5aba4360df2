/** A small table of texts inside a picture, so that its height is known. */
import { svg, nothing } from 'lit';
import { px } from '../../draw/layout.js';

/** @typedef {{ text: string, colour?: string, isStrong?: boolean }} Cell */

/**
 * @param {readonly string[]} head a line break in a heading is heeded
 * @param {readonly (readonly Cell[])[]} rows
 * @param {{ ends: readonly number[], x: number, y: number, row: number, label: string, id: string }} o
 *   `x` is where the first column begins, `ends` are where the others end, `y` is the first
 *   row's base line
 */
export function textTable(head, rows, { ends, x, y, row, label, id }) {
  const place = (/** @type {number} */ column) => px(column === 0 ? x : ends[column - 1]);
  const anchor = (/** @type {number} */ column) => (column === 0 ? 'start' : 'end');
  const lines = (/** @type {string} */ text, /** @type {number} */ column) =>
    text
      .split('\n')
      .map(
        (line, i, all) =>
          svg`<tspan x=${place(column)} y=${y - row - 2 - (all.length - 1 - i) * 15}>${line}</tspan>`,
      );
  return svg`<g role="table" aria-label=${label} data-texts=${id} font-size="13">
    <g role="row">${head.map((text, c) => svg`<text role=${text ? 'columnheader' : 'cell'} font-size="12" text-anchor=${anchor(c)} class="quiet">${lines(text, c)}</text>`)}</g>
    ${rows.map((cells, r) => {
      const base = y + r * row;
      return svg`<g role="row"><line x1=${x} x2=${px(ends[ends.length - 1])} y1=${base - row + 7.5} y2=${base - row + 7.5} stroke="var(--c-rule)"></line>
        ${cells.map(({ text, colour, isStrong }, c) => svg`<text role=${c === 0 ? 'rowheader' : 'cell'} x=${place(c)} y=${base} text-anchor=${anchor(c)} fill=${colour ?? nothing} font-weight=${isStrong ? 650 : 400}>${text}</text>`)}</g>`;
    })}
  </g>`;
}
