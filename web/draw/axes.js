/** Axes with few, quiet ticks. */
import { svg, nothing } from 'lit';
import { px } from './layout.js';
import { svgSubscripts } from './subscripts.js';

/**
 * @typedef {object} Frame the rectangle that data is drawn in
 * @property {number} left @property {number} right @property {number} top @property {number} bottom
 */

/**
 * @typedef {object} Axis
 * @property {(value: any) => number} scale from data to pixels
 * @property {readonly number[]} ticks
 * @property {(value: number) => string} format
 * @property {string} [title]
 */

/** A horizontal axis along the bottom. @param {Frame} frame @param {Axis} axis */
export function bottomAxis({ left, right, bottom }, { scale, ticks, format, title }) {
  return svg`<g class="axis" aria-hidden="true">
    <line x1=${left} x2=${right} y1=${bottom} y2=${bottom} stroke="var(--c-edge)"></line>
    ${ticks.map((tick) => {
      const x = px(scale(tick));
      return svg`<line x1=${x} x2=${x} y1=${bottom} y2=${bottom + 4} stroke="var(--c-edge)"></line>
        <text x=${x} y=${bottom + 17} font-size="12" text-anchor="middle" class="quiet">${format(tick)}</text>`;
    })}
    ${title ? svg`<text x=${right} y=${bottom + 33} font-size="12" text-anchor="end" class="quiet">${svgSubscripts(title)}</text>` : nothing}
  </g>`;
}

/** A vertical axis along the left, with rules across. @param {Frame} frame @param {Axis} axis */
export function leftAxis({ left, right, top }, { scale, ticks, format, title }) {
  return svg`<g class="axis" aria-hidden="true">
    ${ticks.map((tick) => {
      const y = px(scale(tick));
      return svg`<line x1=${left} x2=${right} y1=${y} y2=${y} stroke="var(--c-rule)"></line>
        <text x=${left - 7} y=${y + 4} font-size="12" text-anchor="end" class="quiet">${format(tick)}</text>`;
    })}
    ${title ? svg`<text x=${left} y=${top - 9} font-size="12.5" class="quiet">${svgSubscripts(title)}</text>` : nothing}
  </g>`;
}
