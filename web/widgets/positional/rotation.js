/** The turn by Δ: one pair as an arrow before and after, and the check of all pairs. */
import { svg } from 'lit';
import { unmirrored } from '../../draw/direction.js';
import { px } from '../../draw/layout.js';
import { arrow, planeAt } from '../../draw/plane.js';
import { count, fixed, significant } from '../../model/format.js';
import { SHOWN } from '../attn-positional.js';
import { LOOKS } from './picture.js';

/** @typedef {import('../attn-positional.js').AttnPositional} Figure */
/** @typedef {import('../../draw/axes.js').Frame} Frame */

const DIAL = 150;

/** @param {Figure} figure @param {any} results @param {any} state @param {Frame} frame */
export function rotationPanel(figure, { pe, rotation, frequencies }, state, frame) {
  const { words } = figure;
  const d = Number(state.d);
  const pair = Math.floor(figure.curveChannels[state.chosen] / 2);
  const part = (/** @type {Float32Array} */ data) =>
    data.subarray(state.t * d + 2 * pair, state.t * d + 2 * pair + 2);
  const isStacked = frame.right - frame.left < 712;
  const left = isStacked ? frame.left + 4 : frame.left + DIAL + 26;
  const top = isStacked ? frame.top + DIAL + 30 : frame.top + 28;
  const lines = [
    [
      words.pairLine,
      figure.plain(words.pairTurn[isStacked ? 1 : 0], {
        omega: significant(frequencies[pair], 4),
        angle: significant(rotation.angles[pair], 4),
      }),
    ],
    [`PE(${state.t})`, numbers(part(pe))],
    [words.turned, numbers(part(rotation.rotated))],
    [`PE(${count(state.t + state.delta)})`, numbers(part(rotation.shifted))],
    [
      figure.plain(isStacked ? words.checkShort : words.check, { positions: SHOWN, d }),
      significant(rotation.maxDifference),
    ],
  ].map(([name, value]) => [
    name.replace('{a}', String(2 * pair)).replace('{b}', String(2 * pair + 1)),
    value,
  ]);
  return svg`<text x=${frame.left} y=${frame.top - 12} font-size="13.5" font-weight="600">${figure.plain(words.panels.rotation, { delta: count(state.delta) })}</text>
    ${dial(figure, part(pe), part(rotation.shifted), { left: frame.left, top: frame.top + 2 })}
    <g data-part="rotation">${lines.map(([name, value], i) => {
      const y = top + i * 25;
      return svg`<text x=${left} y=${y} font-size="13.5" class="quiet">${name}</text>
        <text x=${px(isStacked ? frame.right : left + 340)} y=${y} font-size="13.5" text-anchor=${isStacked ? 'end' : 'start'} font-weight=${i === 4 ? 700 : 500}>${value}</text>`;
    })}</g>`;
}

/** @param {ArrayLike<number>} pair */
const numbers = (pair) => `(${fixed(pair[0], 4)}, ${fixed(pair[1], 4)})`;

/** Beside the tip, away from the arrow. @param {number} x */
const anchorOf = (x) => (Math.abs(x) < 0.5 ? 'middle' : x < 0 ? 'end' : 'start');

/** The pair is (sin, cos): drawn with the cosine to the right, a step forwards turns to the left. */
/** @param {Figure} figure @param {ArrayLike<number>} before @param {ArrayLike<number>} after @param {{ left: number, top: number }} at */
function dial(figure, before, after, { left, top }) {
  const plane = planeAt(left, top, DIAL, 1.32);
  const centre = [px(plane.toX(0)), px(plane.toY(0))];
  const { colour } = LOOKS[figure.state.chosen];
  const name = (
    /** @type {ArrayLike<number>} */ pair,
    /** @type {string} */ text,
    /** @type {string} */ fill,
  ) =>
    svg`<text x=${px(plane.toX(pair[1] * 1.12))} y=${px(plane.toY(pair[0] * 1.18) + 4)} font-size="12.5" text-anchor=${anchorOf(pair[1])} fill=${fill}>${text}</text>`;
  const drawn = svg`<g role="img" aria-label=${figure.words.dialLabel}>
    <circle cx=${centre[0]} cy=${centre[1]} r=${px(plane.unit)} fill="none" stroke="var(--c-rule)" stroke-width="1.5"></circle>
    ${arrow(plane, [before[1], before[0]], { colour: 'var(--c-muted)', width: 2 })}
    ${arrow(plane, [after[1], after[0]], { colour, width: 3 })}
    ${name(before, 't', 'var(--c-muted)')}${name(after, 't + Δ', colour)}
  </g>`;
  return unmirrored(left, left + DIAL, drawn);
}
