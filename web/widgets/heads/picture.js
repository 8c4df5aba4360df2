/** The picture of attn-heads: tokens, a matrix and a row of bars a head, and the mixed output. */
import { html, svg, nothing } from 'lit';
import { bars } from '../../draw/bars.js';
import { bracket, cells } from '../../draw/cells.js';
import { scoreFill, scoreInk } from '../../draw/colour.js';
import { bands, fitBold, px } from '../../draw/layout.js';
import { htmlSubscripts } from '../../draw/subscripts.js';
import { tokenStrip } from '../../draw/token-strip.js';
import { fill } from '../../model/fill.js';
import {
  count as plainCount,
  fixed,
  measure,
  percent,
  percentDigits,
  score,
} from '../../model/format.js';
import { controlContext } from '../frame/frame.js';
import { renderControl } from '../frame/controls.js';
import { ranked } from './summary.js';
import { FEW, originOf, sizeOf } from '../own-sentence.js';
import { NAMES, TURNED, weightGrid } from './matrix.js';

/** @typedef {import('../attn-heads.js').AttnHeads} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const EDGE = 18;
const STRIP = 30;
const BARS = 46;
/** Below a head's matrix: bars, the top keys, the entropy. */
const FOOT = BARS + 58;
const MIX = 96;

/** Where everything stands. @param {any} state @param {Layout} layout */
function plan(state, { width, narrow }) {
  const n = sizeOf(state);
  const isLong = n > FEW;
  const perRow = state.heads === 'three' && !narrow && !isLong ? 3 : 1;
  const gap = 22;
  const strips = Math.ceil(n / (narrow ? 5 : FEW - 3));
  const room = width - 2 * EDGE - NAMES - (perRow - 1) * gap;
  const cellWidth = Math.min(room / (perRow * n), perRow === 1 ? 62 : 40);
  const cellHeight = isLong ? 13 : narrow ? 17 : 22;
  const top = 10 + strips * (STRIP + 5) + 24;
  const block = TURNED + n * cellHeight + FOOT + (perRow === 1 && (narrow || isLong) ? 30 : 0);
  const heads = state.heads === 'three' ? 3 : 1;
  const rows = heads / perRow;
  // The picture keeps its height when the reader flips between three heads and one, if wide.
  const bottom = top + (narrow || isLong ? 3 : 1) * block;
  const mix = narrow ? 2 * MIX - 18 : MIX;
  return {
    n,
    perRow,
    gap,
    strips,
    cellWidth,
    cellHeight,
    top,
    block,
    rows,
    bottom,
    height: bottom + mix,
  };
}

/** @param {any} state @param {Layout} layout */
export function headsHeight(state, layout) {
  return plan(state, layout).height;
}

/** @param {Figure} figure @param {any} results @param {any} state @param {Layout} layout */
export function headsPicture(figure, results, state, layout) {
  const p = plan(state, layout);
  const { width } = layout;
  return html`<svg width=${width} height=${p.height} viewBox=${`0 0 ${width} ${p.height}`}>
      ${strip(figure, results, p, width)}
      ${results.shown.map((/** @type {any} */ head, /** @type {number} */ i) => headBlock(figure, results, head, i, p, width))}
      ${mixing(figure, results, p, layout)}
    </svg>
    ${costs(figure, results, state)}`;
}

/** @param {Figure} figure @param {any} results @param {any} p @param {number} width */
function strip(figure, { q }, p, width) {
  const perLine = Math.ceil(p.n / p.strips);
  const place = bands(perLine, EDGE - 3, width - EDGE + 3);
  return tokenStrip(figure.tokens, {
    place: (i) => ({
      x: place.at(i % perLine) + 3,
      y: 10 + Math.floor(i / perLine) * (STRIP + 5),
      width: place.size - 6,
      height: STRIP,
    }),
    selected: q,
    label: figure.words.stripLabel,
    names: figure.names,
    onSelect: (i) => figure.change({ query: i }),
    onKey: (event) => figure.stripKey(event),
  });
}

/** One head: its name, its matrix with the row of the query, that row as bars and in words. */
/** @param {Figure} figure @param {any} results @param {any} head @param {number} index @param {any} p @param {number} width */
function headBlock(figure, { q }, head, index, p, width) {
  const column = index % p.perRow;
  const wide = p.n * p.cellWidth;
  const total = NAMES + p.perRow * wide + (p.perRow - 1) * p.gap;
  const x = (width - total) / 2 + NAMES + column * (wide + p.gap);
  const y = p.top + Math.floor(index / p.perRow) * p.block;
  const grid = y + TURNED;
  const base = grid + p.n * p.cellHeight + 8 + BARS;
  const place = bands(p.n, x, x + wide);
  return svg`<g data-term="head">
    <text x=${x} y=${y - 6} font-size="14" font-weight="650">${headName(figure, head.id)}</text>
    ${weightGrid(figure, head, q, { x, y: grid, cellWidth: p.cellWidth, cellHeight: p.cellHeight, hasNames: column === 0 })}
    ${rowBars(figure, q, head, { place, base, wide })}
    <line x1=${x} x2=${x + wide} y1=${base + 0.5} y2=${base + 0.5} stroke="var(--c-rule)"></line>
    ${topLines(figure, head, x, base + 20)}
  </g>`;
}

/** Head A is called after what it looks at. @param {Figure} figure @param {string} id */
function headName({ words, state, texts }, id) {
  const origin = originOf(state);
  if (id !== 'a' || origin === 'handMade') return words.headNames[id];
  const rule = state.rule === 'example' ? 'same' : state.rule;
  const name = origin === 'given' ? texts.frame.provenance.given : words.params.rule.values[rule];
  return words.headNames.a.replace(/·.*/, `· ${name}`);
}

