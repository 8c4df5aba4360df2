/** The picture of attn-lookup: two maps, a cut through both, and the blend as a lever. */
import { html, svg } from 'lit';
import { BLEND_HEIGHT, blendLine } from '../../draw/blend-line.js';
import { valueFill } from '../../draw/colour.js';
import { gap, space, unmirrored } from '../../draw/direction.js';
import { px } from '../../draw/layout.js';
import { planeAt } from '../../draw/plane.js';
import { fixed, percent, score } from '../../model/format.js';
import { cutPlot } from './cut.js';
import { lookupMap, shareOf } from './maps.js';
import { DIRECTIONS, EXTENT, VALUES } from './numbers.js';

/** @typedef {import('../attn-lookup.js').AttnLookup} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const MARGIN = 18;
/** Over a panel: its title, and on a narrow figure the result under it. */
const head = (/** @type {boolean} */ narrow) => (narrow ? 62 : 40);
/** Under a panel: the gradient, on a narrow figure in two lines. */
const foot = (/** @type {boolean} */ narrow) => (narrow ? 50 : 32);
const CUT_HEAD = 40;
/** Under the cut: its axis and the title of that. */
const CUT = { left: 40, narrowHeight: 170, axis: 36 };

/** Where everything stands. @param {Layout} layout */
function places({ width, narrow }) {
  const inner = width - 2 * MARGIN;
  const gap = narrow ? 14 : 28;
  const columns = narrow ? 2 : 3;
  const size = Math.floor((inner - gap * (columns - 1)) / columns);
  const column = (/** @type {number} */ i) => MARGIN + i * (size + gap);
  const mapsEnd = head(narrow) + size + foot(narrow);
  const cut = narrow
    ? { x: MARGIN, y: mapsEnd, width: inner, height: CUT.narrowHeight }
    : { x: column(2), y: 0, width: size, height: size - CUT.axis };
  const blendTop = (narrow ? cut.y + CUT_HEAD + cut.height + CUT.axis + 30 : mapsEnd) + 22;
  return { size, column, cut, blend: blendTop, height: blendTop + BLEND_HEIGHT + 6 };
}

/** @param {Layout} layout */
export const lookupHeight = (layout) => places(layout).height;

/** @param {Figure} figure @param {any} results @param {Layout} layout */
export function lookupPicture(figure, results, layout) {
  const { width } = layout;
  const at = places(layout);
  return html`<svg width=${width} height=${at.height} viewBox=${`0 0 ${width} ${at.height}`}>
    ${mapPanel(figure, results, at.column(0), at.size, 'hard')}
    ${mapPanel(figure, results, at.column(1), at.size, 'soft')} ${cutPanel(figure, results, at.cut)}
    ${blend(figure, results, at.blend, layout)}
  </svg>`;
}

/** @param {Figure} figure @param {any} results @param {number} x @param {number} size @param {'hard' | 'soft'} kind */
function mapPanel(figure, results, x, size, kind) {
  const { words, layout } = figure;
  const { narrow } = layout;
  const top = head(narrow);
  const plane = planeAt(x, top, size, EXTENT);
  const end = top + size + 20;
  return svg`<g data-panel=${kind}>
    <text x=${x} y=${narrow ? 22 : top - 12} font-size="15" font-weight="650">${words.panels[kind]}</text>
    ${answer(figure, results, kind, x, narrow ? x + 16 : x + size, top - 12)}
    ${unmirrored(x, x + size, lookupMap(figure, results, plane, kind))}
    <text x=${x} y=${end} font-size="13" class="quiet">${words.gradient}</text>
    <text x=${narrow ? x : x + 61} y=${narrow ? end + 18 : end} font-size="13" font-weight="650"
      data-gradient=${kind}>${gradientText(figure, results, kind)}</text>
  </g>`;
}

/** The result and its colour: at the right edge, or from the left on a narrow figure. */
/** @param {Figure} figure @param {any} results @param {'hard' | 'soft'} kind @param {number} left @param {number} right @param {number} y */
function answer({ layout }, { hard, soft }, kind, left, right, y) {
  const value = kind === 'hard' ? hard : soft;
  const text = kind === 'hard' ? fixed(value, 0) : score(value);
  return svg`<g data-term="output">
    <text x=${layout.narrow ? left + 24 : right - 22} y=${y} font-size="17" font-weight="650"
      text-anchor=${layout.narrow ? 'start' : 'end'} data-result=${kind}>${text}</text>
    <rect x=${right - 16} y=${y - 14} width="16" height="16" rx="4" fill=${valueFill(shareOf(value))}
      stroke="var(--c-value)"></rect></g>`;
}

/** @param {Figure} figure @param {any} results @param {'hard' | 'soft'} kind */
export function gradientText(figure, results, kind) {
  if (kind === 'hard' && results.best.length > 1) return figure.words.noGradient;
  const [x, y] = kind === 'hard' ? results.gradHard : results.gradSoft;
  return kind === 'hard' ? `(${fixed(x, 0)}, ${fixed(y, 0)})` : `(${score(x)}, ${score(y)})`;
}

/** @param {Figure} figure @param {any} results @param {{ x: number, y: number, width: number, height: number }} place */
function cutPanel(figure, results, { x, y, width, height }) {
  const { words, state } = figure;
  const frame = {
    left: x + CUT.left,
    right: x + width,
    top: y + CUT_HEAD,
    bottom: y + CUT_HEAD + height,
  };
  const axis = state.cut === 'x' ? 0 : 1;
  const hard = results.best.length > 1 ? words.noGradient : fixed(results.gradHard[axis], 0);
  return svg`<g data-panel="cut">
    <text x=${x} y=${y + CUT_HEAD - 12} font-size="15" font-weight="650">${words.panels.cut[state.cut]}</text>
    ${unmirrored(x, x + width, cutPlot(figure, results, frame))}
    <text x=${x} y=${frame.bottom + CUT.axis + 20} font-size="13" data-slopes><tspan class="quiet">${words.slopes}</tspan><tspan
      dx=${gap(6)} font-weight="650" fill="var(--c-muted)">${space()}${words.hardShort} ${hard}</tspan><tspan
      dx=${gap(10)} font-weight="650" fill="var(--c-output)">${space()}${words.softShort} ${score(results.gradSoft[axis])}</tspan></text>
  </g>`;
}

/** @param {Figure} figure @param {any} results @param {number} y @param {Layout} layout */
function blend(figure, results, y, { width, narrow }) {
  const { words } = figure;
  const room = narrow ? 34 : 90;
  const items = VALUES.map((value, k) => ({
    value,
    weight: results.weights[k],
    name: narrow ? words.directions[DIRECTIONS[k]] : `${words.directions[DIRECTIONS[k]]}, ${value}`,
    text: percent(results.weights[k]),
  }));
  const soft = {
    value: results.soft,
    text: `${words.softShort} ${score(results.soft)}`,
    colour: 'var(--c-output)',
    term: 'output',
  };
  const hard = {
    value: results.hard,
    text: `${words.hardShort} ${fixed(results.hard, 0)}`,
    colour: 'var(--c-muted)',
  };
  return svg`<g data-term="weights softmax">${blendLine(items, soft, hard, {
    x: px(MARGIN + room),
    y,
    width: width - 2 * (MARGIN + room),
    min: VALUES[0],
    max: VALUES[VALUES.length - 1],
    label: figure.plain(words.blendLabel, { soft: score(results.soft) }),
    gap: narrow ? 60 : 90,
  })}</g>`;
}
