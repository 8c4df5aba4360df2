/** The whole formula with its matrices, small: where the chosen stage stands, what lights up. */
import { svg, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { ramp } from '../../draw/heat-grid.js';
import { cellUnder, heatmap } from '../../draw/heatmap.js';
import { px } from '../../draw/layout.js';
import { svgSubscripts } from '../../draw/subscripts.js';
import { count } from '../../model/format.js';
import {
  MATRICES,
  STEPS,
  isAfterMask,
  isParams,
  operandsOf,
  roleOf,
  stepOf,
  termOf,
} from './stages.js';
import { WINDOW } from './detail-layout.js';
import { formulaLine } from './formula.js';
import { isLong } from './parameters.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */
/** @typedef {import('./stages.js').MatrixId} MatrixId */
/** @typedef {import('./overview-layout.js').Overview} Overview */

/** Steps of the ramps on either side of 0, and from 0 to 1. */
const LEVELS = 14;

/** @param {Figure} figure @param {any} results @param {Overview} layout */
export function overview(figure, results, layout) {
  const { words } = figure;
  return svg`<g role="radiogroup" aria-label=${words.overviewLabel} data-part="overview"
      @keydown=${(/** @type {KeyboardEvent} */ event) => figure.overviewKey(event)}>
    ${layout.formula ? formulaLine(figure, layout.formula) : nothing}
    ${layout.isOneLine ? arrowsDown(layout) : nothing}
    ${layout.operators.map((operator) => operatorMark(figure, operator))}
    ${MATRICES.map((id) => thumbnail(figure, results, id, layout))}
    ${lights(figure, results, layout)}
  </g>`;
}

/** @param {Figure} figure @param {MatrixId} id */
export const isReached = (figure, id) =>
  figure.shown.show === 'all' ||
  STEPS.indexOf(/** @type {any} */ (stepOf(id))) <=
    STEPS.indexOf(/** @type {any} */ (stepOf(figure.shown.stage)));

/** @param {Figure} figure @param {any} results @param {MatrixId} id @param {Overview} layout */
function thumbnail(figure, results, id, layout) {
  const at = layout.places[id];
  const isOn = figure.shown.stage === id;
  const isKnown = isReached(figure, id);
  const isLit = figure.litTerm !== null && figure.litTerm === termOf(id);
  const { rows, columns } = results.matrices[id];
  const name = figure.plain(figure.words.thumbnailName, {
    name: figure.words.names[id],
    rows,
    columns,
  });
  const size = at.isTransposed ? `${columns} × ${rows}` : `${rows} × ${columns}`;
  const label = changeNote(figure, results, id) || size;
  return svg`<g role="radio" aria-checked=${isOn ? 'true' : 'false'} tabindex=${isOn ? 0 : -1}
      aria-label=${name} data-matrix=${id} data-term=${termOf(id) ?? nothing} class="token">
    ${frame(at, id, { isOn, isKnown, isLit })}
    ${isKnown && hasPaths(figure, id) ? colours(results, id, at) : nothing}
    ${title(figure, id, at, isOn, layout.isOneLine)}
    ${caption(at, isKnown ? label : '', layout.isOneLine && !isParams(id))}
    ${hitArea(figure, id, at)}
  </g>`;
}

/** @param {import('./overview-layout.js').Place} at @param {MatrixId} id @param {{ isOn: boolean, isKnown: boolean, isLit: boolean }} how */
function frame(at, id, { isOn, isKnown, isLit }) {
  const out = isOn || isLit ? 3.5 : 2.5;
  return svg`<rect x=${px(at.x - out)} y=${px(at.y - out)} width=${px(at.width + 2 * out - 1)}
      height=${px(at.height + 2 * out - 1)} rx="3" fill="none" stroke=${`var(--c-${roleOf(id)})`}
      stroke-width=${isOn || isLit ? 2.5 : 1} stroke-opacity=${isOn || isLit ? 1 : 0.45}
      stroke-dasharray=${isKnown ? nothing : '3 3'}></rect>
    <rect class="focus-ring" x=${px(at.x - 6.5)} y=${px(at.y - 6.5)} width=${px(at.width + 12)}
      height=${px(at.height + 12)} rx="5"></rect>`;
}

/** Those of a long text are on canvases behind, as far as they are long. */
/** @param {Figure} figure @param {MatrixId} id */
const hasPaths = ({ tokens }, id) => isParams(id) || !isLong(tokens.length);

/** The colours change only with the numbers and the place. */
/** @param {any} results @param {MatrixId} id @param {import('./overview-layout.js').Place} at */
function colours(results, id, at) {
  const matrix = results.matrices[id];
  const { x, y, cellWidth, cellHeight } = at;
  return guard([matrix, x, y, cellWidth, cellHeight], () =>
    heatmap(matrix, {
      ...at,
      ...(id === 'weights' ? ramp(null, 2 * LEVELS) : ramp(results.extentOf(id), LEVELS)),
      masked: id === 'weights' || id === 'masked' ? results.isMasked : null,
    }),
  );
}

/** @param {Figure} figure @param {MatrixId} id @param {import('./overview-layout.js').Place} at @param {boolean} isOn @param {boolean} isOneLine */
function title(figure, id, at, isOn, isOneLine) {
  const short = isOneLine ? figure.words.symbols[id] : figure.words.shortSymbols[id];
  const size = isOneLine ? 13 : 12;
  return svg`<text x=${px(at.x + at.width / 2)} y=${px(at.y - 8)} text-anchor="middle"
    font-size=${size} font-weight=${isOn ? 700 : 550} fill=${`var(--c-${roleOf(id)})`}
    >${svgSubscripts(at.isTransposed ? `${short}ᵀ` : short)}</text>`;
}

/** @param {import('./overview-layout.js').Place} at @param {string} text @param {boolean} isShown */
function caption(at, text, isShown) {
  if (!isShown) return nothing;
  return text.split('\n').map(
    (line, i) => svg`<text x=${px(at.x + at.width / 2)} y=${px(at.y + at.height + 16 + 13 * i)}
    font-size="11.5" text-anchor="middle" class="quiet">${line}</text>`,
  );
}

/** How many cells the mask changed. @param {Figure} figure @param {any} results @param {MatrixId} id */
function changeNote(figure, results, id) {
  const changed = results.changedCount[id];
  if (figure.shown.mask === 'none' || !isAfterMask(id) || changed === undefined) return '';
  // A number of seven digits has no room for a word beside it.
  const end = isLong(figure.tokens.length) ? '\n' : '';
  return figure.plain(figure.words.changedCount, { count: count(changed) + end });
}

/** The whole thumbnail and its title take the pointer; within it, the cell under the pointer. */
/** @param {Figure} figure @param {MatrixId} id @param {import('./overview-layout.js').Place} at */
function hitArea(figure, id, at) {
  const side = Math.max(2, (24 - at.width) / 2);
  /** @param {any} event */
  const choose = (event) => {
    const shown = event.currentTarget.previousElementSibling;
    const { rows, columns } = figure.results.matrices[id];
    const [down, across] = at.isTransposed ? [columns, rows] : [rows, columns];
    const cell = cellUnder(event, shown, down, across);
    const real = at.isTransposed ? { row: cell.column, column: cell.row } : cell;
    figure.choose(id, real);
  };
  return svg`<rect x=${px(at.x)} y=${px(at.y)} width=${px(at.width)} height=${px(at.height)}
      fill="none" pointer-events="none"></rect>
    <rect class="hit" x=${px(at.x - side)} y=${px(at.y - 20)} width=${px(at.width + 2 * side)}
      height=${px(at.height + 24)} @click=${choose}></rect>`;
}

/** The chosen cell and the numbers it is made of. @param {Figure} figure @param {any} results @param {Overview} layout */
function lights(figure, results, layout) {
  const { stage, row, column } = figure.shown;
  const count = figure.tokens.length;
  const cell = { id: stage, row, column, rows: 1, columns: 1 };
  return svg`<g pointer-events="none" fill="none" stroke-width=${isLong(count) ? 1.3 : 2}>
    ${operandsOf(stage, { row, column }, count).map((region) => outline(region, layout, roleOf(region.id)))}
    ${outline(cell, layout, 'ink', isLong(count) ? 4 : 0)}
    ${count > WINDOW ? windowFrame(figure, layout) : nothing}
  </g>`;
}

/** What of a long sentence is shown large. @param {Figure} figure @param {Overview} layout */
function windowFrame(figure, layout) {
  const { stage } = figure.shown;
  if (isParams(stage)) return nothing;
  return svg`<g stroke-dasharray="3 2">${outline({ id: stage, ...figure.windowOf(stage) }, layout, 'ink', isLong(figure.tokens.length) ? 10 : 0)}</g>`;
}

/** A box about some cells, of a size that is seen where cells are not. */
/** @param {import('./stages.js').Region} region @param {Pick<Overview, 'places'>} layout @param {string} role @param {number} [least] */
export function outline(region, layout, role, least = 0) {
  const at = layout.places[region.id];
  const [row, column, tall, wide] = at.isTransposed
    ? [region.column, region.row, region.columns, region.rows]
    : [region.row, region.column, region.rows, region.columns];
  const [x, width] = span(at.x, column, wide, at.cellWidth, least);
  const [y, height] = span(at.y, row, tall, at.cellHeight, least);
  return svg`<rect x=${x} y=${y} width=${width} height=${height} rx="2"
    stroke=${`var(--c-${role})`}></rect>`;
}

/** @param {number} start @param {number} from @param {number} count @param {number} size @param {number} least */
function span(start, from, count, size, least) {
  const missing = Math.max(0, least - count * size);
  return [px(start + from * size - missing / 2 - 1.5), px(count * size + missing + 2)];
}

/** @param {Figure} figure @param {Overview['operators'][number]} operator */
function operatorMark(figure, { x, y, width, key }) {
  const text = figure.words.operators[key];
  const middle = px(x + width / 2);
  const isArrow = ['scale', 'mask', 'softmax', 'projects'].includes(key);
  if (!isArrow) {
    return svg`<text x=${middle} y=${px(y + 5)} text-anchor="middle" font-size="17" class="quiet">${text}</text>`;
  }
  const isQuiet = key === 'mask' && figure.shown.mask === 'none';
  return svg`<text x=${middle} y=${px(y - 8)} text-anchor="middle" font-size="11.5"
      class="quiet">${svgSubscripts(isQuiet ? figure.words.operators.noMask : text)}</text>
    ${arrow(x + 7, y, x + width - 8, y)}`;
}

/** From each projection down to what it makes. @param {Overview} layout */
function arrowsDown({ places }) {
  return /** @type {const} */ (['w-q', 'w-k', 'w-v']).map((id) => {
    const { x, y, width, height } = places[id];
    return arrow(x + width / 2, y + height + 5, x + width / 2, y + height + 15);
  });
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
function arrow(x1, y1, x2, y2) {
  const tip =
    y1 === y2
      ? `M${px(x2 - 4)} ${px(y2 - 3.5)}L${px(x2)} ${px(y2)}L${px(x2 - 4)} ${px(y2 + 3.5)}`
      : `M${px(x2 - 3.5)} ${px(y2 - 4)}L${px(x2)} ${px(y2)}L${px(x2 + 3.5)} ${px(y2 - 4)}`;
  return svg`<path d=${`M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}${tip}`} fill="none"
    stroke="var(--c-edge)" stroke-width="1.5"></path>`;
}
