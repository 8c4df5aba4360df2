/** The picture of attn-architectures: the machines, and the attention that is selected. */
import { html, svg } from 'lit';
import { heatGrid } from '../../draw/heat-grid.js';
import { fitBold, fitText } from '../../draw/layout.js';
import { percentDigits } from '../../model/format.js';
import { cellOf, spoken } from '../row-label.js';
import { walk } from '../walk.js';
import { DIAGRAM_HEIGHT, diagram } from './diagram.js';
import { D_MODEL, TOKENS } from './machines.js';

/** @typedef {import('../attn-architectures.js').AttnArchitectures} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const LABELS = 76;
/** The facts and the names of the keys stand above the cells. */
const ABOVE = 200;
const MOST_ROWS = 13;
const ROW = 16.5;
const NARROW_DETAIL = ABOVE + MOST_ROWS * 21 + 16;

/** @param {Layout} layout */
const isWide = ({ width }) => width >= 720;

/** @param {Layout} layout */
export function architecturesHeight(layout) {
  return isWide(layout) ? DIAGRAM_HEIGHT : DIAGRAM_HEIGHT + NARROW_DETAIL;
}

/** @param {Figure} figure @param {any} results @param {Layout} layout */
export function architecturesPicture(figure, results, layout) {
  const { width } = layout;
  const height = architecturesHeight(layout);
  const wide = isWide(layout);
  const left = wide ? Math.min(470, width * 0.52) : width;
  const detail = wide
    ? { x: left, y: 0, width: width - left, rowHeight: ROW }
    : { x: 0, y: DIAGRAM_HEIGHT, width, rowHeight: 21 };
  return html`<svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
    ${diagram(figure, left)} ${selected(figure, results, detail)}
  </svg>`;
}

/** @param {Figure} figure @param {any} results @param {{ x: number, y: number, width: number, rowHeight: number }} area */
function selected(figure, results, { x, y, width, rowHeight }) {
  const { words, state } = figure;
  const { shown } = results;
  const { queries, keys } = figure.namesOf(state.attention);
  const cellWidth = Math.min(44, (width - LABELS - 20) / shown.columns);
  const cellHeight = Math.min(26, (MOST_ROWS * rowHeight) / shown.rows);
  return svg`<g transform=${`translate(${x} ${y})`}>
    <text x="14" y="24" font-size="16" font-weight="700" fill="var(--c-weight)">${words.names[state.attention]}</text>
    ${facts(figure).map(([label, text, role], i) => fact(label, text, role, 46 + i * 20, width))}
    ${heatGrid(shown, {
      ...walk(figure, 'weights', shown, (cell) => figure.change(cell), results.cell),
      isChosen: true,
      term: 'weights',
      label: figure.plain(words.gridLabel, { rows: shown.rows, columns: shown.columns }),
      x: LABELS,
      y: ABOVE,
      cellWidth,
      cellHeight,
      extent: null,
      rowNames: queries,
      columnNames: keys,
      ...spoken(figure, queries, keys, cellOf(shown.data, shown.columns)),
      labelWidth: LABELS - 4,
      labelHeight: 72,
      text: percentDigits,
      name: results.cellName,
      masked: results.isMasked,
    })}
  </g>`;
}

/** Where Q, K and V come from, the mask and the shape. @param {Figure} figure @returns {[string, string, string][]} */
export function facts(figure) {
  const { words, state } = figure;
  const id = state.attention;
  const { queries, keys } = TOKENS[/** @type {import('./machines.js').AttentionId} */ (id)];
  const from = (/** @type {string} */ text, /** @type {number} */ count) =>
    figure.plain(words.fact, { text, count, channels: D_MODEL });
  return [
    ['Q', from(words.from[id].query, queries.length), 'query'],
    ['K, V', from(words.from[id].key, keys.length), 'key'],
    [words.maskTitle, words.masks[id], 'mask'],
    [
      words.shapeTitle,
      figure.plain(words.shapes[id], { rows: queries.length, columns: keys.length }),
      'weights',
    ],
  ];
}

/** @param {string} label @param {string} text @param {string} role @param {number} y @param {number} width */
function fact(label, text, role, y, width) {
  const colour = role === 'query' || role === 'key' ? `var(--c-${role})` : 'var(--c-muted)';
  const fitted = fitText(text, width - LABELS - 8, 13.5);
  const named = fitBold(label, LABELS - 22, 13.5);
  return svg`<g data-term=${role}><text x="14" y=${y} font-size=${named.fontSize} font-weight="600" fill=${colour}>${named.text}</text>
    <text x=${LABELS} y=${y} font-size=${fitted.fontSize}>${fitted.text}</text></g>`;
}
