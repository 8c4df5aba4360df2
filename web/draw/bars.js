/** Weights as bars, upright or lying; with the place where each stood before a mask. */
import { svg, nothing } from 'lit';
import { hatch } from './hatch.js';
import { px } from './layout.js';
import { numbers } from './numbers.js';

/** The least length of a masked bar, in pixels. */
const STUB = 14;

/**
 * @typedef {object} Bar
 * @property {number} value between 0 and max
 * @property {number | null} before where it stood before; drawn as an outline if it differs
 * @property {boolean} isMasked
 * @property {string} [text] written at its end
 * @property {string} name spoken
 */

/**
 * @typedef {object} BarOptions
 * @property {(index: number) => number} centre along the line
 * @property {number} thickness of a bar
 * @property {number} band the width of the place a bar stands in
 * @property {number} base
 * @property {number} length of the longest bar
 * @property {number} max the value of that length
 * @property {boolean} [isLying] bars grow to the right instead of upwards
 * @property {string} label
 * @property {string} [fill]
 * @property {(index: number) => void} [onPress] a bar is a switch
 * @property {number} [stop] index that takes the tab
 * @property {(event: KeyboardEvent) => void} [onKey]
 */

/** @param {readonly Bar[]} list @param {BarOptions} options */
export function bars(list, options) {
  return svg`<g role=${options.onPress ? 'group' : 'list'} aria-label=${options.label}
      data-term="weights" @keydown=${options.onKey ?? nothing}>
    ${list.map((bar, index) => oneBar(bar, index, options))}
    ${
      list[0]?.text
        ? numbers(
            list.map((bar, index) => textOf(bar, index, options)),
            13,
            options.isLying,
          )
        : nothing
    }
  </g>`;
}

/** @param {Bar} bar @param {number} index @param {BarOptions} o */
function oneBar(bar, index, o) {
  const at = box(bar.value, index, o);
  const ghost = bar.before !== null && Math.abs(bar.before - bar.value) > 5e-4;
  const strength = px(0.38 + 0.62 * Math.min(1, bar.value * 2));
  const body = svg`${o.onPress ? hitArea(index, o) : nothing}
    ${bar.isMasked ? hatchedPlace(bar, index, o) : nothing}
    ${ghost && !bar.isMasked ? outline(box(bar.before ?? 0, index, o)) : nothing}
    ${
      bar.isMasked && bar.value === 0
        ? nothing
        : svg`<rect x=${at.x} y=${at.y} width=${at.width} height=${at.height} rx="2.5" class="moves"
        fill=${o.fill ?? 'var(--c-weight1)'} fill-opacity=${strength}></rect>`
    }`;
  if (!o.onPress) return svg`<g role="listitem" aria-label=${bar.name}>${body}</g>`;
  return svg`<g role="switch" aria-checked=${bar.isMasked ? 'false' : 'true'} aria-label=${bar.name}
    tabindex=${index === o.stop ? 0 : -1} data-bar=${index} cursor="pointer"
    @click=${() => o.onPress?.(index)}>${body}${ring(index, o)}</g>`;
}

/** @param {number} value @param {number} index @param {BarOptions} o */
function box(value, index, o) {
  const size = Math.max(1.5, (Math.min(value, o.max) / o.max) * o.length);
  const side = o.centre(index) - o.thickness / 2;
  return o.isLying
    ? { x: px(o.base), y: px(side), width: px(size), height: px(o.thickness) }
    : { x: px(side), y: px(o.base - size), width: px(o.thickness), height: px(size) };
}

/** @param {{ x: number, y: number, width: number, height: number }} at */
function outline(at) {
  return svg`<rect x=${at.x} y=${at.y} width=${at.width} height=${at.height} rx="2.5" fill="none"
    stroke="var(--c-ink)" stroke-dasharray="3 2.5" stroke-opacity="0.75" class="ghost"></rect>`;
}

/** The place of a masked bar: as long as it was before, or a short stub. */
/** @param {Bar} bar @param {number} index @param {BarOptions} o */
function hatchedPlace(bar, index, o) {
  const least = (o.max * STUB) / o.length;
  const at = box(Math.max(bar.before ?? 0, least), index, o);
  return svg`${hatch(at.x, at.y, at.width, at.height)}${outline(at)}`;
}

/** @param {Bar} bar @param {number} index @param {BarOptions} o */
function textOf(bar, index, o) {
  const isStrong = bar.value > 0.1 && !bar.isMasked;
  const least = bar.isMasked ? STUB : 0;
  const end = Math.max(bar.value, bar.before ?? 0);
  const length = Math.max(least, (Math.min(end, o.max) / o.max) * o.length);
  return {
    x: o.isLying ? o.base + length + 7 : o.centre(index),
    y: o.isLying ? o.centre(index) + 4.5 : o.base + 17,
    ink: isStrong ? 'var(--c-ink)' : 'var(--c-muted)',
    isStrong,
    text: bar.text ?? '',
  };
}

/** @param {number} index @param {BarOptions} o */
function hitArea(index, o) {
  const side = o.centre(index) - o.band / 2;
  return o.isLying
    ? svg`<rect class="hit" x=${px(o.base)} y=${px(side)} width=${o.length + 50} height=${px(o.band)}></rect>`
    : svg`<rect class="hit" x=${px(side)} y=${o.base - o.length} width=${px(o.band)} height=${o.length + 22}></rect>`;
}

/** @param {number} index @param {BarOptions} o */
function ring(index, o) {
  const side = o.centre(index) - o.band / 2 + 1;
  return o.isLying
    ? svg`<rect class="focus-ring" rx="6" x=${o.base - 4} y=${px(side)} width=${o.length + 52} height=${px(o.band - 2)}></rect>`
    : svg`<rect class="focus-ring" rx="6" x=${px(side)} y=${o.base - o.length - 3} width=${px(o.band - 2)} height=${o.length + 26}></rect>`;
}