/** @param {Figure} figure @param {number} q @param {any} head @param {any} at */
function rowBars(figure, q, head, { place, base }) {
  const { words, names } = figure;
  const query = names[q];
  const list = names.map((key, k) => ({
    value: head.row[k],
    before: null,
    isMasked: false,
    name: figure.plain(words.barName, { query, key, weight: percent(head.row[k]) }),
  }));
  return bars(list, {
    centre: place.centre,
    thickness: Math.min(26, place.size * 0.62),
    band: place.size,
    base,
    length: BARS,
    max: 1,
    label: figure.plain(words.barsLabel, { query, head: words.columns[head.id] }),
  });
}

/** @param {Figure} figure @param {any} head @param {number} x @param {number} y */
function topLines(figure, head, x, y) {
  const { words, names } = figure;
  const top = ranked(head.row)
    .filter((k) => head.row[k] >= 0.1)
    .slice(0, 4);
  const line = top
    .map((k, i) => {
      // The sign stands once, behind the last.
      const written = i < top.length - 1 ? percentDigits : percent;
      return figure.plain(words.top, { key: names[k], weight: written(head.row[k]) });
    })
    .join(' · ');
  return svg`<text x=${x} y=${y} font-size="12" data-top=${head.id}>${line}</text>
    <text x=${x} y=${y + 18} font-size="12.5" class="quiet" data-term="entropy" data-entropy=${head.id}>${figure.plain(words.entropy, { entropy: measure(head.entropy) })}</text>`;
}

/** The strip of the concatenated output, and what W_O makes of it. */
/** @param {Figure} figure @param {any} results @param {any} p @param {Layout} layout */
function mixing(figure, { q, shown, concat, output }, p, { width, narrow }) {
  const { words, names } = figure;
  const arrow = 70;
  const room = narrow ? width - 2 * EDGE : (width - 2 * EDGE - arrow) / 2;
  const cellWidth = room / concat.length;
  const y = p.bottom + 30;
  const secondX = narrow ? EDGE : EDGE + room + arrow;
  const secondY = narrow ? y + MIX - 18 : y;
  const extent = Math.max(...[...concat, ...output].map(Math.abs), 1e-6);
  const share = concat.length / shown.length;
  const common = {
    cellWidth,
    cellHeight: 26,
    fill: (/** @type {number} */ v) => scoreFill(v, extent),
    ink: (/** @type {number} */ v) => scoreInk(v, extent),
    text: cellTexts(cellWidth),
  };
  const said = (/** @type {Float32Array} */ values) => Array.from(values, score).join(', ');
  const query = names[q];
  const title = fitBold(figure.plain(words.concatTitle, { query }), width - 2 * EDGE, 13);
  return svg`
    <text x=${EDGE} y=${p.bottom + 16} font-size=${px(title.fontSize)} font-weight="650">${title.text}</text>
    ${cells(concat, { ...common, x: EDGE, y, label: figure.plain(words.concatLabel, { query, values: said(concat) }), term: 'output' })}
    ${shown.map((/** @type {any} */ head, /** @type {number} */ h) =>
      bracket({
        x: EDGE + h * share * cellWidth + 1,
        y: y + 29,
        width: share * cellWidth - 4,
        name:
          shown.length === 1
            ? words.concatOne
            : figure.plain(words.slice, { head: words.columns[head.id].slice(-1) }),
      }),
    )}
    ${narrow ? nothing : arrowTo(EDGE + room + 10, y + 13, arrow - 20)}
    ${cells(output, { ...common, x: secondX, y: secondY, label: figure.plain(words.mixedLabel, { query, values: said(output) }), term: 'output' })}
    ${bracket({ x: secondX + 1, y: secondY + 29, width: room - 4, name: words.mixed })}`;
}

/** Two decimals where they fit, one where that fits, none on a phone. @param {number} width */
function cellTexts(width) {
  if (width > 38) return score;
  return width > 29 ? (/** @type {number} */ value) => fixed(value, 1) : undefined;
}

/** @param {number} x @param {number} y @param {number} length */
function arrowTo(x, y, length) {
  return svg`<path d=${`M${x} ${y}h${length}m-6 -5l6 5l-6 5`} fill="none" stroke="var(--c-edge)" stroke-width="1.5"></path>
    <text x=${x + length / 2 - 2} y=${y - 7} font-size="12.5" text-anchor="middle" class="quiet">W<tspan font-size="10" dy="3">O</tspan></text>`;
}

/** Any d_model and h: the params of h heads and of one. */
/** @param {Figure} figure @param {any} results @param {any} state */
function costs(figure, { params }, state) {
  const { words } = figure;
  const field = (/** @type {string} */ key) => {
    const parameter = figure.parameters.find((p) => p.key === key);
    return parameter
      ? renderControl({ ...parameter, control: 'number' }, controlContext(figure))
      : nothing;
  };
  const big = (/** @type {number} */ n) => figure.mark(plainCount(n));
  const said = params
    ? fill(words.countSame, {
        w: ['Q', 'K', 'V', 'O'].map((i) => html`${i === 'Q' ? '' : ', '}W<sub>${i}</sub>`),
        heads: state.nHeads,
        width: params.width,
        model: state.dModel,
        each: plainCount(params.each),
        total: big(params.total),
        one: big(params.one),
      })
    : fill(words.countBad, { heads: state.nHeads, model: state.dModel });
  return html`<div class="costs" role="group" aria-label=${words.countTitle}>
    <strong>${words.countTitle}</strong>
    <div class="fields">${field('dModel')} ${field('nHeads')}</div>
    <p data-count data-sayable>${said.map(htmlSubscripts)}</p>
  </div>`;
}
