/** The picture of attn-pattern: arcs, tokens, bars and the matrix share one line of keys. */
import { html, svg } from 'lit';
import { arcs } from '../../draw/arcs.js';
import { bars } from '../../draw/bars.js';
import { inkOn, weightFill } from '../../draw/colour.js';
import { gauge } from '../../draw/gauge.js';
import { bands } from '../../draw/layout.js';
import { matrixGrid } from '../../draw/matrix.js';
import { tokenStrip } from '../../draw/token-strip.js';
import { measure, percent, percentDigits } from '../../model/format.js';
import { rowLabel } from '../row-label.js';

/** @typedef {import('../attn-pattern.js').AttnPattern} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const CHIP = 32;
const WIDE = { arcs: 134, bars: 96, cell: 24, left: 92, right: 16 };
/** The height of one gauge with its texts. */
const GAUGE = 62;
const NARROW = { row: 32, cellHeight: 24, labels: 66 };

/** @param {number} count @param {Layout} layout */
export function patternHeight(count, layout) {
  return layout.narrow
    ? 16 + count * NARROW.row + 78 + count * NARROW.cellHeight + 34 + 2 * GAUGE
    : WIDE.arcs + CHIP + WIDE.bars + 46 + count * WIDE.cell + 72;
}

/** @param {Figure} figure @param {any} results @param {any} _state @param {Layout} layout */
export function patternPicture(figure, results, _state, layout) {
  const { width } = layout;
  const height = patternHeight(figure.tokens.length, layout);
  const content = layout.narrow ? narrow(figure, results, width) : wide(figure, results, width);
  return html`<svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
    ${content}
  </svg>`;
}

/** @param {Figure} figure @param {any} results @param {number} width */
function wide(figure, results, width) {
  const place = bands(figure.tokens.length, WIDE.left, width - WIDE.right);
  const strip = WIDE.arcs;
  const base = strip + CHIP + 14 + WIDE.bars;
  const grid = base + 34;
  const end = grid + figure.tokens.length * WIDE.cell;
  return svg`
    ${keyArcs(figure, results, place.centre, strip - 4, WIDE.arcs - 22, false)}
    ${strips(figure, results, (i) => ({ x: place.at(i) + 3, y: strip, width: place.size - 6, height: CHIP }), false)}
    <text x=${WIDE.left - 10} y=${base - WIDE.bars / 2} text-anchor="end" font-size="12.5" class="quiet">${figure.texts.words.weight}${figure.texts.words.comma}%</text>
    <line x1=${WIDE.left} x2=${width - WIDE.right} y1=${base + 0.5} y2=${base + 0.5} stroke="var(--c-rule)"></line>
    ${weightBars(figure, results, {
      centre: place.centre,
      thickness: Math.min(30, place.size * 0.4),
      band: place.size - 4,
      base,
      length: WIDE.bars,
    })}
    ${weightGrid(figure, results, { x: WIDE.left, y: grid, cellWidth: place.size, cellHeight: WIDE.cell, isWide: true })}
    ${gauges(figure, results, WIDE.left, end + 28, width - WIDE.left - WIDE.right)}`;
}

/** @param {Figure} figure @param {any} results @param {number} width */
function narrow(figure, results, width) {
  const count = figure.tokens.length;
  const place = bands(count, 8, 8 + count * NARROW.row);
  const left = Math.round(width * 0.27);
  const chip = Math.max(76, Math.round(width * 0.23));
  const barStart = left + chip + 12;
  const grid = 8 + count * NARROW.row + 78;
  const end = grid + count * NARROW.cellHeight;
  return svg`
    ${keyArcs(figure, results, place.centre, left - 4, left - 22, true)}
    ${strips(figure, results, (i) => ({ x: left, y: place.at(i) + 2, width: chip, height: NARROW.row - 5 }), true)}
    ${weightBars(figure, results, {
      centre: place.centre,
      thickness: 13,
      band: NARROW.row,
      base: barStart,
      length: width - barStart - 70,
      isLying: true,
    })}
    ${weightGrid(figure, results, {
      x: NARROW.labels + 10,
      y: grid,
      cellWidth: (width - NARROW.labels - 26) / count,
      cellHeight: NARROW.cellHeight,
      isWide: false,
    })}
    ${gauges(figure, results, 18, end + 34, width - 36)}`;
}

