/** The picture of attn-block: diagram and open tensor; below them the stack and the counts. */
import { gap, space } from '../../draw/direction.js';
import { html, svg } from 'lit';
import { heatGrid } from '../../draw/heat-grid.js';
import { svgSubscripts } from '../../draw/subscripts.js';
import { percentDigits, score } from '../../model/format.js';
import { matrixLegend } from '../matrix-legend.js';
import { cellOf, channelNames, spoken } from '../row-label.js';
import { walk } from '../walk.js';
import { countsPanel } from './counts.js';
import { DIAGRAM_HEIGHT, diagram } from './diagram.js';
import { STACK_HEIGHT, stackChart } from './stack-chart.js';
import { isPairs, roleOf } from './tensors.js';

/** @typedef {import('../attn-block.js').AttnBlock} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const DIAGRAM_WIDTH = 350;
const LABELS = 78;
/** Heading and column names above the cells. */
const ABOVE = 134;
/** Where the legend has a line of its own. */
const ABOVE_NARROW = 160;
const NARROW_DETAIL = 446;
/** The counts with their fields. */
const COUNTS = { wide: 352, narrow: 480 };

/** @param {Layout} layout */
const isWide = ({ width }) => width >= 720;

/** @param {Layout} layout */
const upperHeight = (layout) => (isWide(layout) ? DIAGRAM_HEIGHT : DIAGRAM_HEIGHT + NARROW_DETAIL);

/** @param {Layout} layout */
export function blockHeight(layout) {
  return upperHeight(layout) + (isWide(layout) ? COUNTS.wide : STACK_HEIGHT + 60 + COUNTS.narrow);
}

/** @param {Figure} figure @param {any} results @param {Layout} layout */
export function blockPicture(figure, results, layout) {
  const { width } = layout;
  const height = upperHeight(layout);
  const wide = isWide(layout);
  const detail = wide
    ? { x: DIAGRAM_WIDTH, y: 0, width: width - DIAGRAM_WIDTH, height }
    : { x: 0, y: DIAGRAM_HEIGHT, width, height: NARROW_DETAIL };
  const half = wide ? Math.floor(width / 2) : width;
  return html`<svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
      ${diagram(figure, results, wide ? DIAGRAM_WIDTH : width)}
      ${openTensor(figure, results, detail)}
    </svg>
    <div class="lower ${wide ? 'wide' : ''}">
      <section
        aria-label=${figure.words.stack.title}
        .style=${`min-height:${wide ? COUNTS.wide : STACK_HEIGHT + 60}px`}
      >
        ${stackChart(figure, results, half)}
      </section>
      <section
        aria-label=${figure.words.counts.title}
        .style=${`min-height:${wide ? COUNTS.wide : COUNTS.narrow}px`}
      >
        ${countsPanel(figure, results)}
      </section>
    </div>`;
}

/** @param {Figure} figure @param {any} results @param {{ x: number, y: number, width: number, height: number }} area */
function openTensor(figure, results, area) {
  const { words, state, names } = figure;
  const { shown, extent } = results;
  const id = state.tensor;
  const above = area.x > 0 ? ABOVE : ABOVE_NARROW;
  const isWeights = id === 'weights';
  const columns = isPairs(id) ? names : channelNames(figure, shown.columns);
  const cellWidth = Math.min(56, (area.width - LABELS - 22) / shown.columns);
  const cellHeight = Math.min(30, (area.height - above - 14) / shown.rows);
  return svg`<g transform=${`translate(${area.x} ${area.y})`}>
    <text x="16" y="28" font-size="16" font-weight="700" fill=${`var(--c-${roleOf(id)})`}
      >${svgSubscripts(words.names[id])}<tspan class="quiet" font-weight="400" font-size="13.5" dx=${gap(9)}>${space()}${shown.rows} × ${shown.columns}</tspan></text>
    <text x="16" y="49" font-size="13.5" class="quiet">${svgSubscripts(figure.madeOf(id))}</text>
    <text x="16" y="73" font-size="13.5">${figure.cellName(results)}</text>
    ${matrixLegend(figure, extent ?? 1, { isWeights: extent === null, ...(area.x > 0 ? { x: area.width - 138, y: 16 } : { x: 60, y: 86 }) })}
    ${heatGrid(shown, {
      ...walk(figure, 'tensor', shown, (cell) => figure.change(cell), results.cell),
      isChosen: true,
      label: figure.plain(words.gridLabel, {
        name: words.names[id],
        rows: shown.rows,
        columns: shown.columns,
      }),
      x: LABELS,
      y: above,
      cellWidth,
      cellHeight,
      extent,
      rowNames: names,
      columnNames: isPairs(id) ? names : channelNumbers(shown.columns),
      ...spoken(
        figure,
        names,
        columns,
        cellOf(shown.data, shown.columns),
        isWeights ? null : score,
      ),
      labelWidth: LABELS - 6,
      labelHeight: 52,
      text: isWeights ? percentDigits : score,
      name: figure.cellName(results),
    })}
  </g>`;
}

/** Those that are written; of many, every eighth. @param {number} count */
const channelNumbers = (count) =>
  Array.from({ length: count }, (_, c) => (count <= 16 || c % 8 === 0 ? String(c) : ''));
