/**
 * A weighted mean as a lever: a number line with a disc at each value, as large as its weight,
 * that balances on the blend.
 */
import { svg, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { spreadOut } from './curves.js';
import { valueFill } from './colour.js';
import { unmirrored } from './direction.js';
import { px } from './layout.js';

/**
 * @typedef {object} BlendItem
 * @property {number} value
 * @property {number} weight
 * @property {string} name
 * @property {string} [text] a second line under the name
 */

/**
 * @typedef {object} BlendMark something said of a place on the line
 * @property {number} value @property {string} text @property {string} colour @property {string} [term]
 */

/**
 * @typedef {object} BlendOptions
 * @property {number} x @property {number} y @property {number} width
 * @property {number} min @property {number} max the ends of the line
 * @property {string} label spoken
 * @property {number} [gap] the least distance of two names
 */

/** From y to the line. */
const RISE = 78;
const RADIUS = 19;
export const BLEND_HEIGHT = RISE + 58;

/**
 * @param {readonly BlendItem[]} items
 * @param {BlendMark} blend where the lever balances
 * @param {BlendMark | null} mark a second place, marked above the line's numbers
 * @param {BlendOptions} o
 */
export function blendLine(items, blend, mark, o) {
  const base = o.y + RISE;
  const share = (/** @type {number} */ value) =>
    o.max > o.min ? (value - o.min) / (o.max - o.min) : 0.5;
  const at = (/** @type {number} */ value) => o.x + share(value) * o.width;
  const fill = (/** @type {number} */ value) => valueFill(share(value));
  const drawn = svg`<g role="img" aria-label=${o.label}>
    ${guard([o.x, base, o.width], () => ramp(o, base))}
    ${names(items, at, o)}
    <g data-term="value">${items.map((item) => disc(item, at(item.value), base, fill(item.value)))}</g>
    ${mark ? place(mark, at(mark.value), base, false, o) : nothing}
    ${place(blend, at(blend.value), base, true, o)}
  </g>`;
  return unmirrored(o.x, o.x + o.width, drawn);
}

/** The line, in the colours of the values. @param {BlendOptions} o @param {number} base */
function ramp({ x, width }, base) {
  const steps = 30;
  return Array.from({ length: steps }, (_, i) => {
    return svg`<rect x=${px(x + (i * width) / steps)} y=${base} width=${px(width / steps + 0.4)}
      height="7" fill=${valueFill((i + 0.5) / steps)}></rect>`;
  });
}

/** @param {BlendItem} item @param {number} x @param {number} base @param {string} fill */
function disc({ weight }, x, base, fill) {
  const radius = Math.max(1.5, RADIUS * Math.sqrt(weight));
  return svg`<circle cx=${px(x)} cy=${px(base - radius)} r=${px(radius)} fill=${fill}
    stroke="var(--c-value)" stroke-width="1.25"></circle>`;
}

/** @param {readonly BlendItem[]} items @param {(value: number) => number} at @param {BlendOptions} o */
function names(items, at, { x, y, width, gap = 62 }) {
  const places = inside(
    spreadOut(
      items.map((item) => at(item.value)),
      gap,
    ),
    x,
    x + width,
  );
  return items.map(({ name, text, weight }, i) => {
    const isStrong = weight > 0.1;
    return svg`<g font-size="13" text-anchor="middle" class=${isStrong ? '' : 'quiet'}>
      <text x=${px(places[i])} y=${y + 12} font-weight=${isStrong ? 650 : 400}>${name}</text>
      ${text ? svg`<text x=${px(places[i])} y=${y + 28} data-weight>${text}</text>` : nothing}</g>`;
  });
}

/** Move all back together if the last one left the line. @param {number[]} places @param {number} low @param {number} high */
function inside(places, low, high) {
  const over = Math.max(0, Math.max(...places) - high);
  return places.map((place) => Math.max(low, place - over));
}

/** @param {BlendMark} mark @param {number} x @param {number} base @param {boolean} isFulcrum @param {BlendOptions} o */
function place({ text, colour, term }, x, base, isFulcrum, o) {
  const top = base + 9;
  const side = x - o.x > 0.6 * o.width ? -1 : 1;
  const shape = isFulcrum ? `M${px(x)} ${top}l9 15h-18Z` : `M${px(x)} ${top}v36`;
  return svg`<g data-term=${term ?? nothing}>
    <path d=${shape} fill=${isFulcrum ? colour : 'none'} stroke=${colour} stroke-width="1.5"></path>
    <text x=${px(x + side * (isFulcrum ? 15 : 8))} y=${isFulcrum ? top + 14 : top + 36}
      text-anchor=${side < 0 ? 'end' : 'start'} font-size="14" font-weight="650" fill=${colour}>${text}</text>
  </g>`;
}
