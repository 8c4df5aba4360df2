/** The picture of attn-order: two orders, the lines between them, and the largest difference. */
import { html, nothing, svg } from 'lit';
import { gap, space } from '../../draw/direction.js';
import { heatCells } from '../../draw/heat-grid.js';
import { holdStill } from '../../draw/hold-still.js';
import { fitBold, fitText, px } from '../../draw/layout.js';
import { quiet } from '../../draw/quiet.js';
import { logScale } from '../../draw/scales.js';
import { walkedGrid } from '../../draw/walked-grid.js';
import { score, significant } from '../../model/format.js';
import { DIM, ROUNDING } from '../positions/attend.js';
import { matrixLegend } from '../matrix-legend.js';
import { cellName, cellOf, channelName, channelNames, sayings } from '../row-label.js';
import { walk } from '../walk.js';

/** @typedef {import('../attn-order.js').AttnOrder} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const TOP = 40;
const GAUGE = 74;
/** Cells may be too small for numbers. */
const LEGEND = 26;
/** The ends of the line of differences; what is smaller stands at its left end. */
const LEAST = 1e-9;
const MOST = 10;

const rowOf = (/** @type {number} */ count) => (count > 12 ? 26 : 34);

/** @param {number} count */
export const orderHeight = (count) => TOP + count * rowOf(count) + GAUGE + LEGEND;

/** Where everything stands. @param {number} count @param {Layout} layout */
function placesOf(count, { width, narrow }) {
  const pad = 18;
  const chip = narrow ? Math.min(72, width * 0.2) : 96;
  const number = narrow ? 0 : 24;
  const gap = narrow ? 28 : Math.min(110, width * 0.13);
  const last = narrow ? 0 : 76;
  const cell = (width - 2 * pad - 2 * (chip + number + 6) - gap - last) / (2 * DIM);
  const side = chip + number + 6 + cell * DIM;
  return {
    pad,
    chip,
    number,
    gap,
    cell,
    row: rowOf(count),
    left: pad,
    right: pad + side + gap,
    side,
    width,
  };
}

/** @param {Figure} figure @param {any} results @param {any} state @param {Layout} layout */
export function orderPicture(figure, results, state, layout) {
  const { tokens, words } = figure;
  const height = orderHeight(tokens.length);
  const at = placesOf(tokens.length, layout);
  const first = tokens.map((_, t) => t);
  const heading = (/** @type {number} */ x, /** @type {string} */ text) =>
    svg`<text x=${px(x)} y="22" font-size="13.5" font-weight="600">${text}</text>`;
  const isSide = at.number > 0;
  return html`<svg
    width=${layout.width}
    height=${height}
    viewBox=${`0 0 ${layout.width} ${height}`}
  >
    ${heading(at.left, words.panels[0])} ${heading(at.right, words.panels[1])}
    ${isSide ? svg`<text x=${at.width - at.pad} y="22" font-size="12" text-anchor="end" class="quiet">${words.difference}</text>` : nothing}
    ${links(results.places, state.token, at)}
    ${panel(figure, first, results.before, at.left, at, results)}
    ${panel(figure, results.order, results.after, at.right, at, results)}
    ${isSide ? results.order.map((/** @type {number} */ t, /** @type {number} */ p) => svg`<text x=${at.width - at.pad} y=${px(TOP + (p + 0.5) * at.row + 4)} font-size="13" text-anchor="end" class=${t === state.token ? '' : 'quiet'}>${significant(results.differences[t], 2)}</text>`) : nothing}
    ${isSide ? cellInHand(figure, results, at) : nothing}
    ${matrixLegend(figure, extentOf(results), { x: at.pad + 34, y: height - 24 })}
    ${differenceLine(figure, results, { x: at.pad + 4, y: TOP + tokens.length * at.row + 26, width: at.width - 2 * at.pad - 8 })}
  </svg>`;
}

/** The largest number of both orders, for their colours. @param {any} results */
const extentOf = ({ before, after }) => Math.max(...before.map(Math.abs), ...after.map(Math.abs));

