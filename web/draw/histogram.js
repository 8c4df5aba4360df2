/** A histogram, with an optional density to compare it with. */
import { svg, nothing } from 'lit';
import { px } from './layout.js';

/**
 * @param {{ counts: ArrayLike<number>, edges: ArrayLike<number> }} data edges: one more than counts
 * @param {{ x: (value: number) => number, y: (count: number) => number, base: number,
 *   fill: string, label: string, outline?: boolean }} options
 */
export function histogram({ counts, edges }, { x, y, base, fill, label, outline }) {
  return svg`<g role="img" aria-label=${label}>
    ${Array.from(counts, (count, bin) => {
      const left = x(edges[bin]);
      const width = Math.max(0.5, x(edges[bin + 1]) - left - 0.6);
      const top = y(count);
      return count === 0
        ? nothing
        : svg`<rect x=${px(left)} y=${px(top)} width=${px(width)} height=${px(base - top)}
          fill=${outline ? 'none' : fill} stroke=${outline ? fill : nothing}></rect>`;
    })}
  </g>`;
}
