/** The picture of attn-tiling: values, the grid of weights in tiles, and both outputs. */
import { html, svg, nothing } from 'lit';
import { unmirrored } from '../../draw/direction.js';
import { heatGrid } from '../../draw/heat-grid.js';
import { fitText, px } from '../../draw/layout.js';
import { quiet } from '../../draw/quiet.js';
import { shortened } from '../../draw/shortened.js';
import { tokenStrip } from '../../draw/token-strip.js';
import { fixed, score } from '../../model/format.js';
import { cellOf, channelNames, sayings } from '../row-label.js';
import { walk } from '../walk.js';
import { CHANNELS } from './numbers.js';
import { costTables, sums } from './sums.js';
import { tiles } from './weights.js';

/** @typedef {import('../attn-tiling.js').AttnTiling} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const EDGE = 14;
const NAMES = 62;
const VALUE = 22;
const CELL_HEIGHT = 26;
/** The height of a name, and so the width of one that is turned. */
const LINE = 13;
/** What gets the full colour of values and outputs. */
const EXTENT = 2.5;

/** Where everything stands. @param {number} n @param {Layout} layout */
function plan(n, { width, narrow }) {
  const labels = narrow ? 60 : 96;
  const slim = narrow ? 11 : 42;
  const gap = narrow ? 9 : 18;
  const outputs = 2 * (CHANNELS * slim + gap);
  const cell = Math.min(46, (width - 2 * EDGE - labels - outputs) / n);
  const left = (width - labels - n * cell - outputs) / 2 + labels;
  const values = 22 + NAMES;
  const top = values + CHANNELS * VALUE + 30;
  const grid = { x: left, y: top, cellWidth: cell, cellHeight: CELL_HEIGHT };
  return {
    n,
    narrow,
    labels,
    slim,
    gap,
    left,
    right: left + n * cell,
    values,
    top,
    grid,
    bottom: top + n * CELL_HEIGHT,
  };
}

/** @param {number} n @param {Layout} layout */
export const tilingHeight = (n, layout) => plan(n, layout).bottom + 12;

/** @param {Figure} figure @param {any} results @param {any} state @param {Layout} layout */
export function tilingPicture(figure, results, state, layout) {
  const p = plan(results.n, layout);
  const height = tilingHeight(results.n, layout);
  return html`<svg
      width=${layout.width}
      height=${height}
      viewBox=${`0 0 ${layout.width} ${height}`}
    >
      ${valueRows(figure, results, p)} ${rowNames(figure, results, p)}
      ${tiles(figure, results, state, p)} ${outputs(figure, results, p)}
    </svg>
    ${figure.steps(results)} ${sums(figure, results)} ${costTables(figure, results, state)}`;
}

/** The values above the grid, a column a key; the tile's own are in fast memory now. */
/** @param {Figure} figure @param {any} results @param {any} p */
function valueRows(figure, { channels, row }, p) {
  const { tokens, names, words, texts } = figure;
  const { x, cellWidth } = p.grid;
  const { firstKey, keys } = row.step;
  const isIn = (/** @type {number} */ k) => k >= firstKey && k < firstKey + keys;
  // Of many tokens those that have room; all of them stand beside the rows.
  const every = Math.ceil(LINE / cellWidth);
  return svg`${tokens.map((/** @type {string} */ token, /** @type {number} */ k) => {
    if (k % every > 0) return nothing;
    const at = x + (k + 0.5) * cellWidth + 4;
    return unmirrored(
      at - 4,
      at - 4,
      svg`<text x=${px(at)} y=${p.values - 6} font-size="13" class=${isIn(k) ? '' : 'quiet'}
      font-weight=${isIn(k) ? 650 : 400} transform=${`rotate(-90 ${px(at)} ${p.values - 6})`}
      >${shortened(fitText(token, NAMES - 8, 13), token)}</text>`,
    );
  })}
    ${quiet(x - 8, p.values + CHANNELS * VALUE * 0.5 + 4, texts.words.value, 'end')}
    ${numbers(figure, channels, channelNames(figure, CHANNELS), names, {
      ...p.grid,
      id: 'value',
      term: 'value',
      y: p.values,
      cellHeight: VALUE,
      label: words.valuesLabel,
      text: (/** @type {number} */ v) => fixed(v, 1),
    })}
    <rect x=${px(x + firstKey * cellWidth - 2)} y=${p.values - 2} width=${px(keys * cellWidth + 2.5)}
      height=${CHANNELS * VALUE + 2} rx="3" fill="none" stroke="var(--c-value)" stroke-width="2" class="moves" pointer-events="none"></rect>`;
}

/** Values or outputs, NaN where none is yet. */
/** @param {Figure} figure @param {ArrayLike<number>} data @param {readonly string[]} rows @param {readonly string[]} columns @param {any} o */
function numbers(figure, data, rows, columns, o) {
  const matrix = { data, rows: rows.length, columns: columns.length };
  const walked = walk(figure, o.id, matrix, o.choose, o.chosen);
  const text = (/** @type {number} */ v) => (isNaN(v) ? figure.words.toCome : o.text(v));
  return heatGrid(matrix, {
    extent: EXTENT,
    ...o,
    ...walked,
    ...sayings(figure, rows, columns, cellOf(data, columns.length), walked, text),
  });
}

/** @param {Figure} figure @param {any} results @param {any} p */
function rowNames(figure, { q }, p) {
  return tokenStrip(figure.tokens, {
    place: (i) => ({
      x: p.left - p.labels,
      y: p.top + i * CELL_HEIGHT + 1,
      width: p.labels - 10,
      height: CELL_HEIGHT - 3,
    }),
    selected: q,
    isColumn: true,
    label: figure.words.stripLabel,
    names: figure.names,
    onSelect: (i) => figure.choose(i),
    onKey: (event) => figure.stripKey(event),
  });
}

/** What is written in the end, and what the plain way gives. @param {Figure} figure @param {any} results @param {any} p */
function outputs(figure, { tiled, plain, row, n, q }, p) {
  const { words, names } = figure;
  const done = row.step.firstQuery + (row.isLast ? row.step.queries : 0);
  const block = (
    /** @type {string} */ id,
    /** @type {Float32Array} */ output,
    /** @type {number} */ x,
    /** @type {string} */ label,
    /** @type {number} */ rows,
  ) =>
    svg`${quiet(x, p.top - 9, p.narrow ? '' : label)}
      ${numbers(
        figure,
        output.map((v, i) => (i < rows * CHANNELS ? v : NaN)),
        names,
        channelNames(figure, CHANNELS),
        {
          ...p.grid,
          id,
          x,
          cellWidth: p.slim,
          label,
          term: 'output',
          text: score,
          depends: [output, rows, names],
          choose: (/** @type {any} */ cell) => figure.choose(cell.row),
          chosen: { row: q },
        },
      )}`;
  const second = p.right + p.gap + CHANNELS * p.slim + p.gap;
  return svg`${block('tiled', tiled.output, p.right + p.gap, words.tiledOutput, done)}
    ${block('plain', plain.output, second, words.plainOutput, n)}
    ${p.narrow ? quiet(second + CHANNELS * p.slim, p.top - 9, words.outputsShort, 'end') : nothing}`;
}
