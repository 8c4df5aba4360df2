/** The upper part of attn-seq2seq's picture: the encoder's words, the decoder's, what lies between. */
import { nothing, svg } from 'lit';
import { cells } from '../../draw/cells.js';
import { scoreFill } from '../../draw/colour.js';
import { fitText, px } from '../../draw/layout.js';
import { quiet } from '../../draw/quiet.js';
import { tokenStrip } from '../../draw/token-strip.js';
import { CHIP, ROW, gridTop } from './shape.js';

/** @typedef {import('../attn-seq2seq.js').AttnSeq2seq} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

export const EDGE = 18;
/** How many numbers the one vector has. */
const VECTOR = 12;

/** Where everything stands. @param {number} n words on either side @param {Layout} layout */
export function plan(n, { width, narrow }) {
  const labels = narrow ? 64 : 84;
  const said = narrow ? 24 : 138;
  const cell = Math.min(64, (width - 2 * EDGE - labels - said) / n);
  const left = (width - labels - n * cell - said) / 2 + labels;
  const top = gridTop(n, narrow);
  const grid = { x: left, y: top, cellWidth: cell, cellHeight: ROW };
  const centre = (/** @type {number} */ i) =>
    narrow ? 30 + (i + 0.5) * (CHIP + 6) : left + (i + 0.5) * cell;
  const chip = narrow ? Math.min(86, width * 0.23) : cell - 9;
  // From the middle of a chip to where lines begin.
  const half = (narrow ? chip : CHIP) / 2 + 3;
  const rails = narrow
    ? [EDGE + chip / 2, width - EDGE - chip / 2]
    : [12 + 104 + 1.5 * CHIP, 12 + CHIP / 2];
  return {
    n,
    narrow,
    width,
    labels,
    cell,
    left,
    top,
    grid,
    centre,
    chip,
    half,
    rails,
    bottom: top + n * ROW,
  };
}

/** @typedef {ReturnType<typeof plan>} Plan */

/** A point on a rail (0 the source, 1 the target), a way off towards the other. */
/** @param {Plan} p @param {0 | 1} rail @param {number} i @param {number} [off] */
function point(p, rail, i, off = 0) {
  const across = p.rails[rail] + Math.sign(p.rails[1 - rail] - p.rails[rail]) * off;
  return p.narrow ? [across, p.centre(i)] : [p.centre(i), across];
}

/** A line that leaves and reaches the rails straight. */
/** @param {number[]} from @param {number[]} to @param {boolean} narrow */
function bow([x0, y0], [x1, y1], narrow) {
  const [mx, my] = [px((x0 + x1) / 2), px((y0 + y1) / 2)];
  const [a, b] = narrow
    ? [`${mx} ${px(y0)}`, `${mx} ${px(y1)}`]
    : [`${px(x0)} ${my}`, `${px(x1)} ${my}`];
  return `M${px(x0)} ${px(y0)}C${a} ${b} ${px(x1)} ${px(y1)}`;
}

/** @param {Figure} figure @param {Plan} p */
export function headings({ words }, p) {
  if (p.narrow)
    return svg`${quiet(EDGE, 18, words.encoder)} ${quiet(p.width - EDGE, 18, words.decoder, 'end')}`;
  return svg`${quiet(p.left - 10, p.rails[1] + 4, words.decoder, 'end')} ${quiet(p.left - 10, p.rails[0] + 4, words.encoder, 'end')}`;
}

/** The recurrence: each state is made from the one before. @param {Plan} p @param {0 | 1} rail */
export function chain(p, rail) {
  const half = (p.narrow ? CHIP : p.chip) / 2;
  let path = '';
  for (let i = 0; i + 1 < p.n; i++) {
    const from = p.centre(i) + half + 1;
    const to = p.centre(i + 1) - half - 2;
    const at = px(p.rails[rail]);
    path += p.narrow
      ? `M${at} ${px(from)}V${px(to)}m-2.5 -2.5l2.5 2.5l2.5 -2.5`
      : `M${px(from)} ${at}H${px(to)}m-2.5 -2.5l2.5 2.5l-2.5 2.5`;
  }
  return svg`<path d=${path} fill="none" stroke="var(--c-edge)" stroke-width="1.3"></path>`;
}

