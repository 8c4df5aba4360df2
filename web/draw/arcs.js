/** Arcs from one query to the keys it looks at; the thicker, the larger the weight. */
import { svg } from 'lit';
import { px } from './layout.js';

/** @param {number} weight @returns {number} stroke width in pixels */
const thickness = (weight) => 1 + weight * 13;

/** @param {number} weight */
const strength = (weight) => 0.32 + 0.68 * Math.min(1, weight * 2);

/**
 * Arcs over a row of tokens (or beside a column of them).
 * @param {{ weights: ArrayLike<number>, masked: (k: number) => boolean, query: number }} data
 * @param {object} options
 * @param {(index: number) => number} options.centre of a token along the line
 * @param {number} options.base the line the arcs stand on
 * @param {number} options.height the most that an arc may rise
 * @param {boolean} [options.isColumn] tokens run downwards and arcs bulge to the left
 * @param {string} options.label
 */
export function arcs({ weights, masked, query }, { centre, base, height, isColumn, label }) {
  const order = Array.from(weights, (_, k) => k)
    .filter((k) => !masked(k))
    .sort((a, b) => weights[a] - weights[b]);
  const spread = Math.max(...Array.from(weights, (_, k) => Math.abs(centre(k) - centre(query))), 1);
  return svg`<g role="img" aria-label=${label} fill="none" stroke-linecap="round" data-term="weights">
    ${order.map((k) => {
      const rise = height * Math.sqrt(Math.abs(centre(k) - centre(query)) / spread);
      const path =
        k === query
          ? loop(centre(k), base, isColumn)
          : arch(centre(query), centre(k), base, rise, isColumn);
      return svg`<path d=${path} class="moves" stroke="var(--c-weight1)"
        stroke-width=${px(thickness(weights[k]))} stroke-opacity=${px(strength(weights[k]))}></path>`;
    })}
  </g>`;
}

/** @param {number} from @param {number} to @param {number} base @param {number} rise @param {boolean} [isColumn] */
function arch(from, to, base, rise, isColumn) {
  // A cubic reaches three quarters of the way to its control points.
  const top = base - rise / 0.75;
  const points = [
    [from, base],
    [from, top],
    [to, top],
    [to, base],
  ];
  const [a, b, c, d] = points.map(([along, up]) =>
    isColumn ? `${px(up)} ${px(along)}` : `${px(along)} ${px(up)}`,
  );
  return `M${a}C${b} ${c} ${d}`;
}

/** A token that looks at itself. @param {number} at @param {number} base @param {boolean} [isColumn] */
function loop(at, base, isColumn) {
  const points = [
    [at - 7, base],
    [at - 17, base - 30],
    [at + 17, base - 30],
    [at + 7, base],
  ];
  const [a, b, c, d] = points.map(([along, up]) =>
    isColumn ? `${px(up)} ${px(along)}` : `${px(along)} ${px(up)}`,
  );
  return `M${a}C${b} ${c} ${d}`;
}