/** The number in hand, of either order. @param {Figure} figure @param {any} results @param {any} at */
function cellInHand(figure, { before, back }, at) {
  const { cell, state, names } = figure;
  const d = Math.min(cell.column, DIM - 1);
  const values = [before, back].map((output) => score(output[state.token * DIM + d])).join(' | ');
  const name = cellName(figure, names[state.token], channelName(figure, d), values);
  return svg`<g aria-hidden="true" data-part="cell">
    ${quiet(at.width - at.pad, TOP + names.length * at.row + 26, name, 'end')}</g>`;
}

/** From each token's place to its place in the copy. @param {number[]} places @param {number} chosen @param {any} at */
function links(places, chosen, at) {
  const from = at.left + at.side + 4;
  const to = at.right - 4;
  const middle = (from + to) / 2;
  return places.map((place, t) => {
    const y0 = px(TOP + (t + 0.5) * at.row);
    const y1 = px(TOP + (place + 0.5) * at.row);
    const isOn = t === chosen;
    return svg`<path d=${`M${px(from)} ${y0}C${px(middle)} ${y0} ${px(middle)} ${y1} ${px(to)} ${y1}`} fill="none"
      stroke=${isOn ? 'var(--c-output)' : 'var(--c-edge)'} stroke-width=${isOn ? 2.5 : 1} stroke-opacity=${isOn ? 1 : 0.6}></path>`;
  });
}

/**
 * Tokens and their outputs, row by row.
 * @param {Figure} figure @param {ArrayLike<number>} order @param {Float32Array} output @param {number} x
 * @param {any} at @param {any} results
 */
function panel(figure, order, output, x, at, results) {
  const { words } = figure;
  const isCopy = x === at.right;
  const extent = extentOf(results);
  const list = Array.from(order);
  const chosen = list.indexOf(figure.state.token);
  const cells = x + at.number + at.chip + 6;
  const size = { rows: list.length, columns: DIM };
  const place = { x: cells, y: TOP, cellWidth: at.cell, cellHeight: at.row };
  const walked = walk(
    figure,
    isCopy ? 'after' : 'before',
    size,
    ({ row }) => figure.choose(list[row]),
    { row: chosen },
  );
  return svg`
    <g role="group" aria-label=${words.panels[isCopy ? 1 : 0]} @keydown=${isCopy ? figure.hand.key : nothing}>
      ${list.map((token, p) => chip(figure, token, p, isCopy, x, at))}
    </g>
    ${walkedGrid(
      size,
      {
        ...place,
        ...walked,
        ...sayings(
          figure,
          list.map((token) => figure.names[token]),
          channelNames(figure, DIM),
          cellOf(output, DIM),
          walked,
          score,
        ),
        label: words.outputsLabel[isCopy ? 1 : 0],
        term: 'output',
        depends: [output, order, figure.state.text, extent],
      },
      () =>
        svg`${heatCells({ data: output, ...size }, { ...place, extent, text: score })}
      ${[...list, 0].map((_, p) => svg`<rect x=${px(cells - 1)} y=${px(TOP + p * at.row - 4)} width=${px(DIM * at.cell + 2)} height="9" fill="var(--c-card)"></rect>`)}`,
    )}
    <rect x=${px(cells - 2)} y=${px(TOP + chosen * at.row + 2)} width=${px(DIM * at.cell + 3)} height=${at.row - 4} rx="3" fill="none" stroke="var(--c-output)" stroke-width="2" pointer-events="none"></rect>`;
}

