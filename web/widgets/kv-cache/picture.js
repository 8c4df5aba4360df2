/** The picture of attn-kv-cache: a step without the cache beside one with it. */
import { html, svg, nothing } from 'lit';
import { bottomAxis } from '../../draw/axes.js';
import { cellPath } from '../../draw/cell-path.js';
import { cells } from '../../draw/cells.js';
import { scoreFill, scoreInk } from '../../draw/colour.js';
import { curves } from '../../draw/curves.js';
import { gap, space, unmirrored } from '../../draw/direction.js';
import { hatchPath } from '../../draw/hatch.js';
import { fitText, px } from '../../draw/layout.js';
import { quiet } from '../../draw/quiet.js';
import { linearScale } from '../../draw/scales.js';
import { shortened } from '../../draw/shortened.js';
import { walkedGrid } from '../../draw/walked-grid.js';
import { count, fixed, score, significant } from '../../model/format.js';
import { cellName } from '../row-label.js';
import { walk } from '../walk.js';
import { calculator } from './calculator.js';
import { DECODER } from './numbers.js';

/** @typedef {import('../attn-kv-cache.js').AttnKvCache} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const EDGE = 18;
const HEAD = 46;
const NAMES = 64;
const ROW = 18;
const FOOT = 40;
const CHART = 150;
const WAYS = /** @type {const} */ (['plain', 'cached']);
const ROLES = /** @type {const} */ (['query', 'key', 'value']);

/** @param {number} n @param {Layout} layout */
function plan(n, { width, narrow }) {
  const across = narrow ? 1 : 2;
  const labels = 62;
  const gap = 34;
  const room = (width - 2 * EDGE - (across - 1) * gap) / across;
  const cell = Math.min(30, (room - labels) / n);
  const tall = narrow ? Math.min(cell, 16) : Math.min(cell, 20);
  const block = HEAD + NAMES + 3 * ROW + 12 + n * tall + FOOT;
  const bottom = 8 + (narrow ? 2 : 1) * block;
  const below = narrow ? CHART + 118 : CHART;
  return { n, narrow, labels, gap, room, cell, tall, block, bottom, width, height: bottom + below };
}

/** @param {number} n @param {Layout} layout */
export const cacheHeight = (n, layout) => plan(n, layout).height;

/** @param {Figure} figure @param {any} results @param {any} state @param {Layout} layout */
export function cachePicture(figure, results, state, layout) {
  const p = plan(results.n, layout);
  return html`<svg width=${p.width} height=${p.height} viewBox=${`0 0 ${p.width} ${p.height}`}>
      ${WAYS.map((way, i) => panel(figure, results, way, EDGE + (p.narrow ? 0 : i * (p.room + p.gap)), 8 + (p.narrow ? i * p.block : 0), p))}
      ${chart(figure, results, p)} ${lastOutputs(figure, results, p)}
    </svg>
    ${calculator(figure, results, state)}`;
}

/** One way: what is projected, kept and scored in this step. */
/** @param {Figure} figure @param {any} results @param {'plain' | 'cached'} way @param {number} left @param {number} y @param {any} p */
function panel(figure, results, way, left, y, p) {
  const { words } = figure;
  const { run, step, n } = results;
  const cost = run[way].steps[step - 1];
  const x = left + p.labels;
  const names = y + HEAD + NAMES;
  const rows = names + 2;
  const grid = { x, y: rows + 3 * ROW + 12, cellWidth: p.cell, cellHeight: p.tall };
  const places = { step, tokens: cost.tokens, scores: count(cost.scoresPerHead), kept: step - 1 };
  return svg`<g role="group" aria-label=${figure.plain(words.panelLabel[way], places)} data-way=${way}>
    <text x=${left} y=${y + 16} font-size="14" font-weight="650">${words.ways[way]}</text>
    <text x=${left} y=${y + 36} font-size="13" class="quiet">${figure.plain(words.stepCost, places)}</text>
    ${run.words.map((/** @type {string} */ token, /** @type {number} */ k) =>
      isNamed(k, step, p.cell)
        ? tokenName(token, x + (k + 0.5) * p.cell + 4, names - 6, k, step)
        : nothing,
    )}
    ${made(figure, results, way, { ...grid, y: rows, cellHeight: ROW })}
    ${quiet(x - 8, grid.y + (n * p.tall) / 2 + 4, figure.texts.words.scores, 'end')}
    ${scores(figure, results, way, grid)}
    ${quiet(p.narrow ? left : x, grid.y + n * p.tall + 17, words.legend[way])}
  </g>`;
}

