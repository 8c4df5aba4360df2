/** An <svg> of the page as text, with everything that style sheets gave it written out. */
import { escaped } from './document.js';
import { plainColour } from './colours.js';

/** What a parent's value holds for; of the others only opacity is used in pictures. */
const INHERITED = {
  fill: '#000000',
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-opacity': '1',
  'stroke-width': '1',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'paint-order': 'normal',
  'shape-rendering': 'auto',
  'font-family': '',
  'font-size': '',
  'font-weight': '400',
  'font-style': 'normal',
  'font-variant-numeric': 'normal',
  'letter-spacing': 'normal',
  'text-anchor': 'start',
  'dominant-baseline': 'auto',
  direction: 'ltr',
};
const OWN = { opacity: '1', 'unicode-bidi': 'normal' };
/** Geometry and references; presentation is read from the computed style. */
const KEPT = /^(x|y|dx|dy|x1|x2|y1|y2|cx|cy|r|rx|ry|d|points|width|height|viewBox|transform|offset|gradientUnits|gradientTransform|clip-path|mask|id|href|textLength|lengthAdjust|preserveAspectRatio|rotate|stop-color)$/; // prettier-ignore
const SHAPES = new Set(['rect', 'path', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);

/** @typedef {Record<string, string>} Values */

/**
 * @param {SVGElement} svg
 * @param {string} [place] attributes that put it where it stands
 * @returns {string}
 */
export function copySvg(svg, place = '') {
  return element(svg, { ...INHERITED }, place);
}

/** @param {Element} source @param {Values} parent @param {string} [more] @returns {string} */
function element(source, parent, more = '') {
  const style = getComputedStyle(source);
  if (style.display === 'none' || style.visibility === 'hidden') return '';
  const values = valuesOf(style, INHERITED);
  const own = valuesOf(style, OWN);
  if (own.opacity === '0' || (SHAPES.has(source.localName) && isUnseen(values))) return '';
  const changed = Object.entries(values).filter(([name, value]) => value !== parent[name]);
  const special = Object.entries(own).filter(
    ([name, value]) => value !== /** @type {Values} */ (OWN)[name],
  );
  const attributes = [...geometry(source, more), ...turnedBack(source), ...changed, ...special]
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
  const content = [...source.childNodes].map((node) => child(node, values)).join('');
  const inside = isMirrored(source) ? mirrored(source, content) : content;
  return `<${source.localName}${more}${attributes}>${inside}</${source.localName}>`;
}

/** A picture from right to left is mirrored by its style sheet, its texts turned back. */
/** @param {Element} source */
const isMirrored = (source) =>
  source.localName === 'svg' && getComputedStyle(source).direction === 'rtl';

/** @param {Element} source @param {string} content */
function mirrored(source, content) {
  const width = /** @type {SVGSVGElement} */ (source).width.baseVal.value;
  return `<g transform="translate(${width} 0) scale(-1 1)">${content}</g>`;
}

/** @param {Element} source @returns {[string, string][]} */
function turnedBack(source) {
  const root = /** @type {SVGElement} */ (source).ownerSVGElement;
  if (source.localName !== 'text' || !root || !isMirrored(root)) return [];
  if (source.closest('.unmirrored')) return [];
  const { x, width } = /** @type {SVGTextElement} */ (source).getBBox();
  return [['transform', `translate(${2 * x + width} 0) scale(-1 1)`]];
}

/** @param {Node} node @param {Values} values */
function child(node, values) {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.textContent ?? '').replace(/\s+/g, ' ');
  return node.nodeType === Node.ELEMENT_NODE ? element(/** @type {Element} */ (node), values) : '';
}

/** @param {Element} source @param {string} more what stands there already @returns {[string, string][]} */
function geometry(source, more) {
  return [...source.attributes]
    .filter(({ name }) => KEPT.test(name) && !more.includes(` ${name}=`))
    .map(({ name, value }) => [name, value]);
}

/** @param {CSSStyleDeclaration} style @param {object} names @returns {Values} */
function valuesOf(style, names) {
  /** @type {Values} */
  const values = {};
  for (const name of Object.keys(names)) values[name] = style.getPropertyValue(name);
  for (const paint of ['fill', 'stroke']) {
    if (values[paint] && values[paint] !== 'none') paintOf(values, paint);
  }
  for (const size of ['stroke-width', 'font-size', 'stroke-dasharray', 'letter-spacing']) {
    if (values[size]) values[size] = values[size].replace(/([\d.]+)px/g, '$1');
  }
  return values;
}

/** @param {Values} values @param {string} paint */
function paintOf(values, paint) {
  const { colour, opacity } = plainColour(values[paint]);
  if (opacity === 0) values[paint] = 'none';
  else values[paint] = colour;
  if (opacity > 0 && opacity < 1) {
    values[`${paint}-opacity`] = String(opacity * Number(values[`${paint}-opacity`]));
  }
}

/** @param {Values} values */
const isUnseen = ({ fill, stroke }) => fill === 'none' && stroke === 'none';
