/** The picture of attn-positional: two heat maps, curves, similarity, and the turn by Δ. */
import { html, nothing, svg } from 'lit';
import { bottomAxis, leftAxis } from '../../draw/axes.js';
import { scoreFill } from '../../draw/colour.js';
import { curves } from '../../draw/curves.js';
import { hatch } from '../../draw/hatch.js';
import { heatmap } from '../../draw/heatmap.js';
import { gap, space, unmirrored } from '../../draw/direction.js';
import { holdStill } from '../../draw/hold-still.js';
import { fitText, px, textWidth } from '../../draw/layout.js';
import { quiet } from '../../draw/quiet.js';
import { linearScale } from '../../draw/scales.js';
import { walkedGrid } from '../../draw/walked-grid.js';
import { fixed, significant } from '../../model/format.js';
import { SHOWN } from '../attn-positional.js';
import { matrixLegend } from '../matrix-legend.js';
import { sayings } from '../row-label.js';
import { walk } from '../walk.js';
import { rotationPanel } from './rotation.js';

/** @typedef {import('../attn-positional.js').AttnPositional} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */
/** @typedef {import('../../draw/axes.js').Frame} Frame */

/** The three curves: colour and dash. */
export const LOOKS = [
  { colour: 'var(--c-query)', dash: undefined },
  { colour: 'var(--c-key)', dash: '6 3' },
  { colour: 'var(--c-value)', dash: '2 3' },
];
const LEVELS = 10;
const MAP = 230;
const PLOT = 118;
const TICKS = [0, 16, 32, 48];
/** The widest name at t. */
const MOST_NAME = 120;

/** Where the panels stand. @param {Layout} layout @returns {Record<'map' | 'table' | 'curves' | 'similarity' | 'rotation', Frame> & { height: number }} */
function frames({ width, narrow }) {
  const box = (
    /** @type {number} */ left,
    /** @type {number} */ right,
    /** @type {number} */ top,
    /** @type {number} */ height,
  ) => ({
    left,
    right,
    top,
    bottom: top + height,
  });
  if (narrow) {
    const all = (/** @type {number} */ top, /** @type {number} */ height) =>
      box(50, width - 20, top, height);
    return {
      map: all(64, 160),
      curves: all(290, 96),
      table: all(486, 120),
      similarity: all(686, PLOT),
      rotation: box(14, width - 14, 884, 290),
      height: 1178,
    };
  }
  const half = width / 2;
  const left = (/** @type {number} */ top, /** @type {number} */ height) =>
    box(56, half - 22, top, height);
  const right = (/** @type {number} */ top, /** @type {number} */ height) =>
    box(half + 38, width - 20, top, height);
  return {
    map: left(42, MAP),
    table: right(42, MAP),
    curves: left(352, PLOT),
    similarity: right(352, PLOT),
    rotation: box(20, width - 20, 552, 150),
    height: 718,
  };
}

/** @param {Layout} layout @returns {number} */
export const positionalHeight = (layout) => frames(layout).height;

/** @param {Figure} figure @param {any} results @param {any} state @param {Layout} layout */
export function positionalPicture(figure, results, state, layout) {
  const at = frames(layout);
  const { width } = layout;
  return html`<svg width=${width} height=${at.height} viewBox=${`0 0 ${width} ${at.height}`}>
    ${inPlace(at.map, sineMap(figure, results, state, at.map))}
    ${inPlace(at.table, tableMap(figure, results, state, at.table))}
    ${inPlace(at.curves, channelCurves(figure, results, state, at.curves))}
    ${inPlace(at.similarity, similarity(figure, results, state, at.similarity))}
    ${rotationPanel(figure, results, state, at.rotation)}
  </svg>`;
}

/** Positions run like numbers, with room at the left for the axis. */
/** @param {Frame} frame @param {unknown} content */
const inPlace = ({ left, right }, content) => unmirrored(left - 36, right, content);

/** @param {Frame} frame @param {string} title */
const heading = ({ left, top }, title) =>
  svg`<text x=${left} y=${top - 20} font-size="13.5" font-weight="600">${title}</text>`;

/** @param {{ left: number, right: number }} frame */
const positionScale = ({ left, right }) => {
  const along = linearScale([0, SHOWN], [left, right]);
  return (/** @type {number} */ t) => along(t + 0.5);
};

