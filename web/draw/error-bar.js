/** A measured value with its error bar, beside what was predicted. */
import { svg } from 'lit';
import { px } from './layout.js';

/**
 * The bar reaches two standard errors either way; the thick part one.
 * @param {{ value: number, error: number, reference: number }} data
 * @param {{ x: import('./scales.js').Scale, y: number, colour: string, label: string }} options
 */
export function errorBar({ value, error, reference }, { x, y, colour, label }) {
  const [far, near, mid, near2, far2] = [-2, -1, 0, 1, 2].map((step) =>
    px(x(value + step * error)),
  );
  const ref = px(x(reference));
  const [left, right] = x.range.map(px);
  return svg`<g role="img" aria-label=${label}>
    <line x1=${left} x2=${right} y1=${y} y2=${y} stroke="var(--c-rule)"></line>
    <line x1=${ref} x2=${ref} y1=${y - 13} y2=${y + 13} stroke="var(--c-ink)" stroke-width="1.5" stroke-dasharray="3 2"></line>
    <line x1=${far} x2=${far2} y1=${y} y2=${y} stroke=${colour} stroke-width="1.5"></line>
    <line x1=${near} x2=${near2} y1=${y} y2=${y} stroke=${colour} stroke-width="5" stroke-opacity="0.55"></line>
    <path d=${`M${far} ${y - 5}v10M${far2} ${y - 5}v10`} stroke=${colour} stroke-width="1.5"></path>
    <circle cx=${mid} cy=${y} r="4.5" fill=${colour}></circle>
  </g>`;
}
