/** The legend of a colour ramp: its two ends named, its steps between. */
import { svg } from 'lit';
import { px } from './layout.js';

const STEPS = 16;

/**
 * @param {{ x: number, y: number, width: number, low: string, high: string, label: string,
 *   fillAt: (share: number) => string }} options `x` is where the ramp begins; its ends are
 *   written on either side
 */
export function legend({ x, y, width, low, high, label, fillAt }) {
  const step = width / STEPS;
  return svg`<g role="img" aria-label=${label} data-part="legend">
    <text x=${px(x - 6)} y=${y + 11} font-size="12" text-anchor="end" class="quiet">${low}</text>
    ${Array.from(
      { length: STEPS },
      (_, i) => svg`<rect x=${px(x + i * step)} y=${y} width=${px(step + 0.4)}
      height="14" fill=${fillAt(i / (STEPS - 1))}></rect>`,
    )}
    <rect x=${px(x)} y=${y} width=${px(width)} height="14" fill="none" stroke="var(--c-rule)"></rect>
    <text x=${px(x + width + 6)} y=${y + 11} font-size="12" class="quiet">${high}</text>
  </g>`;
}
