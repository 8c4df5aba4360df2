/** A quantity on a line between two named ends. */
import { svg } from 'lit';
import { gap, space } from './direction.js';
import { px } from './layout.js';

/**
 * @param {{ value: number, max: number, text: string }} data
 * @param {{ x: number, y: number, width: number, title: string, low: string, high: string,
 *   fill?: string, term?: string }} options
 */
export function gauge({ value, max, text }, { x, y, width, title, low, high, fill, term }) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const at = px(x + share * width);
  return svg`<g role="img" aria-label=${`${title}: ${text}`} data-term=${term ?? 'entropy'}>
    <text x=${x} y=${y} font-size="13"><tspan class="quiet">${title}</tspan>
      <tspan font-weight="650" dx=${gap(6)}>${space()}${text}</tspan></text>
    <rect x=${x} y=${y + 12} width=${px(width)} height="8" rx="4" fill="var(--c-soft)"></rect>
    <rect x=${x} y=${y + 12} width=${px(share * width)} height="8" rx="4" class="moves"
      fill=${fill ?? 'var(--c-weight)'}></rect>
    <line x1=${at} x2=${at} y1=${y + 8} y2=${y + 24} stroke="var(--c-ink)" stroke-width="2"></line>
    <text x=${x} y=${y + 38} font-size="12" class="quiet">${low}</text>
    <text x=${px(x + width)} y=${y + 38} font-size="12" text-anchor="end" class="quiet">${high}</text>
  </g>`;
}
