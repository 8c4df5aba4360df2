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

/** How far apart the marks are, in the coordinates of the element. */
const FAR = 256;
const MARKS = [
  [0, 0],
  [FAR, 0],
  [0, FAR],
];

/**
 * Where a pointer is in the coordinates that an element was drawn with, through whatever transforms
 * the page has. Browsers disagree on those (of getScreenCTM, WebKit leaves out the page's own and
 * Firefox its zoom); where three marks beside the element are seen, they agree.
 * @param {{ clientX: number, clientY: number }} event
 * @param {SVGElement} element
 * @returns {[number, number]}
 */
export function pointIn({ clientX, clientY }, element) {
  const marks = MARKS.map(([x, y]) => markBeside(element, x, y));
  const [origin, right, down] = marks.map(centreOf);
  marks.forEach((mark) => mark.remove());
  const axis = (/** @type {typeof origin} */ end) => [
    (end.x - origin.x) / FAR,
    (end.y - origin.y) / FAR,
  ];
  const seen = new DOMMatrix([...axis(right), ...axis(down), origin.x, origin.y]);
  const { x, y } = seen.inverse().transformPoint({ x: clientX, y: clientY });
  return [x, y];
}

/** @param {SVGElement} element @param {number} x @param {number} y */
function markBeside(element, x, y) {
  const mark = document.createElementNS(element.namespaceURI, 'rect');
  const place = { x: x - 0.5, y: y - 0.5, width: 1, height: 1 };
  for (const [name, value] of Object.entries(place)) mark.setAttribute(name, String(value));
  element.parentNode?.append(mark);
  return mark;
}

/** @param {Element} element */
function centreOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
