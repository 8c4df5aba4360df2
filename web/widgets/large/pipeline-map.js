/** The map of a long text: one matrix whole, and on it a frame about what stands below in numbers. */
import { svg } from 'lit';
import { cellUnder } from '../../draw/heatmap.js';
import { px } from '../../draw/layout.js';
import { svgSubscripts } from '../../draw/subscripts.js';
import { fillPlain } from '../../model/fill.js';
import { moveInGrid } from '../../model/grid-keys.js';
import { WINDOW } from '../pipeline/detail-layout.js';
import { mapPlace, mappedIn } from '../pipeline/map-layout.js';
import { outline } from '../pipeline/overview.js';
import { operandsOf, roleOf, termOf } from '../pipeline/stages.js';
import { windowNote } from '../pipeline/window-note.js';
import { wordsFor } from './words.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */
/** @typedef {import('../pipeline/overview-layout.js').Place} Place */
/** @typedef {import('../pipeline/stages.js').MatrixId} MatrixId */

/** Page Up and Page Down go so many windows. */
const PAGE = 10;

/** @param {Figure} figure @param {any} results @param {number} width */
export function map(figure, results, width) {
  const { words, tokens } = figure;
  const id = mappedIn(figure.shown.stage);
  const at = mapPlace(id, width, tokens.length);
  const { rows, columns } = results.matrices[id];
  const label = fillPlain(wordsFor(figure).map, { name: words.names[id], rows, columns });
  const note = windowNote(figure, id, false);
  const choose = (/** @type {any} */ event) =>
    figure.choose(id, cellUnder(event, event.currentTarget, rows, columns));
  return svg`<g role="grid" aria-label=${label} aria-rowcount=${Math.ceil(rows / WINDOW)}
      aria-colcount=${Math.ceil(columns / WINDOW)} data-part="map" data-term=${termOf(id) ?? ''}
      @keydown=${(/** @type {KeyboardEvent} */ event) => key(figure, id, results, event)}>
    <text x=${px(width / 2)} y="20" text-anchor="middle" font-size="14.5" font-weight="650"
      fill=${`var(--c-${roleOf(id)})`}>${svgSubscripts(words.symbols[id])}<tspan class="quiet" font-size="12.5"
      font-weight="400">${`\u2002${rows} × ${columns}`}</tspan></text>
    <rect x=${at.x - 1.5} y=${at.y - 1.5} width=${at.width + 3} height=${at.height + 3} rx="2"
      fill="none" stroke="var(--c-edge)"></rect>
    <text x=${px(width / 2)} y=${at.y + at.height + 17} text-anchor="middle" font-size="12.5"
      class="quiet">${note}</text>
    <rect class="hit" x=${at.x} y=${at.y} width=${at.width} height=${at.height} @click=${choose}></rect>
    ${frames(figure, id, at, note)}
  </g>`;
}

/** The operands, the chosen cell, and the window that takes the keys. */
/** @param {Figure} figure @param {MatrixId} id @param {Place} at @param {string} note */
function frames(figure, id, at, note) {
  const { stage, row, column } = figure.shown;
  const layout = { places: /** @type {any} */ ({ [id]: at }) };
  const operands = operandsOf(stage, { row, column }, figure.tokens.length);
  const view = figure.windowOf(id);
  return svg`<g pointer-events="none" fill="none" stroke-width="1.3">
    ${operands.filter((one) => one.id === id).map((one) => outline(one, layout, roleOf(id)))}
    <g role="row" aria-rowindex=${Math.floor(view.row / WINDOW) + 1}>
      <g role="gridcell" aria-colindex=${Math.floor(view.column / WINDOW) + 1} aria-label=${note}
        tabindex="0" data-window="" aria-selected="true">
        <g stroke-width="4">${outline({ id, ...view }, layout, 'card', 12)}</g>
        <g stroke-width="2" stroke-dasharray="3 2">${outline({ id, ...view }, layout, 'ink', 12)}</g>
        ${ring(at, view)}
      </g>
    </g>
    ${stage === id ? outline({ id, row, column, rows: 1, columns: 1 }, layout, 'ink', 4) : ''}
  </g>`;
}

/** @param {Place} at @param {{ row: number, column: number, rows: number, columns: number }} view */
function ring({ x, y, cellWidth, cellHeight }, { row, column, rows, columns }) {
  const span = (/** @type {number} */ start, /** @type {number} */ length) => {
    const size = Math.max(12, length);
    return [px(start + (length - size) / 2 - 5), px(size + 10)];
  };
  const [left, width] = span(x + column * cellWidth, columns * cellWidth);
  const [top, height] = span(y + row * cellHeight, rows * cellHeight);
  return svg`<rect class="focus-ring" x=${left} y=${top} width=${width} height=${height} rx="4"></rect>`;
}

/** Keys move the window by itself, and the chosen cell with it. */
/** @param {Figure} figure @param {MatrixId} id @param {any} results @param {KeyboardEvent} event */
function key(figure, id, results, event) {
  const { rows, columns } = results.matrices[id];
  const view = figure.windowOf(id);
  const [down, across] = [rows, columns].map((size) => Math.ceil(size / WINDOW));
  const at = { row: Math.ceil(view.row / WINDOW), column: Math.ceil(view.column / WINDOW) };
  const turn = { PageDown: PAGE, PageUp: -PAGE }[event.key] ?? 0;
  const row = Math.max(0, Math.min(down - 1, at.row + turn));
  const to = turn ? { ...at, row } : moveInGrid(event, at, down, across);
  if (!to) return;
  event.preventDefault();
  event.stopPropagation();
  const within = (
    /** @type {number} */ index,
    /** @type {number} */ now,
    /** @type {number} */ size,
  ) => Math.min(size - 1, index * WINDOW + (now % WINDOW));
  const { row: r, column: c } = figure.shown;
  figure.choose(id, {
    row: within(to.row, r, rows),
    column: columns === rows ? within(to.column, c, columns) : Math.min(c, columns - 1),
  });
  figure.focusNext('[data-window]');
}