/** Where columns are narrow, not every name has room; the newest token's always has. */
/** @param {number} k @param {number} step @param {number} cell */
function isNamed(k, step, cell) {
  const stride = Math.ceil(14 / cell);
  return (step - 1 - k) % stride === 0;
}

/** @param {string} token @param {number} x @param {number} y @param {number} k @param {number} step */
function tokenName(token, x, y, k, step) {
  const isNow = k === step - 1;
  return unmirrored(
    x - 4,
    x - 4,
    svg`<text x=${px(x)} y=${y} font-size="13" transform=${`rotate(-90 ${px(x)} ${y})`}
    font-weight=${isNow ? 650 : 400} class=${k < step ? '' : 'quiet'} opacity=${k < step ? 1 : 0.45}
    >${shortened(fitText(token, NAMES - 8, 13), token)}</text>`,
  );
}

/** What a cell is in a step, and what is said of it (words.states). */
const NOT = 0;
const NOW = 1;
const KEPT = 2;
const LOST = 3;

/** @typedef {(row: number, column: number) => number} StateAt */

/** A grid of states. @param {Figure} figure @param {any} results @param {string} id @param {readonly string[]} rows @param {StateAt} at @param {any} o @param {() => unknown} picture */
function states(figure, { run, step }, id, rows, at, o, picture) {
  const size = { rows: rows.length, columns: run.names.length };
  const walked = walk(figure, id, size);
  const { row, column } = walked.current;
  const text = figure.words.states[at(row, column)];
  const all = {
    ...o,
    ...walked,
    rowLabel: (/** @type {number} */ r) => rows[r],
    columnLabel: (/** @type {number} */ k) => run.names[k],
    name: cellName(figure, rows[row], run.names[column], text),
    depends: [run],
    shown: [step],
  };
  return walkedGrid(size, all, picture);
}

/** Queries, keys and values: made now, kept from before, or not there. */
/** @param {Figure} figure @param {any} results @param {'plain' | 'cached'} way @param {any} place */
function made(figure, results, way, place) {
  const { step, n } = results;
  const names = ROLES.map((role) => figure.texts.words[role]);
  const stateAt = (/** @type {number} */ r, /** @type {number} */ k) => {
    if (k < step && (way === 'plain' || k === step - 1)) return NOW;
    return k < step && r > 0 ? KEPT : NOT;
  };
  const row = (/** @type {'query' | 'key' | 'value'} */ role, /** @type {number} */ r) => {
    const at = { ...place, y: place.y + r * ROW, cellHeight: ROW - 2 };
    const path = (/** @type {number} */ state) =>
      cellPath(1, n, at, (_, k) => stateAt(r, k) === state);
    return svg`<g data-term=${role}>
      ${quiet(at.x - 8, at.y + 13, names[r], 'end')}
      <path d=${path(NOT)} fill="var(--c-soft)"></path>
      <path d=${path(KEPT)} fill=${`var(--c-${role})`} fill-opacity="0.22" stroke=${`var(--c-${role})`} stroke-width="0.8"></path>
      <path d=${path(NOW)} fill=${`var(--c-${role})`}></path>
    </g>`;
  };
  const label = names.join(figure.texts.words.comma);
  return states(
    figure,
    results,
    `made-${way}`,
    names,
    stateAt,
    { ...place, label, terms: ROLES },
    () => ROLES.map(row),
  );
}