/** Where the present step looks, thick by weight; where the earlier ones looked most, thin. */
/** @param {Figure} figure @param {any} results @param {number} step @param {Plan} p */
export function glances({ words }, { steps }, step, p) {
  const line = (/** @type {number} */ j, /** @type {number} */ i) =>
    bow(point(p, 0, j, p.half), point(p, 1, i, p.half), p.narrow);
  const { weights } = steps[step - 1];
  return svg`<g role="img" aria-label=${words.glancesLabel} fill="none" stroke-linecap="round" data-term="weights">
    ${steps.slice(0, step - 1).map(
      (/** @type {any} */ { place }, /** @type {number} */ i) => svg`<path
      d=${line(place, i)} stroke="var(--c-edge)" stroke-opacity="0.7"></path>`,
    )}
    ${Array.from(weights, (/** @type {number} */ w, j) =>
      w < 0.004
        ? nothing
        : svg`<path d=${line(j, step - 1)} stroke="var(--c-weight1)"
        stroke-width=${px(1 + 11 * w)} stroke-opacity=${px(0.35 + 0.5 * w)}></path>`,
    )}
  </g>`;
}

/** All that is kept of the source: one vector, for every step the same. */
/** @param {Figure} figure @param {any} results @param {number} step @param {Plan} p */
export function bottleneck({ words }, { summary }, step, p) {
  const cell = p.narrow ? 7.5 : 13;
  const middle = (p.rails[0] + p.rails[1]) / 2;
  const x = (p.narrow ? middle : p.left + (p.n * p.cell) / 2) - (VECTOR * cell) / 2;
  const y = (p.narrow ? p.centre((p.n - 1) / 2) : middle) - 10;
  const ends = p.narrow
    ? [
        [x - 3, y + 10],
        [x + VECTOR * cell + 3, y + 10],
      ]
    : [
        [x + VECTOR * cell * 0.5, y + 23],
        [x + VECTOR * cell * 0.5, y - 3],
      ];
  const line = (/** @type {number} */ i) => bow(ends[1], point(p, 1, i, p.half), p.narrow);
  const past = Array.from({ length: step - 1 }, (_, i) => line(i)).join('');
  return svg`<g fill="none" stroke-linecap="round">
      <path d=${bow(point(p, 0, p.n - 1, p.half), ends[0], p.narrow)} stroke="var(--c-value)" stroke-width="5" stroke-opacity="0.6"></path>
      <path d=${past} stroke="var(--c-edge)" stroke-opacity="0.7"></path>
      <path d=${line(step - 1)} stroke="var(--c-value)" stroke-width="5" stroke-opacity="0.6"></path>
    </g>
    <rect x=${px(x - 4)} y=${y - 4} width=${px(VECTOR * cell + 6.5)} height="28" rx="5" fill="var(--c-card)" stroke="var(--c-value)" stroke-width="1.5"></rect>
    ${cells(summary, { x, y, cellWidth: cell, cellHeight: 20, label: words.vectorLabel, fill: (v) => scoreFill(v, 1), ink: () => '', term: 'value' })}
    ${p.narrow ? quiet(middle, y + 40, words.vectorShort, 'middle') : quiet(x + VECTOR * cell + 12, y + 15, words.vector)}`;
}

/** @param {readonly string[]} source @param {Plan} p @param {Figure} figure */
export function sourceWords(source, p, { words }) {
  return svg`<g role="img" aria-label=${`${words.source}: ${source.join(' ')}`} lang="en" data-term="key value">
    ${source.map((word, j) => {
      const [x, y] = point(p, 0, j);
      const fitted = fitText(word, p.chip - 4, 14);
      return svg`<rect x=${px(x - p.chip / 2)} y=${px(y - CHIP / 2)} width=${px(p.chip)} height=${CHIP} rx="8"
          fill="var(--c-soft)" stroke="var(--c-key)" stroke-opacity="0.5"></rect>
        <text x=${px(x)} y=${px(y + 4.5)} text-anchor="middle" font-size=${px(fitted.fontSize)}>${fitted.text}</text>`;
    })}
  </g>`;
}

/** What the decoder has written; steps to come are empty. */
/** @param {Figure} figure @param {any} results @param {number} step @param {Plan} p */
export function written(figure, { steps }, step, p) {
  const { words } = figure;
  return tokenStrip(
    steps.map((/** @type {any} */ s, /** @type {number} */ i) => (i < step ? s.written : '')),
    {
      place: (i) => {
        const [x, y] = point(p, 1, i);
        return { x: x - p.chip / 2, y: y - CHIP / 2, width: p.chip, height: CHIP };
      },
      selected: step - 1,
      isColumn: p.narrow,
      label: words.stripLabel,
      names: steps.map((/** @type {any} */ s, /** @type {number} */ i) =>
        figure.plain(i < step ? words.chip : words.chipToCome, { step: i + 1, word: s.written }),
      ),
      onSelect: (i) => figure.go(i + 1),
      onKey: (event) => figure.stripKey(event),
    },
  );
}
