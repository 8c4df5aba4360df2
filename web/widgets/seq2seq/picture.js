/** The picture of attn-seq2seq: decoder over encoder, and the alignment matrix under both. */
import { html, nothing, svg } from 'lit';
import { cellPath } from '../../draw/cell-path.js';
import { inkOn, weightFill } from '../../draw/colour.js';
import { distinctNames } from '../../model/example.js';
import { px } from '../../draw/layout.js';
import { matrixGrid } from '../../draw/matrix.js';
import { quiet } from '../../draw/quiet.js';
import { percent, percentDigits } from '../../model/format.js';
import { spoken } from '../row-label.js';
import {
  EDGE,
  bottleneck,
  chain,
  glances,
  headings,
  plan,
  sourceWords,
  written,
} from './diagram.js';
import { ROW, seq2seqHeight } from './shape.js';

/** @typedef {import('../attn-seq2seq.js').AttnSeq2seq} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */
/** @typedef {ReturnType<typeof plan>} Plan */

/** @param {Figure} figure @param {any} results @param {any} state @param {Layout} layout */
export function seq2seqPicture(figure, results, state, layout) {
  const p = plan(results.target.length, layout);
  const height = seq2seqHeight(p.n, layout);
  return html`<svg
    width=${layout.width}
    height=${height}
    viewBox=${`0 0 ${layout.width} ${height}`}
  >
    ${headings(figure, p)}
    ${results.weights ? glances(figure, results, state.step, p) : bottleneck(figure, results, state.step, p)}
    ${chain(p, 0)} ${chain(p, 1)} ${sourceWords(results.source, p, figure)}
    ${written(figure, results, state.step, p)} ${alignment(figure, results, state.step, p)}
    ${said(figure, results, state.step, p)} ${key(figure, results, p)}
  </svg>`;
}

/** The matrix that grows, the true places outlined. */
/** @param {Figure} figure @param {any} results @param {number} step @param {Plan} p */
function alignment(figure, results, step, p) {
  const { words } = figure;
  const { source, target, weights, steps, alignment: truth } = results;
  const [rows, columns] = [target, source].map(distinctNames);
  const asWritten = (/** @type {string} */ word, /** @type {number} */ i) => (i < step ? word : '');
  const isKnown = (/** @type {number} */ i) => i < step && weights !== null;
  const path = (/** @type {boolean} */ isHit) =>
    cellPath(
      p.n,
      source.length,
      p.grid,
      (i, j) => i < step && truth[i] === j && (steps[i].place === j) === isHit,
    );
  return svg`${matrixGrid(
    { data: weights ?? [], rows: p.n, columns: source.length },
    {
      ...p.grid,
      id: 'alignment',
      label: words.matrixLabel,
      labelWidth: p.labels,
      labelHeight: 66,
      fill: (w, i) => (isKnown(i) ? weightFill(w) : 'var(--c-soft)'),
      text: p.cell < 40 ? null : (w, i) => (isKnown(i) && w >= 0.0005 ? percentDigits(w) : ''),
      ink: (w) => inkOn(w),
      name: (w, i, j) =>
        figure.plain(i >= step ? words.cellToCome : weights ? words.cell : words.cellNone, {
          ...{ word: rows[i], source: columns[j], step: i + 1 },
          weight: isKnown(i) ? percent(w) : '',
        }) + (i < step && truth[i] === j ? words.cellTrue : ''),
      rowNames: target.map(asWritten),
      columnNames: p.narrow ? source : null,
      ...spoken(figure, rows.map(asWritten), columns, (i, j) =>
        isKnown(i) ? weights[i * columns.length + j] : 0,
      ),
      current: { row: step - 1, column: Math.min(figure.column, source.length - 1) },
      selectedRow: step - 1,
      onSelect: (i, j) => figure.choose(i, j),
      onKey: (event) => figure.gridKey(event),
      term: 'weights',
      isStill: true,
    },
  )}
  <path d=${path(true)} fill="none" stroke="var(--c-key)" stroke-width="2.5" pointer-events="none" data-part="hits"></path>
  <path d=${path(false)} fill="none" stroke="var(--c-key)" stroke-width="1.5" stroke-dasharray="3 2.5" pointer-events="none" data-part="misses"></path>`;
}

/** Beside each row: the word written, and whether it is right. */
/** @param {Figure} figure @param {any} results @param {number} step @param {Plan} p */
function said({ words }, { steps }, step, p) {
  const x = p.left + p.n * p.cell;
  return svg`${p.narrow ? nothing : quiet(x + 12, p.top - 8, words.writes)}
    ${steps.slice(0, step).map((/** @type {any} */ s, /** @type {number} */ i) => {
      const y = px(p.top + (i + 0.5) * ROW + 4.5);
      const colour = s.isRight ? 'var(--c-value)' : 'var(--c-warning)';
      return svg`<g data-said=${i}>
        <text x=${px(x + 8)} y=${y} font-size="14" font-weight="650" fill=${colour}>${s.isRight ? '✓' : '✗'}</text>
        ${
          p.narrow
            ? nothing
            : svg`<text x=${px(x + 26)} y=${y} font-size="13">${s.written}</text>
          <text x=${px(x + 138)} y=${y} font-size="13" text-anchor="end" class="quiet">${percent(s.chance)}</text>`
        }</g>`;
    })}`;
}

/** What the outline means. @param {Figure} figure @param {any} results @param {Plan} p */
function key({ words }, { weights }, p) {
  const x = px(p.narrow ? EDGE : p.left);
  const y = p.bottom + 12;
  return svg`<rect x=${x} y=${y} width="18" height="13" rx="1.5" fill="none" stroke="var(--c-key)" stroke-width="2.5"></rect>
    ${quiet(x + 26, y + 11, words.trueKey)}
    ${weights ? nothing : quiet(p.left + p.n * p.cell - 10, p.top + ROW / 2 + 4, words.noWeights, 'end')}`;
}
