/** Many short texts as one element: browsers lay it out in half the time of an element each. */
import { nothing, svg } from 'lit';
import { isRightToLeft } from '../model/language.js';
import { unmirrored } from './direction.js';
import { px } from './layout.js';

/**
 * @typedef {object} Written
 * @property {number} x of its middle, or of its start
 * @property {number} y of its line
 * @property {string} ink
 * @property {boolean} [isStrong]
 * @property {string} text
 */

/**
 * @param {readonly (Written | null)[]} list null where nothing is written
 * @param {number} fontSize
 * @param {boolean} [areStarts] they begin at their places instead of lying around them
 */
export function numbers(list, fontSize, areStarts) {
  // In a mirrored picture each keeps its place and reads as ever.
  const side = isRightToLeft() ? -1 : 1;
  const anchor = areStarts ? (side > 0 ? 'start' : 'end') : 'middle';
  const texts = list.map(
    (one) =>
      one &&
      svg`<tspan x=${px(side * one.x)} y=${px(one.y)} fill=${one.ink} font-weight=${one.isStrong ? 650 : nothing}>${one.text}</tspan>`,
  );
  return unmirrored(
    0,
    0,
    svg`<text aria-hidden="true" text-anchor=${anchor} font-size=${fontSize} pointer-events="none">${texts}</text>`,
  );
}
