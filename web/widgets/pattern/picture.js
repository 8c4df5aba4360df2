/** The picture of attn-pattern: arcs, tokens, bars and the matrix share one line of keys. */
import { html, svg } from 'lit';
import { arcs } from '../../draw/arcs.js';
import { bars } from '../../draw/bars.js';
import { gauge } from '../../draw/gauge.js';
import { bands } from '../../draw/layout.js';
import { tokenStrip } from '../../draw/token-strip.js';
import { measure, percent, percentDigits } from '../../model/format.js';
import { FEW } from '../own-sentence.js';
import { weightGrid } from './matrix.js';
import { isMasking } from './numbers.js';

/** @typedef {import('../attn-pattern.js').AttnPattern} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const CHIP = 32;
const WIDE = { arcs: 134, bars: 96, cell: 24, left: 92, right: 16 };
/** The height of one gauge with its texts. */
const GAUGE = 62;
const NARROW = { row: 32, cellHeight: 24, labels: 66 };
/** A long sentence runs downwards, and the matrix beside it where there is room. */
const LONG = { row: 24, top: 86 };

const rowHeight = (/** @type {number} */ count) => (count > FEW ? LONG.row : NARROW.row);
const cellHeight = (/** @type {number} */ count) => (count > FEW ? 13 : NARROW.cellHeight);

const narrowCell = (/** @type {number} */ count, /** @type {number} */ width) =>
  (width - NARROW.labels - 26) / count;
/** Room for the names of columns, where columns are wide enough to have any. */
const namesHeight = (/** @type {number} */ count, /** @type {number} */ width) =>
  narrowCell(count, width) < 13 ? 28 : 78;

/** @param {number} count @param {Layout} layout */
export function patternHeight(count, layout) {
  if (count > FEW && !layout.narrow) return LONG.top + count * LONG.row + 76;
  const row = rowHeight(count);
  return layout.narrow
    ? 16 +
        count * row +
        namesHeight(count, layout.width) +
        count * cellHeight(count) +
        34 +
        2 * GAUGE
    : WIDE.arcs + CHIP + WIDE.bars + 46 + count * WIDE.cell + 72;
}

/** @param {Figure} figure @param {any} results @param {any} _state @param {Layout} layout */
export function patternPicture(figure, results, _state, layout) {
  const { width } = layout;
  const height = patternHeight(figure.tokens.length, layout);
  const isLong = figure.tokens.length > FEW;
  const draw = layout.narrow ? narrow : isLong ? long : wide;
  return html`<svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
    ${draw(figure, results, width)}
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
    ${weightGrid(figure, results, { x: WIDE.left, y: grid, cellWidth: place.size, cellHeight: WIDE.cell, isWide: true, labelWidth: WIDE.left - 4 })}
    ${gauges(figure, results, WIDE.left, end + 28, width - WIDE.left - WIDE.right)}`;
}

/** @param {Figure} figure @param {any} results @param {number} width */
function narrow(figure, results, width) {
  const count = figure.tokens.length;
  const row = rowHeight(count);
  const place = bands(count, 8, 8 + count * row);
  const left = Math.round(width * 0.27);
  const chip = Math.max(76, Math.round(width * 0.23));
  const barStart = left + chip + 12;
  const grid = 8 + count * row + namesHeight(count, width);
  const end = grid + count * cellHeight(count);
  return svg`
    ${keyArcs(figure, results, place.centre, left - 4, left - 22, true)}
    ${strips(figure, results, (i) => ({ x: left, y: place.at(i) + 2, width: chip, height: row - 5 }), true)}
    ${weightBars(figure, results, {
      centre: place.centre,
      thickness: 13,
      band: row,
      base: barStart,
      length: width - barStart - 70,
      isLying: true,
    })}
    ${weightGrid(figure, results, {
      x: NARROW.labels + 10,
      y: grid,
      cellWidth: narrowCell(count, width),
      cellHeight: cellHeight(count),
      isWide: false,
      labelWidth: NARROW.labels,
    })}
    ${gauges(figure, results, 18, end + 34, width - 36)}`;
}

/** Arcs, tokens and bars of a long sentence in one column, its matrix row by row beside them. */
/** @param {Figure} figure @param {any} results @param {number} width */
function long(figure, results, width) {
  const count = figure.tokens.length;
  const place = bands(count, LONG.top, LONG.top + count * LONG.row);
  const middle = width * 0.52;
  const bar = { x: 232, length: middle - 232 - 70 };
  return svg`
    ${keyArcs(figure, results, place.centre, 120, 100, true)}
    ${strips(figure, results, (i) => ({ x: 124, y: place.at(i) + 1, width: 98, height: LONG.row - 2 }), true)}
    ${weightBars(figure, results, { centre: place.centre, thickness: 11, band: LONG.row, base: bar.x, length: bar.length, isLying: true })}
    ${weightGrid(figure, results, { x: middle, y: LONG.top, cellWidth: (width - middle - WIDE.right) / count, cellHeight: LONG.row, isWide: true, labelWidth: 0 })}
    ${gauges(figure, results, 18, LONG.top + count * LONG.row + 32, width - 36)}`;
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
      before: isMasking(figure.state) ? row.before[k] : null,
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

/** Entropy and row sum, beside each other or one below the other. */
/** @param {Figure} figure @param {any} results @param {number} x @param {number} y @param {number} width */
function gauges(figure, results, x, y, width) {
  const { words, texts } = figure;
  const { row, isWrong } = results;
  const isStacked = width < 420;
  const entropyWidth = isStacked ? width : width * 0.56;
  const sumX = isStacked ? x : x + entropyWidth + 40;
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