/** Channels down, positions across; drawn anew only when its numbers or its place have changed. */
/** @param {Figure} figure @param {string} id @param {string} label @param {Float32Array} vectors [rows, d] @param {Frame} frame @param {number} extent what gets the full colour */
function map(figure, id, label, vectors, { left, right, top, bottom }, extent) {
  const { hand, state, words } = figure;
  const d = Number(state.d);
  const rows = vectors.length / d;
  const size = { rows: d, columns: SHOWN };
  const place = {
    x: left,
    y: top,
    cellWidth: (right - left) / SHOWN,
    cellHeight: (bottom - top) / d,
  };
  const walked = walk(figure, id, size, (cell) => figure.change({ t: cell.column }), {
    column: state.t,
  });
  const all = {
    ...place,
    ...walked,
    ...sayings(
      figure,
      figure.channelNames,
      figure.positions,
      (c, t) => vectors[t * d + c],
      walked,
      (value) => (isNaN(value) ? words.noVector : fixed(value)),
    ),
    label,
    term: 'position',
    depends: [vectors, figure.positions],
  };
  const draw = () => {
    const data = vectors.map((_, i) => vectors[(i % rows) * d + Math.floor(i / rows)]);
    const level = (/** @type {number} */ value) => Math.round((value / extent) * LEVELS);
    const fill = (/** @type {number} */ step) => scoreFill(step, LEVELS);
    return heatmap({ data, rows: d, columns: rows }, { ...place, level, fill });
  };
  return svg`<g @pointerdown=${hand.mapDown} @pointermove=${hand.mapMove} @pointerup=${hand.up}
    @pointercancel=${hand.up}>${walkedGrid(size, all, draw)}</g>
    <g aria-hidden="true" data-part="cell">${quiet(left, bottom + 33, fitText(all.name, right - left - 62, 12.5, 12.5).text)}</g>`;
}

/** @param {Figure} figure @param {any} results @param {any} state @param {Frame} frame */
function sineMap(figure, { pe }, state, frame) {
  const { words } = figure;
  return svg`${heading(frame, words.panels.sines)} ${ramp(figure, frame, 1)}
    ${map(figure, 'sines', words.mapLabel, pe, frame, 1)}
    ${bottomAxis(frame, { scale: positionScale(frame), ticks: TICKS, format: String, title: words.positionAxis })}
    ${sentence(figure, state, frame)} ${cursor(state.t, frame)}
    ${figure.curveChannels.map((channel, index) => handle(figure, channel, index, frame))}`;
}

/** What the colours of a map mean: beside its heading, or over it. @param {Figure} figure @param {Frame} frame @param {number} extent */
const ramp = (figure, { left, right, top }, extent) =>
  matrixLegend(
    figure,
    extent,
    figure.layout.narrow
      ? { x: left + 34, y: top - 54 }
      : { x: right - 86, y: top - 29, width: 60 },
  );

/** A channel's handle at the side of the map. @param {Figure} figure @param {number} channel @param {number} index @param {Frame} frame */
function handle(figure, channel, index, frame) {
  const { hand, state, words } = figure;
  const d = Number(state.d);
  const { colour, dash } = LOOKS[index];
  const y = px(frame.top + ((channel + 0.5) * (frame.bottom - frame.top)) / d);
  const x = frame.left - 3;
  const isOn = index === state.chosen;
  return svg`<g role="slider" tabindex="0" data-channel=${index} aria-label=${figure.plain(words.handleName, { number: index + 1 })}
      aria-valuemin="0" aria-valuemax=${d - 1} aria-valuenow=${channel} aria-orientation="vertical"
      @pointerdown=${(/** @type {any} */ event) => hand.handleDown(event, index)}
      @pointermove=${(/** @type {any} */ event) => hand.handleMove(event, frame)}
      @pointerup=${hand.up} @pointercancel=${hand.up} @touchstart=${holdStill}
      @keydown=${(/** @type {any} */ event) => hand.handleKey(event, index)} @focus=${() => hand.choose(index)}>
    <line x1=${frame.left} x2=${frame.right} y1=${y} y2=${y} stroke=${colour} stroke-width="1.6" stroke-dasharray=${dash ?? nothing} pointer-events="none"></line>
    <path d=${`M${x} ${y}l-8 -7h-24v14h24z`} fill=${isOn ? colour : 'var(--c-card)'} stroke=${colour} stroke-width="1.6"></path>
    <text x=${x - 19} y=${y + 4} font-size="12" text-anchor="middle" font-weight="600" pointer-events="none" fill=${isOn ? 'var(--c-on-strong)' : colour}>${channel}</text>
    <rect class="hit" x=${x - 36} y=${y - 13} width="38" height="26" cursor="ns-resize"></rect>
    <rect class="focus-ring" x=${x - 35} y=${y - 10} width="36" height="20" rx="5"></rect>
  </g>`;
}

/** @param {number} t @param {Frame} frame */
function cursor(t, frame) {
  const x = px(positionScale(frame)(t));
  return svg`<line x1=${x} x2=${x} y1=${frame.top} y2=${frame.bottom} pointer-events="none"
    stroke="var(--c-ink)" stroke-width="1.4"></line>`;
}

/** Which positions the sentence takes, and what stands at t. @param {Figure} figure @param {any} state @param {Frame} frame */
function sentence({ names }, { t }, { left, right, top }) {
  const end = px(linearScale([0, SHOWN], [left, right])(names.length));
  const fitted = fitText(t < names.length ? `t: ${names[t]}` : 't', MOST_NAME, 11.5);
  const half = textWidth(fitted.text, fitted.fontSize) / 2;
  const x = Math.min(right - half, Math.max(left + half, positionScale({ left, right })(t)));
  return svg`<g pointer-events="none" data-part="sentence">
    <line x1=${left} x2=${end} y1=${top - 1.5} y2=${top - 1.5} stroke="var(--c-query)" stroke-width="3"></line>
    <text x=${px(x)} y=${top - 5} font-size=${px(fitted.fontSize)} text-anchor="middle">${fitted.text}</text></g>`;
}

