/** The one slider, and the field for its number. */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { htmlSubscripts } from '../../draw/subscripts.js';
import { spell } from '../../model/parameters.js';
import { needs } from './needs.js';
import { COARSE, boundsOf, numberInput } from './number-field.js';

/** @typedef {import('../../model/parameters.js').Parameter} Parameter */
/** @typedef {import('./controls.js').ControlContext} ControlContext */

/** @param {Parameter} p @param {ControlContext} c */
export function range(p, c) {
  const { min, max } = boundsOf(p, c.state);
  const log = p.control === 'log-range';
  const toSlider = (/** @type {number} */ v) => (log ? Math.log2(v) : v);
  return slider(p, c, {
    min: toSlider(min),
    max: toSlider(max),
    step: log ? 'any' : (p.step ?? 1),
    at: toSlider(c.state[p.key]),
    said: spell(p, c.state[p.key]),
    valueAt: (place) => settleOn(p, log ? 2 ** place : place, min, max),
    onKey: log ? stepByKeys(p, c, min, max) : undefined,
  });
}

/**
 * @typedef {object} SliderOptions
 * @property {number} min
 * @property {number} max
 * @property {number | 'any'} step
 * @property {number} at where it stands
 * @property {string} said of that place
 * @property {(place: number) => unknown} valueAt what the parameter is there
 * @property {(event: any) => void} [onKey]
 * @property {unknown[]} [ends] what stands at its two ends
 * @property {unknown} [behind] it: the number field
 */

/**
 * A slider of any figure, in its label.
 * @param {Parameter} p @param {ControlContext} c @param {SliderOptions} options
 */
export function slider(p, c, { onKey = stepWithShift, ends = [], behind = field(p, c), ...at }) {
  return html`<div class="field range" data-control=${p.key} data-term=${p.term ?? nothing}>
    <label
      ><span class="label">${htmlSubscripts(c.texts[p.key].label)}</span>${ends[0]}<input
        type="range"
        min=${at.min}
        max=${at.max}
        step=${at.step}
        aria-valuetext=${at.said}
        ?disabled=${c.isDisabled(p.key)}
        .value=${live(String(at.at))}
        @input=${(/** @type {any} */ { target }) => c.change(p.key, at.valueAt(Number(target.value)))}
        @keydown=${onKey}
      />${ends[1]}</label
    >
    ${behind} ${needs(p, c)}
  </div>`;
}

/** @type {Record<string, number | undefined>} */
const WAYS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** Browsers know no larger step by Shift; it is that of number fields. @param {any} event */
function stepWithShift(event) {
  const way = WAYS[event.key];
  if (!way || !event.shiftKey) return;
  event.preventDefault();
  event.target.stepUp(way * COARSE);
  event.target.dispatchEvent(new Event('input'));
}

/** On a log slider the arrow keys step through whole numbers where those are closer than 2 %. */
/** @param {Parameter} p @param {ControlContext} c @param {number} min @param {number} max */
function stepByKeys(p, c, min, max) {
  return (/** @type {KeyboardEvent} */ event) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const value = c.state[p.key];
    const moved = settleOn(p, value * (event.shiftKey ? 2 : 1.0905) ** way, min, max);
    const stuck = p.type === 'integer' && moved === value;
    c.change(p.key, Math.min(max, Math.max(min, stuck ? value + way : moved)));
  };
}

/** @param {Parameter} p @param {number} value @param {number} min @param {number} max */
function settleOn(p, value, min, max) {
  const settled = p.type === 'integer' ? Math.round(value) : Number(value.toPrecision(3));
  return Math.min(max, Math.max(min, settled));
}

/** @param {Parameter} p @param {ControlContext} c @returns {unknown} */
export const field = (p, c) =>
  numberInput(c.figure, p, {
    name: c.texts[p.key].label,
    value: c.state[p.key],
    isDisabled: c.isDisabled(p.key),
    change: (value) => c.change(p.key, value),
  });
