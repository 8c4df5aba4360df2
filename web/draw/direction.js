/**
 * Pictures that run from right to left. A figure draws as if it ran from left to right; its styles
 * then mirror the whole picture and turn each text back about its own middle (`parts.js`). So the
 * first token stands at the right, keys run to the left, and arcs, bars, matrices and legends follow.
 * What reads the same in every language (planes, axes of numbers, formulas) is kept unmirrored.
 */
import { nothing, svg } from 'lit';
import { isRightToLeft } from '../model/language.js';

/**
 * A piece of a picture that keeps its own left and right, and takes its mirrored place.
 * @param {number} from @param {number} to its two sides
 * @param {unknown} content
 */
export function unmirrored(from, to, content) {
  return svg`<g class="unmirrored" transform=${turnedBack(from, to)}>${content}</g>`;
}

/** @param {number} from @param {number} to */
const turnedBack = (from, to) =>
  isRightToLeft() ? `translate(${from + to} 0) scale(-1 1)` : nothing;

/** Between two pieces of a text, where `dx` would move the second over the first. @param {number} width */
export const gap = (width) => (isRightToLeft() ? nothing : width);
export const space = () => (isRightToLeft() ? '\u2002' : '');

/** @param {Element} element @returns {boolean} whether what is drawn there is mirrored */
const isMirrored = (element) => getComputedStyle(element).direction === 'rtl';

/**
 * Where a pointer is along an element: 0 where it begins, 1 where it ends.
 * @param {{ clientX: number }} event
 * @param {Element} element
 */
export function shareAlong({ clientX }, element) {
  const { left, width } = element.getBoundingClientRect();
  const share = (clientX - left) / width;
  return isMirrored(element) ? 1 - share : share;
}

/**
 * Where a pointer is in the coordinates that an element was drawn with, through whatever
 * transforms the page has.
 * @param {{ clientX: number, clientY: number }} event
 * @param {SVGElement} element
 * @returns {[number, number]}
 */
export function pointIn({ clientX, clientY }, element) {
  const root = /** @type {SVGSVGElement} */ (element.ownerSVGElement);
  if (!isMirrored(root)) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(root.getScreenCTM()?.inverse());
    return [x, y];
  }
  // Browsers disagree whether the matrix knows of the mirror; the box of the whole is its own mirror.
  const box = root.getBoundingClientRect();
  const scale = root.width.baseVal.value / box.width;
  const x = (clientX - box.left) * scale;
  const y = (clientY - box.top) * scale;
  const back = element.closest('.unmirrored')?.getAttribute('transform');
  const mirrored = root.width.baseVal.value - x;
  return [back ? Number(/[-\d.]+/.exec(back)) - mirrored : mirrored, y];
}