/** @param {Figure} figure @param {any} results @param {any} state @param {Frame} frame */
function tableMap(figure, { learned }, { rows }, frame) {
  const { words } = figure;
  const { vectors } = learned;
  // Random numbers go beyond those of a sine.
  const extent = Math.max(...vectors.map(Math.abs));
  const edge = px(linearScale([0, SHOWN], [frame.left, frame.right])(rows));
  const room = frame.right - edge;
  const height = frame.bottom - frame.top;
  const middle = frame.top + height / 2;
  return svg`${heading(frame, words.panels.table)} ${ramp(figure, frame, extent)}
    ${map(figure, 'learned', figure.plain(words.tableLabel, { last: rows - 1 }), vectors, frame, extent)}
    <g pointer-events="none">
      ${room > 0 ? hatch(edge, frame.top, room, height) : nothing}
      <line x1=${edge} x2=${edge} y1=${frame.top - 4} y2=${frame.bottom + 4} stroke="var(--c-ink)" stroke-width="2"></line>
      ${
        room > 26
          ? svg`<rect x=${edge + room / 2 - 11} y=${middle - 52} width="22" height="104" rx="4" fill="var(--c-card)"></rect>
        <text x=${edge + room / 2} y=${middle} font-size="13" text-anchor="middle" font-weight="600"
          transform=${`rotate(-90 ${edge + room / 2} ${middle}) translate(0 4.5)`}>${words.noVector}</text>`
          : nothing
      }
    </g>
    ${bottomAxis(frame, { scale: positionScale(frame), ticks: TICKS, format: String, title: words.positionAxis })}`;
}

/** @param {Figure} figure @param {any} results @param {any} state @param {Frame} frame */
function channelCurves(figure, { pe, wavelengths }, state, frame) {
  const { words, curveChannels: channels } = figure;
  const d = Number(state.d);
  const x = positionScale(frame);
  const y = linearScale([-1, 1], [frame.bottom, frame.top]);
  const list = channels.map((channel, index) => ({
    name: '',
    ...LOOKS[index],
    points: Array.from({ length: SHOWN }, (_, t) => ({ x: t, y: pe[t * d + channel] })),
  }));
  const turn = (/** @type {number} */ channel) =>
    significant(wavelengths[Math.floor(channel / 2)], 3);
  return svg`<text x=${frame.left} y=${frame.top - 12} font-size="13"><tspan font-weight="600">${words.panels.curves}</tspan>${channels.map(
    (channel, index) =>
      svg`<tspan dx=${gap(8)} fill=${LOOKS[index].colour} font-weight="600">${space()}${channel}: ${turn(channel)}</tspan>`,
  )}</text>
    ${leftAxis(frame, { scale: y, ticks: [-1, 0, 1], format: (tick) => fixed(tick, 0) })}
    ${bottomAxis(frame, { scale: x, ticks: TICKS, format: String, title: words.positionAxis })}
    ${curves(list, { x, y, label: words.curvesLabel, nameAt: 'none' })}
    ${cursor(state.t, frame)}`;
}

/** The row of position t: the curve slides along the axis with t and keeps its shape. */
/** @param {Figure} figure @param {any} results @param {any} state @param {Frame} frame */
function similarity(figure, { similarity: sines, learned }, { t, rows }, frame) {
  const { words } = figure;
  const dots =
    t < rows ? Array.from({ length: rows }, (_, k) => learned.similarity[t * rows + k]) : [];
  const line = Array.from({ length: SHOWN }, (_, k) => ({ x: k - t, y: sines[t * SHOWN + k] }));
  const low = Math.min(-sines[0] / 2, ...dots);
  const high = Math.max(sines[0], ...dots);
  const x = linearScale([1 - SHOWN, SHOWN - 1], [frame.left, frame.right]);
  const y = linearScale([low, high], [frame.bottom, frame.top]);
  // As one path, and round by its ends: as many circles would take their time at each key.
  const places = dots.map((value, k) => `M${px(x(k - t))} ${px(y(value))}h0`);
  return svg`${heading(frame, words.panels.similarity)}
    ${leftAxis(frame, { scale: y, ticks: [0, sines[0] / 2, sines[0]], format: (tick) => significant(tick, 2) })}
    ${bottomAxis(frame, { scale: x, ticks: [-48, -24, 0, 24, 48], format: (tick) => fixed(tick, 0), title: words.offsetAxis })}
    <g role="img" aria-label=${words.dotsLabel}>
      <path d=${places.join('')} stroke="var(--c-edge)" stroke-width="4" stroke-linecap="round"></path>
    </g>
    ${curves([{ name: '', colour: 'var(--c-weight)', points: line }], { x, y, label: words.similarityLabel, nameAt: 'none' })}
    ${t < rows ? nothing : svg`<text x=${frame.right} y=${frame.bottom - 8} font-size="12.5" text-anchor="end" fill="var(--c-warning)">${figure.plain(words.noRow, { t })}</text>`}`;
}
