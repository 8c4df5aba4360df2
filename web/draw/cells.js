/** A vector as a strip of cells. */
import { svg, nothing } from 'lit';
import { px } from './layout.js';
import { numbers } from './numbers.js';

/**
 * @param {ArrayLike<number>} values
 * @param {{ x: number, y: number, cellWidth: number, cellHeight: number, label: string,
 *   fill: (value: number) => string, ink: (value: number) => string,
 *   text?: (value: number) => string, term?: string }} o
 */
export function cells(values, o) {
  const left = (/** @type {number} */ d) => px(o.x + d * o.cellWidth);
  const width = px(o.cellWidth - 1.5);
  const { text } = o;
  return svg`<g role=${o.label ? 'img' : nothing} aria-label=${o.label || nothing} data-term=${o.term ?? nothing}>
    ${Array.from(
      values,
      (value, d) => svg`<rect x=${left(d)} y=${o.y} width=${width} height=${o.cellHeight} rx="2"
        class="moves" fill=${o.fill(value)}></rect>`,
    )}
    ${
      text
        ? numbers(
            Array.from(values, (value, d) => ({
              x: left(d) + width / 2,
              y: o.y + o.cellHeight / 2 + 4,
              ink: o.ink(value),
              text: text(value),
            })),
            11,
          )
        : nothing
    }
  </g>`;
}

/** A bracket under a run of cells, with its name. */
/** @param {{ x: number, y: number, width: number, name: string }} o */
export function bracket({ x, y, width, name }) {
  return svg`<path d=${`M${px(x)} ${y}v5h${px(width)}v-5`} fill="none" stroke="var(--c-edge)"></path>
    <text x=${px(x + width / 2)} y=${y + 19} text-anchor="middle" font-size="12" class="quiet">${name}</text>`;
}
