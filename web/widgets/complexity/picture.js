/** The picture of attn-complexity: operations over n on log axes, and the table in counts. */
import { html, nothing, svg } from 'lit';
import { bottomAxis, leftAxis } from '../../draw/axes.js';
import { curves } from '../../draw/curves.js';
import { unmirrored } from '../../draw/direction.js';
import { px } from '../../draw/layout.js';
import { logScale } from '../../draw/scales.js';
import { count, significant } from '../../model/format.js';
import { LAYERS, MOST } from '../attn-complexity.js';

/** @typedef {import('../attn-complexity.js').AttnComplexity} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

/** @type {Record<string, { colour: string, dash: string, line: string }>} */
const LOOK = {
  selfAttention: { colour: 'var(--c-weight)', dash: '', line: '' },
  recurrent: { colour: 'var(--c-key)', dash: '7 4', line: 'dashed c-key' },
  convolution: { colour: 'var(--c-value)', dash: '2 4', line: 'dotted c-value' },
  restricted: { colour: 'var(--c-query)', dash: '9 3 2 3', line: 'dash-dot c-query' },
};
/** What the summary leaves out. @type {readonly string[]} */
const SAID = ['convolution', 'restricted'];

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** @param {Layout} layout */
export function complexityHeight({ narrow }) {
  return narrow ? 290 : 330;
}

/** @param {Figure} figure @param {any} results @param {any} state @param {Layout} layout */
export function complexityPicture(figure, results, state, layout) {
  const { width, narrow } = layout;
  const height = complexityHeight(layout);
  const frame = { left: 58, right: width - (narrow ? 18 : 150), top: 40, bottom: height - 46 };
  return html`<svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
      ${unmirrored(0, width, chart(figure, results, state, frame, narrow))}
    </svg>
    <div class="counts" role="region" tabindex="0" aria-label=${figure.words.tableCaption}>
      ${table(figure, results, narrow)}
    </div>`;
}

/** @param {number} value a power of ten */
const power = (value) =>
  `10${[...String(Math.round(Math.log10(value)))].map((digit) => SUPERSCRIPT[Number(digit)]).join('')}`;

/** @param {Figure} figure @param {any} results @param {any} state @param {import('../../draw/axes.js').Frame} frame @param {boolean} narrow */
function chart(figure, results, { n, d }, frame, narrow) {
  const { words } = figure;
  const all = results.curves.flatMap((/** @type {any} */ p) =>
    LAYERS.map((id) => p.costs[id].operations),
  );
  const x = logScale([1, MOST], [frame.left, frame.right]);
  const y = logScale([1, Math.max(...all)], [frame.bottom, frame.top]);
  const every = Math.ceil(Math.log10(Math.max(...all)) / 5);
  const list = LAYERS.map((id) => ({
    name: words.short[id],
    points: results.curves.map((/** @type {any} */ p) => ({ x: p.n, y: p.costs[id].operations })),
    colour: LOOK[id].colour,
    dash: LOOK[id].dash || undefined,
  }));
  return svg`
    ${leftAxis(frame, { scale: y, ticks: y.ticks(5).filter((tick) => Math.round(Math.log10(tick)) % every === 0), format: power, title: words.yTitle })}
    ${bottomAxis(frame, { scale: x, ticks: narrow ? [1, 64, 4096] : [1, 8, 64, 512, 4096, 32_768], format: count, title: words.xTitle })}
    ${marker(frame, x(n), `n = ${count(n)}`, 'var(--c-ink)', frame.bottom - 8)}
    ${d <= MOST ? crossing(figure, results, { x, y, d }) : nothing}
    ${curves(list, { x, y, label: words.chartLabel, nameAt: narrow ? 'none' : 'end' })}
    ${LAYERS.map((id) => svg`<circle cx=${px(x(n))} cy=${px(y(results.costs[id].operations))} r="4" fill=${LOOK[id].colour}></circle>`)}`;
}

/** @param {import('../../draw/axes.js').Frame} frame @param {number} at @param {string} text @param {string} colour @param {number} y */
function marker(frame, at, text, colour, y) {
  const isRight = at > (frame.left + frame.right) / 2;
  return svg`<line x1=${px(at)} x2=${px(at)} y1=${frame.top} y2=${frame.bottom} stroke=${colour} stroke-dasharray="2 3"></line>
    <text x=${px(at + (isRight ? -6 : 6))} y=${y} font-size="12.5" text-anchor=${isRight ? 'end' : 'start'}>${text}</text>`;
}

/** Where self-attention and recurrence cost the same. */
/** @param {Figure} figure @param {any} results @param {{ x: any, y: any, d: number }} at */
function crossing(figure, results, { x, y, d }) {
  const cx = px(x(d));
  const cy = px(y(results.crossing));
  return svg`<circle cx=${cx} cy=${cy} r="8" fill="none" stroke="var(--c-ink)" stroke-width="1.5"></circle>
    <text class="halo" x=${cx - 12} y=${cy - 10} font-size="12.5" text-anchor="end" font-weight="600">${figure.words.crossing}</text>`;
}

/** @param {Figure} figure @param {any} results @param {boolean} narrow then without the formulas */
function table(figure, { costs }, narrow) {
  const { words } = figure;
  const formula = (/** @type {string} */ text) =>
    narrow ? nothing : html`<td class="form">${text}</td>`;
  const number = (/** @type {number} */ value) =>
    Number.isInteger(value) ? count(value) : significant(value);
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${words.columns.layer}</th>
        <th scope="col" colspan=${narrow ? 1 : 2}>${words.columns.operations}</th>
        <th scope="col" colspan=${narrow ? 1 : 2}>${words.columns.steps}</th>
        <th scope="col" colspan=${narrow ? 1 : 2}>${words.columns.path}</th>
      </tr>
    </thead>
    <tbody>
      ${LAYERS.map((id) => {
        const form = words.forms[id];
        return html`<tr data-layer=${id} ?data-sayable=${SAID.includes(id)}>
          <th scope="row"><span class="swatch ${LOOK[id].line}"></span>${words.layers[id]}</th>
          ${formula(form[0])}
          <td data-count="operations">${number(costs[id].operations)}</td>
          ${formula(form[1])}
          <td>${number(costs[id].sequentialSteps)}</td>
          ${formula(form[2])}
          <td>${number(costs[id].pathLength)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}
