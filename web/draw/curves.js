/** Curves over a shared horizontal axis, each named at its end and told apart by dash too. */
import { svg, nothing } from 'lit';
import { px } from './layout.js';

/**
 * @typedef {object} Curve
 * @property {string} name written at its end
 * @property {readonly { x: number, y: number }[]} points in data units
 * @property {string} colour
 * @property {string} [dash] stroke-dasharray
 * @property {string} [term]
 */

/**
 * @param {readonly Curve[]} list
 * @param {{ x: (value: number) => number, y: (value: number) => number, label: string,
 *   nameAt?: 'end' | 'none', dots?: boolean }} options
 */
export function curves(list, { x, y, label, nameAt = 'end', dots = false }) {
  const path = (/** @type {Curve['points']} */ points) =>
    `M${points.map((point) => `${px(x(point.x))} ${px(y(point.y))}`).join('L')}`;
  const ends = spreadOut(
    list.map(({ points }) => y(points[points.length - 1].y)),
    15,
  );
  return svg`<g role="img" aria-label=${label} fill="none">
    ${list.map(({ name, points, colour, dash, term }, index) => {
      const last = points[points.length - 1];
      return svg`<g data-term=${term ?? nothing}>
        <path d=${path(points)} stroke=${colour} stroke-width="2"
          stroke-dasharray=${dash ?? nothing} stroke-linejoin="round"></path>
        ${dots ? points.map((point) => svg`<circle cx=${px(x(point.x))} cy=${px(y(point.y))} r="2.6" fill=${colour}></circle>`) : nothing}
        ${
          nameAt === 'end'
            ? svg`<text x=${px(x(last.x) + 7)} y=${px(ends[index] + 4)} font-size="12.5"
          fill=${colour} font-weight="600">${name}</text>`
            : nothing
        }
      </g>`;
    })}
  </g>`;
}

/**
 * Move labels apart that would overlap, keeping their order.
 * @param {number[]} places
 * @param {number} gap
 * @returns {number[]}
 */
export function spreadOut(places, gap) {
  const order = places.map((_, index) => index).sort((a, b) => places[a] - places[b]);
  const moved = [...places];
  for (let i = 1; i < order.length; i++) {
    const least = moved[order[i - 1]] + gap;
    if (moved[order[i]] < least) moved[order[i]] = least;
  }
  return moved;
}
