/** A text that steps back. */
import { svg } from 'lit';
import { px } from './layout.js';

/** @param {number} x @param {number} y @param {unknown} words @param {string} [anchor] */
export const quiet = (x, y, words, anchor = 'start') =>
  svg`<text x=${px(x)} y=${px(y)} font-size="12.5" text-anchor=${anchor} class="quiet">${words}</text>`;
