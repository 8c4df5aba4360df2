/** Subscripts of names such as d_k, in HTML and in SVG. */
import { html, svg } from 'lit';
import { splitSubscripts } from '../model/subscripts.js';

/** @param {unknown} text anything that is no string is shown as it is */
export function htmlSubscripts(text) {
  if (typeof text !== 'string' || !text.includes('_')) return text;
  return splitSubscripts(text).map((piece) =>
    typeof piece === 'string' ? piece : html`${piece.base}<sub>${piece.sub}</sub>`,
  );
}

/** The words of an element, with its subscripts as they are typed: d_k. @param {Element | null} [element] */
export function typedText(element) {
  if (!element) return '';
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const sub of copy.querySelectorAll('sub')) sub.prepend('_');
  return (copy.textContent ?? '').replace(/[^\S\u00a0]+/g, ' ').trim();
}

/** For the inside of an SVG text. @param {string} text */
export function svgSubscripts(text) {
  if (!text.includes('_')) return text;
  return splitSubscripts(text).map((piece) =>
    typeof piece === 'string'
      ? piece
      : svg`${piece.base}<tspan font-size="76%" dy="0.25em">${piece.sub}</tspan><tspan dy="-0.19em">\u200b</tspan>`,
  );
}