/** @param {Figure} figure @param {any} results @param {'plain' | 'cached'} way @param {any} grid */
function scores(figure, results, way, grid) {
  const { run, step, n } = results;
  const now = step - 1;
  const stateAt = (/** @type {number} */ q, /** @type {number} */ k) => {
    if (k > q) return way === 'plain' && q <= now && k <= now ? LOST : NOT;
    if (way === 'plain' ? q <= now : q === now) return NOW;
    return way === 'cached' && q < now ? KEPT : NOT;
  };
  const path = (/** @type {number} */ state) =>
    cellPath(n, n, grid, (q, k) => stateAt(q, k) === state);
  const { x, y, cellWidth, cellHeight } = grid;
  const draw = () => {
    const lost = [];
    for (let q = 0; q < step; q++)
      for (let k = q + 1; k < step; k++)
        if (stateAt(q, k) === LOST)
          lost.push(hatchPath(x + k * cellWidth, y + q * cellHeight, cellWidth - 1, cellHeight - 1)); // prettier-ignore
    return svg`<path d=${path(NOT) + path(LOST)} fill="var(--c-soft)"></path>
      <path d=${lost.join('')} stroke="var(--c-forbidden)" stroke-opacity="0.6" fill="none"></path>
      <path d=${path(KEPT)} fill="var(--c-weight)" fill-opacity="0.18"></path>
      <path d=${path(NOW)} fill="var(--c-weight)"></path>`;
  };
  const o = { ...grid, term: 'scores', label: figure.texts.words.scores };
  return states(figure, results, `scores-${way}`, run.names, stateAt, o, draw);
}

/** Scores a head in each step, both ways. @param {Figure} figure @param {any} results @param {any} p */
function chart(figure, { run, step, n, sums }, p) {
  const { words } = figure;
  const left = EDGE + 4;
  const right = left + p.room - 112;
  const top = p.bottom + 34;
  const bottom = top + 78;
  const x = linearScale([0, n], [left, right]);
  const y = linearScale([0, n * n], [bottom, top]);
  const points = (/** @type {'plain' | 'cached'} */ way) =>
    run[way].steps.map((/** @type {any} */ s) => ({ x: s.to, y: s.scoresPerHead }));
  const at = px(x(step));
  return svg`
    <text x=${EDGE} y=${p.bottom + 14} font-size="13" font-weight="650">${words.chartTitle}</text>
    ${unmirrored(
      EDGE,
      EDGE + p.room,
      svg`<line x1=${at} x2=${at} y1=${top - 6} y2=${bottom} stroke="var(--c-edge)" stroke-dasharray="3 3"></line>${curves(
        [
          {
            name: figure.plain(words.chartPlain, { total: count(sums.plain.scoresPerHead) }),
            points: points('plain'),
            colour: 'var(--c-warning)',
            dash: '5 3',
          },
          {
            name: figure.plain(words.chartCached, { total: count(sums.cached.scoresPerHead) }),
            points: points('cached'),
            colour: 'var(--c-weight)',
          },
        ],
        { x, y, label: words.chartLabel, dots: n <= 16 },
      )}
    ${bottomAxis({ left, right, top, bottom }, { scale: x, ticks: [1, step, n].filter((v, i, all) => all.indexOf(v) === i && (v === step || Math.abs(v - step) > n / 12)), format: (v) => String(v), title: words.chartAxis })}`,
    )}`;
}

/** The output of the newest token both ways. @param {Figure} figure @param {any} results @param {any} p */
function lastOutputs({ words }, { last, difference }, p) {
  const x = p.narrow ? EDGE : EDGE + p.room + p.gap;
  const y = p.narrow ? p.bottom + CHART : p.bottom;
  const labels = 62;
  const cellWidth = (p.room - labels) / DECODER.dModel;
  const extent = Math.max(
    ...Array.from(last.plain, (/** @type {any} */ v) => Math.abs(Number(v))),
    1e-6,
  );
  return svg`<g data-term="output">
    <text x=${x} y=${y + 14} font-size="13" font-weight="650">${words.outputTitle}</text>
    ${WAYS.map(
      (way, i) => svg`${quiet(x, y + 48 + i * 28, words.short[way])}
      ${cells(last[way], {
        x: x + labels,
        y: y + 32 + i * 28,
        cellWidth,
        cellHeight: 25,
        label: `${words.ways[way]}: ${Array.from(last[way], (v) => score(/** @type {any} */ (v))).join(', ')}`,
        fill: (v) => scoreFill(v, extent),
        ink: (v) => scoreInk(v, extent),
        text: cellWidth > 36 ? score : cellWidth > 28 ? (v) => fixed(v, 1) : undefined,
      })}`,
    )}
    <text x=${x} y=${y + 108} font-size="13"><tspan class="quiet">${words.differs}</tspan>
      <tspan font-weight="650" dx=${gap(4)} data-part="difference">${space()}${significant(difference)}</tspan></text>
  </g>`;
}
