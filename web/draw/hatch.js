/** The mark of what is forbidden: hatched, so that it shows without colour too. */
import { svg } from 'lit';
import { px } from './layout.js';

/**
 * Diagonal lines inside a rectangle, as a path (no pattern, hence no id).
 * @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {number} [gap]
 * @returns {string} path data
 */
export function hatchPath(x, y, width, height, gap = 6) {
  let path = '';
  for (let s = gap / 2; s < width + height; s += gap) {
    const x1 = Math.max(0, s - height);
    const x2 = Math.min(width, s);
    path += `M${px(x + x1)} ${px(y + s - x1)}L${px(x + x2)} ${px(y + s - x2)}`;
  }
  return path;
}

/** @param {number} x @param {number} y @param {number} width @param {number} height */
export function hatch(x, y, width, height) {
  return svg`<path d=${hatchPath(x, y, width, height)} stroke="var(--c-forbidden)" stroke-width="1"
    stroke-opacity="0.55" fill="none" pointer-events="none"></path>`;
}