/** @param {Figure} figure @param {any} results @param {(i: number) => number} centre @param {number} base @param {number} height @param {boolean} isColumn */
function keyArcs(figure, { q, row }, centre, base, height, isColumn) {
  const label = figure.plain(figure.words.arcsLabel, { query: figure.names[q] });
  return arcs(
    { weights: row.weights, masked: row.isMasked, query: q },
    { centre, base, height, isColumn, label },
  );
}

/** @param {Figure} figure @param {any} results @param {(i: number) => any} place @param {boolean} isColumn */
function strips(figure, { q }, place, isColumn) {
  return tokenStrip(figure.tokens, {
    place,
    selected: q,
    isColumn,
    label: figure.words.stripLabel,
    names: figure.names,
    onSelect: (i) => figure.choose(i),
    onHover: (i) => figure.hover(i),
    onKey: (event) => figure.stripKey(event, isColumn),
  });
}

/** @param {Figure} figure @param {any} results @param {any} place */
function weightBars(figure, results, place) {
  const { words, names } = figure;
  const { q, row } = results;
  // Upright bars have the unit beside them all.
  const written = place.isLying ? percent : percentDigits;
  const list = names.map((key, k) => {
    const isMasked = row.isMasked(k);
    const values = { query: names[q], key, weight: percent(row.weights[k]) };
    const hint = figure.state.hide.includes(k) ? words.barHintBack : words.barHint;
    const name = figure.plain(isMasked ? words.barMasked : words.barName, values);
    return {
      value: row.weights[k],
      before: figure.isMasking(figure.state) ? row.before[k] : null,
      isMasked,
      text: isMasked ? figure.texts.words.masked : written(row.weights[k]),
      name: `${name}; ${hint}`,
    };
  });
  const max = Math.max(0.5, ...row.weights, ...row.before);
  return bars(list, {
    ...place,
    max,
    label: figure.plain(words.barsLabel, { query: names[q] }),
    stop: figure.barStop,
    onPress: (k) => figure.toggleKey(k),
    onKey: (event) => figure.barKey(event, Boolean(place.isLying)),
  });
}

/** @param {Figure} figure @param {any} results @param {any} place */
function weightGrid(figure, results, { isWide, ...place }) {
  const { words, names, tokens } = figure;
  return matrixGrid(
    { data: results.weights, rows: tokens.length, columns: tokens.length },
    {
      ...place,
      id: 'weights',
      term: 'weights',
      label: words.matrixLabel,
      rowNames: tokens,
      rowLabel: rowLabel(figure, names, names, results.weights),
      columnNames: isWide ? null : tokens,
      labelWidth: isWide ? WIDE.left - 4 : NARROW.labels,
      labelHeight: 70,
      selectedRow: results.q,
      current: { row: figure.state.query, column: figure.column },
      fill: weightFill,
      ink: inkOn,
      text: isWide ? percentDigits : null,
      masked: results.isMaskedCell,
      name: (weight, row, column) => {
        const values = { query: names[row], key: names[column], weight: percent(weight) };
        const isMasked = results.isMaskedCell(row, column);
        return figure.plain(isMasked ? words.cellMasked : words.cellName, values);
      },
      onSelect: (row, column) => figure.chooseCell(row, column),
      onKey: (event) => figure.cellKey(event),
    },
  );
}

/** Entropy and row sum, beside each other or one below the other. */
/** @param {Figure} figure @param {any} results @param {number} x @param {number} y @param {number} width */
function gauges(figure, results, x, y, width) {
  const { words, texts } = figure;
  const { row, isWrong } = results;
  const isStacked = width < 420;
  const entropyWidth = isStacked ? width : width * 0.6;
  const sumX = isStacked ? x : x + entropyWidth + 60;
  const visible = figure.tokens.filter((_, k) => !row.isMasked(k)).length;
  const entropyText = isWrong
    ? words.noDistribution
    : `${measure(row.entropy)} ${texts.words.nats}`;
  const most = figure.plain(words.entropyHigh, { count: visible, max: measure(row.most) });
  return svg`
    ${gauge(
      { value: isWrong ? 0 : row.entropy, max: row.most, text: entropyText },
      { x, y, width: entropyWidth, title: words.entropyTitle, low: '0', high: most },
    )}
    ${gauge(
      { value: row.sum, max: 1, text: measure(row.sum) },
      {
        x: sumX,
        y: isStacked ? y + GAUGE : y,
        width: x + width - sumX,
        title: words.rowSumTitle,
        low: '0',
        high: '1',
        fill: isWrong ? 'var(--c-warning)' : 'var(--c-weight)',
        term: 'row-sum',
      },
    )}`;
}
