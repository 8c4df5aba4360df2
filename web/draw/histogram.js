/** A histogram as one path. */
import { svg } from 'lit';
import { px } from './layout.js';

/**
 * @param {{ counts: ArrayLike<number>, edges: ArrayLike<number> }} data edges: one more than counts
 * @param {{ x: (value: number) => number, y: (count: number) => number, base: number,
 *   fill: string, label: string }} options
 */
export function histogram({ counts, edges }, { x, y, base, fill, label }) {
  const bars = Array.from(counts, (count, bin) => {
    const left = x(edges[bin]);
    const width = px(Math.max(0.5, x(edges[bin + 1]) - left - 0.6));
    return count ? `M${px(left)} ${base}V${px(y(count))}h${width}V${base}z` : '';
  });
  return svg`<path role="img" aria-label=${label} d=${bars.join('')} fill=${fill}></path>`;
}
