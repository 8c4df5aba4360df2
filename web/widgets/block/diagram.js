/** The block as a diagram: the residual stream straight down, both parts beside it. */
import { unmirrored } from '../../draw/direction.js';
import { nothing, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { ramp } from '../../draw/heat-grid.js';
import { heatmap } from '../../draw/heatmap.js';
import { fitText, px } from '../../draw/layout.js';
import { svgSubscripts } from '../../draw/subscripts.js';
import { shownOf } from './compute.js';
import { ROWS, isSplit, roleOf, termOf } from './tensors.js';

/** @typedef {import('../attn-block.js').AttnBlock} Figure */
/** @typedef {import('./tensors.js').TensorId} TensorId */

const PITCH = 38;
const CHIP = 28;
const TOP = 10;
const STREAM = 36;
const BRANCH = 74;
const RIGHT = 34;

export const DIAGRAM_HEIGHT = TOP + 12 * PITCH + 4;

/** @param {Figure} figure @param {any} results @param {number} width */
export function diagram(figure, results, width) {
  const rows = ROWS[figure.state.order];
  const middle = (/** @type {number} */ row) => TOP + row * PITCH + CHIP / 2;
  return svg`<g role="radiogroup" aria-label=${figure.words.diagramLabel}
      @keydown=${(/** @type {KeyboardEvent} */ event) => figure.tensorKey(event)}>
    ${parts(figure, rows, width)}
    <g data-term="residual"><line x1=${STREAM} x2=${STREAM} y1=${middle(0)} y2=${middle(rows.length - 1) + 22}
      stroke="var(--c-edge)" stroke-width="5" stroke-linecap="round"></line></g>
    ${rows.map((row, r) => joins(rows, r, middle))}
    ${rows.map((row, r) => row.ids.map((id, i) => chip(figure, results, id, row.isStream, box(row, i, r, width))))}
  </g>`;
}

/** @param {import('./tensors.js').Row} row @param {number} i @param {number} r @param {number} width */
function box({ ids, isStream }, i, r, width) {
  const left = isStream ? STREAM - 20 : BRANCH;
  const size = (width - RIGHT - left + 6) / ids.length;
  return { x: left + i * size, y: TOP + r * PITCH, width: size - 6 };
}

/** Attention and the feed-forward network as areas. @param {Figure} figure @param {readonly import('./tensors.js').Row[]} rows @param {number} width */
function parts(figure, rows, width) {
  const starts = rows.flatMap((row, r) =>
    !row.isStream && (rows[r - 1]?.isStream ?? true) ? [r] : [],
  );
  const ends = rows.flatMap((row, r) => (row.adds ? [r] : []));
  return starts.map((start, i) => {
    const y = TOP + start * PITCH - 5;
    const height = (ends[i] - start) * PITCH + CHIP + 10;
    const x = width - RIGHT + 14;
    const turn = `rotate(90 ${x} ${y + height / 2})`;
    return svg`<g data-term=${i === 1 ? 'ffn' : nothing}>
      <rect x=${BRANCH - 7} y=${y} width=${width - RIGHT - BRANCH + 32} height=${height} rx="9"
        fill="var(--c-soft)"></rect>
      ${unmirrored(
        x,
        x,
        svg`<text x=${x} y=${y + height / 2} transform=${turn} text-anchor="middle" class="quiet"
        font-size="12" dy="0">${figure.words.parts[i]}</text>`,
      )}</g>`;
  });
}

/** How a row hangs on the stream and on the row above. */
/** @param {readonly import('./tensors.js').Row[]} rows @param {number} r @param {(row: number) => number} middle */
function joins(rows, r, middle) {
  const { isStream, adds } = rows[r];
  if (isStream) return nothing;
  const y = middle(r);
  const top = y - CHIP / 2;
  const isFirst = rows[r - 1].isStream;
  const from = isFirst ? `M${STREAM} ${y}H${BRANCH - 1}m-5 -4l5 4l-5 4` : '';
  const down = isFirst ? '' : `M${BRANCH + 26} ${top - 9}V${top - 2}m-3.5 -4l3.5 4l3.5 -4`;
  const back = adds ? `M${BRANCH} ${y}H${STREAM + 10}m5 -4l-5 4l5 4` : '';
  return svg`<path d=${from + down + back} fill="none" stroke="var(--c-edge)" stroke-width="1.5"></path>
    ${
      adds
        ? svg`<g data-term="residual"><circle cx=${STREAM} cy=${y} r="9" fill="var(--c-card)" stroke="var(--c-ink)"></circle>
      <path d=${`M${STREAM - 5} ${y}h10M${STREAM} ${y - 5}v10`} stroke="var(--c-ink)" stroke-width="1.5"></path></g>`
        : nothing
    }`;
}

/** @param {Figure} figure @param {any} results @param {TensorId} id @param {boolean} isStream @param {{ x: number, y: number, width: number }} at */
function chip(figure, results, id, isStream, { x, y, width }) {
  const { words, state, tokens } = figure;
  const isOn = state.tensor === id;
  const small = width < 110;
  const thumb = Math.min(40, width * 0.26);
  const shown = shownOf(results.steps, id, tokens.length, state.head);
  const room = width - thumb - 22;
  const fitted = fitText(small ? words.symbols[id] : words.names[id], room, 13.5);
  return svg`<g role="radio" aria-checked=${isOn ? 'true' : 'false'} tabindex=${isOn ? 0 : -1}
      aria-label=${words.names[id]} data-tensor=${id} data-term=${termOf(id, isStream) ?? nothing}
      cursor="pointer" @click=${() => figure.choose(id)}>
    <rect x=${px(x)} y=${y} width=${px(width)} height=${CHIP} rx="7" fill="var(--c-card)"
      stroke=${isOn ? 'var(--c-ink)' : 'var(--c-edge)'} stroke-width=${isOn ? 2.2 : 1}></rect>
    ${guard([results.steps, isSplit(id) && state.head, x, y, width], () => thumbnail(results, id, shown, { x: x + 6, y: y + 4, width: thumb }))}
    <text x=${px(x + thumb + 14)} y=${y + 19} font-size=${px(fitted.fontSize)} font-weight=${isOn ? 650 : 450}
      fill=${`var(--c-${roleOf(id)})`}>${svgSubscripts(fitted.text)}</text>
    <rect class="focus-ring" x=${px(x - 3)} y=${y - 3} width=${px(width + 6)} height=${CHIP + 6} rx="9"></rect>
  </g>`;
}

/** @param {any} results @param {TensorId} id @param {ReturnType<typeof shownOf>} shown @param {{ x: number, y: number, width: number }} at */
function thumbnail(results, id, shown, { x, y, width }) {
  const cell = { cellWidth: width / shown.columns, cellHeight: (CHIP - 8) / shown.rows };
  return heatmap(shown, { x, y, ...cell, ...ramp(results.extents[id]) });
}