/** @param {Figure} figure @param {number} token @param {number} place @param {boolean} isCopy @param {number} x @param {any} at */
function chip(figure, token, place, isCopy, x, at) {
  const { hand, state, words } = figure;
  const isOn = token === state.token;
  const y = TOP + place * at.row;
  const fitted = fitText(figure.tokens[token], at.chip - 10, 14.5);
  const left = x + at.number;
  const name = figure.plain(words.chipName, { token: figure.names[token], place });
  const rows = { top: TOP, row: at.row };
  const number = at.number
    ? svg`<text x=${px(left - 8)} y=${px(y + at.row / 2 + 4)} font-size="12" text-anchor="end" class="quiet" data-term="position">${place}</text>`
    : nothing;
  const body = svg`
    ${fitted.isCut ? svg`<title>${figure.tokens[token]}</title>` : nothing}
    <rect x=${px(left)} y=${px(y + 2)} width=${px(at.chip)} height=${at.row - 4} rx="7"
      fill=${isOn ? 'var(--c-output)' : 'var(--c-soft)'}></rect>
    <rect class="focus-ring" x=${px(left - 2.5)} y=${px(y - 0.5)} width=${px(at.chip + 5)} height=${at.row + 1} rx="9"></rect>
    <text x=${px(left + at.chip / 2)} y=${px(y + at.row / 2 + fitted.fontSize * 0.35)} text-anchor="middle"
      font-size=${px(fitted.fontSize)} font-weight=${isOn ? 600 : 400} pointer-events="none"
      fill=${isOn ? 'var(--c-on-strong)' : 'var(--c-ink)'}>${fitted.text}</text>`;
  if (!isCopy)
    return svg`${number}<g class="token" cursor="pointer" @click=${() => figure.choose(token)}>${body}</g>`;
  return svg`${number}<g role="button" class="token" cursor="grab" tabindex=${isOn ? 0 : -1} data-row=${token}
      aria-pressed=${isOn && figure.isHeld ? 'true' : 'false'} aria-label=${name}
      @pointerdown=${(/** @type {PointerEvent} */ event) => hand.down(event, token)}
      @pointermove=${(/** @type {PointerEvent} */ event) => hand.move(event, rows)}
      @pointerup=${hand.up} @pointercancel=${hand.up} @touchstart=${holdStill} @blur=${hand.blur}>${body}
      ${isOn && figure.isHeld ? svg`<rect x=${px(left - 2)} y=${px(y)} width=${px(at.chip + 4)} height=${at.row} rx="9" fill="none" stroke="var(--c-ink)" stroke-width="2" stroke-dasharray="4 3"></rect>` : nothing}
    </g>`;
}

/** The largest difference on a line of powers of ten. */
/** @param {Figure} figure @param {any} results @param {{ x: number, y: number, width: number }} at */
function differenceLine(figure, { maxDifference, isSame }, { x, y, width }) {
  const { words } = figure;
  const scale = logScale([LEAST, MOST], [x, x + width]);
  const mark = px(scale(Math.min(MOST, Math.max(LEAST, maxDifference))));
  const border = px(scale(ROUNDING));
  const text = significant(maxDifference);
  const { fontSize } = fitBold(`${words.maxTitle}  ${text}`, width, 13.5);
  const colour = isSame ? 'var(--c-value)' : 'var(--c-warning)';
  return svg`<g role="img" aria-label=${`${words.maxTitle} ${text}`}>
    <text x=${x} y=${y} font-size=${px(fontSize)}><tspan class="quiet">${words.maxTitle}</tspan>
      <tspan font-weight="700" font-size=${px(fontSize * 1.18)} dx=${gap(6)} fill=${colour} data-part="max">${space()}${text}</tspan></text>
    <rect x=${x} y=${y + 12} width=${px(border - x)} height="8" rx="4" fill="var(--c-soft)"></rect>
    <rect x=${border} y=${y + 12} width=${px(x + width - border)} height="8" rx="4" fill="var(--c-rule)"></rect>
    <circle cx=${mark} cy=${y + 16} r="7" class="moves" fill=${colour} stroke="var(--c-card)" stroke-width="2"></circle>
    <text x=${x} y=${y + 38} font-size="12" class="quiet">${words.zones[0]}</text>
    <text x=${px(x + width)} y=${y + 38} font-size="12" text-anchor="end" class="quiet">${words.zones[1]}</text>
  </g>`;
}
