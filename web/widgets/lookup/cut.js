/** Both answers along a line through the query: one jumps, the other glides. */
import { svg } from 'lit';
import { valueFill } from '../../draw/colour.js';
import { px } from '../../draw/layout.js';
import { bottomAxis } from '../../draw/axes.js';
import { fixed } from '../../model/format.js';
import { EXTENT, VALUES } from './numbers.js';
import { shareOf } from './maps.js';

/** @typedef {import('../attn-lookup.js').AttnLookup} Figure */
/** @typedef {import('../../draw/axes.js').Frame} Frame */

const REACH = 0.75;

/** @param {Figure} figure @param {any} results @param {Frame} frame */
export function cutPlot(figure, results, frame) {
  const { words, state } = figure;
  const axis = state.cut === 'x' ? 0 : 1;
  const here = state.query[axis];
  const x = (/** @type {number} */ v) =>
    frame.left + ((v + EXTENT) / (2 * EXTENT)) * (frame.right - frame.left);
  const y = (/** @type {number} */ v) =>
    frame.bottom - 10 - shareOf(v) * (frame.bottom - frame.top - 20);
  const ticks = [-3, -2, -1, 0, 1, 2, 3];
  return svg`<g data-term="output">
    ${valueAxis(frame, y)}
    ${bottomAxis(frame, { scale: x, ticks, format: (v) => fixed(v, 0), title: words.cutAxis[state.cut] })}
    <line x1=${px(x(here))} x2=${px(x(here))} y1=${frame.top} y2=${frame.bottom} stroke="var(--c-query)" stroke-dasharray="2 3"></line>
    <g role="img" aria-label=${words.cutLabel}>
      ${steps(results.cut).map(
        ([from, to, value], i, all) => svg`
        <path d=${`M${px(x(from))} ${px(y(value))}H${px(x(to))}`} stroke="var(--c-muted)" stroke-width="2.5"></path>
        ${i > 0 ? svg`<path d=${`M${px(x(from))} ${px(y(all[i - 1][2]))}V${px(y(value))}`} stroke="var(--c-muted)" stroke-dasharray="2 4"></path>` : ''}`,
      )}
      <path d=${curve(results.cut, x, y)} fill="none" stroke="var(--c-output)" stroke-width="2.5"></path>
    </g>
    ${results.best.length > 1 ? '' : tangent(x, y, here, results.hard, results.gradHard[axis])}
    ${tangent(x, y, here, results.soft, results.gradSoft[axis])}
    <circle cx=${px(x(here))} cy=${px(y(results.hard))} r="5.5" fill="var(--c-muted)" stroke="var(--c-card)" stroke-width="2"></circle>
    <circle cx=${px(x(here))} cy=${px(y(results.soft))} r="5.5" fill="var(--c-output)" stroke="var(--c-card)" stroke-width="2"></circle>
  </g>`;
}

/** @param {Frame} frame @param {(v: number) => number} y */
function valueAxis({ left, right }, y) {
  return svg`<g aria-hidden="true" data-term="value">${VALUES.map(
    (value) => svg`
    <line x1=${left} x2=${right} y1=${px(y(value))} y2=${px(y(value))} stroke="var(--c-rule)"></line>
    <rect x=${left - 12} y=${px(y(value) - 6)} width="12" height="12" rx="2" fill=${valueFill(shareOf(value))} stroke="var(--c-value)" stroke-width="0.75"></rect>
    <text x=${left - 17} y=${px(y(value) + 4)} font-size="12" text-anchor="end" class="quiet">${value}</text>`,
  )}</g>`;
}

/**
 * The stretches on which the hard answer stays the same, from one border to the next. A border
 * that falls on a node shows there as a tie of one node, and the stretches meet in it.
 * @param {{ places: readonly number[], hard: ArrayLike<number> }} cut
 * @returns {[number, number, number][]} from, to, value
 */
export function steps({ places, hard }) {
  /** @type {{ first: number, last: number, value: number }[]} */
  const runs = [];
  places.forEach((_, i) => {
    const run = runs[runs.length - 1];
    if (run && run.value === hard[i]) run.last = i;
    else runs.push({ first: i, last: i, value: hard[i] });
  });
  const kept = runs.filter((run) => run.last > run.first);
  const border = (/** @type {number} */ i) =>
    (places[kept[i].last] + places[kept[i + 1].first]) / 2;
  return kept.map((run, i) => [
    i === 0 ? places[0] : border(i - 1),
    i === kept.length - 1 ? places[places.length - 1] : border(i),
    run.value,
  ]);
}

/** @param {any} cut @param {(v: number) => number} x @param {(v: number) => number} y */
function curve({ places, soft }, x, y) {
  return `M${places.map((/** @type {number} */ place, /** @type {number} */ i) => `${px(x(place))} ${px(y(soft[i]))}`).join('L')}`;
}

/** @param {(v: number) => number} x @param {(v: number) => number} y @param {number} here @param {number} value @param {number} slope */
function tangent(x, y, here, value, slope) {
  const end = (/** @type {number} */ side) =>
    `${px(x(here + side * REACH))} ${px(y(value + side * REACH * slope))}`;
  return svg`<path d=${`M${end(-1)}L${end(1)}`} stroke="var(--c-ink)" stroke-width="1.5"></path>`;
}
