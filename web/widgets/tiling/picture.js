/** The picture of attn-tiling: values, the grid of weights in tiles, and both outputs. */
import { html, svg, nothing } from 'lit';
import { cellPath } from '../../draw/cell-path.js';
import { cells } from '../../draw/cells.js';
import { inkOn, scoreFill, scoreInk, weightFill } from '../../draw/colour.js';
import { unmirrored } from '../../draw/direction.js';
import { hatch } from '../../draw/hatch.js';
import { ramp } from '../../draw/heat-grid.js';
import { heatmap } from '../../draw/heatmap.js';
import { fitText, px } from '../../draw/layout.js';
import { shortened } from '../../draw/shortened.js';
import { tokenStrip } from '../../draw/token-strip.js';
import { fixed } from '../../model/format.js';
import { cellOf, spoken } from '../row-label.js';
import { CHANNELS } from './numbers.js';
import { costTable, sums } from './sums.js';

/** @typedef {import('../attn-tiling.js').AttnTiling} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const EDGE = 14;
const NAMES = 62;
const VALUE = 22;
const CELL_HEIGHT = 26;
/** The height of a name, and so the width of one that is turned. */
const LINE = 13;
/** From this width on a cell holds its number. */
const NUMBERS_FROM = 28;

/** Where everything stands. @param {number} n @param {Layout} layout */
function plan(n, { width, narrow }) {
  const labels = narrow ? 60 : 96;
  const slim = narrow ? 11 : 38;
  const gap = narrow ? 9 : 24;
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
    ${figure.steps(results)} ${sums(figure, results)} ${costTable(figure, results, state)}`;
}

/** A text, quiet unless said otherwise. @param {number} x @param {number} y @param {string} words @param {string} [anchor] */
const quiet = (x, y, words, anchor = 'start') =>
  svg`<text x=${px(x)} y=${px(y)} font-size="12.5" text-anchor=${anchor} class="quiet">${words}</text>`;

/** The values above the grid, a column a key; the tile's own are in fast memory now. */
/** @param {Figure} figure @param {any} results @param {any} p */
function valueRows({ tokens, words, texts }, { value, row, n }, p) {
  const { x, cellWidth } = p.grid;
  const { firstKey, keys } = row.step;
  const isIn = (/** @type {number} */ k) => k >= firstKey && k < firstKey + keys;
  const channel = (/** @type {number} */ d) =>
    Array.from({ length: n }, (_, k) => value[k * CHANNELS + d]);
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
    <g role="img" aria-label=${words.valuesLabel} data-term="value">
      ${quiet(x - 8, p.values + CHANNELS * VALUE * 0.5 + 4, texts.words.value, 'end')}
      ${Array.from({ length: CHANNELS }, (_, d) =>
        cells(channel(d), {
          x,
          y: p.values + d * VALUE,
          cellWidth,
          cellHeight: VALUE - 1.5,
          label: '',
          fill: (v) => scoreFill(v, 2.5),
          ink: (v) => scoreInk(v, 2.5),
          text: cellWidth > 29 ? (v) => fixed(v, 1) : undefined,
        }),
      )}
      <rect x=${px(x + firstKey * cellWidth - 2)} y=${p.values - 2} width=${px(keys * cellWidth + 2.5)}
        height=${CHANNELS * VALUE + 2} rx="3" fill="none" stroke="var(--c-value)" stroke-width="2" class="moves"></rect>
    </g>`;
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

/** The grid of the weights: what is over, what is now, what is skipped, what is to come. */
/** @param {Figure} figure @param {any} results @param {any} state @param {any} p */
function tiles(figure, { tiled, plain, row, q, n }, state, p) {
  const { words, names } = figure;
  const at = cellOf(plain.trace.weights, n);
  const label = {
    tile: row.index + 1,
    count: tiled.steps.length,
    row: spoken(figure, names, names, at).rowLabel(q),
  };
  const { x, y, cellWidth } = p.grid;
  const box = (/** @type {any} */ s) =>
    /** @type {const} */ ([
      x + s.firstKey * cellWidth,
      y + s.firstQuery * CELL_HEIGHT,
      s.keys * cellWidth - 1,
      s.queries * CELL_HEIGHT - 1,
    ]);
  const skipped = tiled.steps.filter((/** @type {any} */ s) => s.state !== 'computed');
  const order = (/** @type {number} */ r, /** @type {number} */ k) =>
    Math.floor(r / state.tileQ) * tiled.tileCols + Math.floor(k / state.tileK);
  const isSkipped = (/** @type {number} */ i) => tiled.steps[i].state !== 'computed';
  const past = (/** @type {number} */ r, /** @type {number} */ k) =>
    order(r, k) < row.index && !isSkipped(order(r, k));
  const ahead = (/** @type {number} */ r, /** @type {number} */ k) =>
    order(r, k) >= row.index && !isSkipped(order(r, k));
  const [bx, by, bw, bh] = box(row.step);
  const wide = px(n * cellWidth);
  const tall = n * CELL_HEIGHT;
  return svg`<g role="img" aria-label=${figure.plain(words.gridLabel, label)} data-term="weights">
    ${quiet(x, y - 9, p.narrow ? words.gridShort : words.gridTitle)}
    <path d=${cellPath(n, n, p.grid, ahead)} fill="var(--c-soft)"></path>
    <path d=${cellPath(n, n, p.grid, past)} fill="var(--c-weight)" fill-opacity="0.16"></path>
    ${skipped.map((/** @type {any} */ s) => hatch(...box(s)))}
    ${tileCells(row.step, p)}
    <path d=${borders(tiled, n, state, p)} stroke="var(--c-edge)" fill="none"></path>
    <rect x=${px(x - 1)} y=${y + q * CELL_HEIGHT - 1} width=${wide} height=${CELL_HEIGHT + 1} rx="3"
      fill="none" stroke="var(--c-query)" stroke-width="2" class="moves"></rect>
    <rect x=${px(bx - 2)} y=${by - 2} width=${px(bw + 3)} height=${bh + 3} rx="4" fill="none"
      stroke="var(--c-weight)" stroke-width="3" class="moves" data-part="tile"></rect>
    <rect class="hit" x=${px(x)} y=${y} width=${wide} height=${tall} data-part="grid"
      @click=${(/** @type {MouseEvent} */ event) => figure.chooseAt(event)}></rect>
  </g>`;
}

/** The lines between tiles. @param {any} tiled @param {number} n @param {any} state @param {any} p */
function borders({ tileRows, tileCols }, n, { tileQ, tileK }, p) {
  const { x, y, cellWidth } = p.grid;
  const across = Array.from(
    { length: tileRows - 1 },
    (_, i) => `M${px(x - 1)} ${y + (i + 1) * tileQ * CELL_HEIGHT - 0.5}h${px(n * cellWidth)}`,
  );
  const down = Array.from(
    { length: tileCols - 1 },
    (_, i) => `M${px(x + (i + 1) * tileK * cellWidth - 0.5)} ${y - 1}v${n * CELL_HEIGHT}`,
  );
  return [...across, ...down].join('');
}

/** The exponentials of the tile in hand. @param {any} step @param {any} p */
function tileCells({ exponentials, queries, keys, firstQuery, firstKey }, p) {
  if (!exponentials) return nothing;
  const { x, y, cellWidth } = p.grid;
  if (cellWidth < NUMBERS_FROM) {
    const place = {
      ...p.grid,
      x: x + firstKey * cellWidth,
      y: y + firstQuery * CELL_HEIGHT,
      ...ramp(null),
    };
    return heatmap({ data: exponentials, rows: queries, columns: keys }, place);
  }
  const part = (/** @type {number} */ r) => exponentials.subarray(r * keys, (r + 1) * keys);
  return Array.from({ length: queries }, (_, r) =>
    cells(part(r), {
      x: x + firstKey * cellWidth,
      y: y + (firstQuery + r) * CELL_HEIGHT,
      cellWidth,
      cellHeight: CELL_HEIGHT - 1,
      label: '',
      fill: weightFill,
      ink: inkOn,
      text: (v) => fixed(v, 2),
    }),
  );
}

/** What is written in the end, and what the plain way gives. @param {Figure} figure @param {any} results @param {any} p */
function outputs({ words }, { tiled, plain, row, n }, p) {
  const done = row.step.firstQuery + (row.isLast ? row.step.queries : 0);
  const block = (
    /** @type {Float32Array} */ data,
    /** @type {number} */ x,
    /** @type {string} */ name,
    /** @type {number} */ rows,
  ) =>
    svg`<g role="img" aria-label=${name} data-term="output">
      ${quiet(x, p.top - 9, p.narrow ? '' : name)}
      ${Array.from({ length: n }, (_, r) => {
        const place = {
          x,
          y: p.top + r * CELL_HEIGHT,
          cellWidth: p.slim,
          cellHeight: CELL_HEIGHT - 1,
          label: '',
        };
        const isEmpty = r >= rows;
        return cells(data.subarray(r * CHANNELS, (r + 1) * CHANNELS), {
          ...place,
          fill: isEmpty ? () => 'var(--c-soft)' : (v) => scoreFill(v, 2.5),
          ink: (v) => scoreInk(v, 2.5),
          text: isEmpty || p.narrow ? undefined : (v) => fixed(v, 2),
        });
      })}
    </g>`;
  const second = p.right + p.gap + CHANNELS * p.slim + p.gap;
  return svg`${block(tiled.output, p.right + p.gap, words.tiledOutput, done)}
    ${block(plain.output, second, words.plainOutput, n)}
    ${p.narrow ? quiet(second + CHANNELS * p.slim, p.top - 9, words.outputsShort, 'end') : nothing}`;
}
