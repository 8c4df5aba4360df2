/** The picture of attn-scaling: two histograms, two measured variances, three pairs of curves. */
import { html, nothing, svg } from 'lit';
import { bottomAxis, leftAxis } from '../../draw/axes.js';
import { curves } from '../../draw/curves.js';
import { errorBar } from '../../draw/error-bar.js';
import { histogram } from '../../draw/histogram.js';
import { unmirrored } from '../../draw/direction.js';
import { fitBold, px } from '../../draw/layout.js';
import { linearScale, logScale } from '../../draw/scales.js';
import { svgSubscripts } from '../../draw/subscripts.js';
import { fixed, measure, significant } from '../../model/format.js';
import { HEAD_DIMS } from '../attn-scaling.js';

/** @typedef {import('../attn-scaling.js').AttnScaling} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const HISTOGRAM = 150;
const CURVE = 150;
const BLOCK = HISTOGRAM + 62;
const RAW = 'var(--c-key)';
const SCALED = 'var(--c-weight)';

/** @param {Layout} layout */
export function scalingHeight({ narrow }) {
  const histograms = narrow ? 2 * (BLOCK + 92) : BLOCK + 92;
  const charts = narrow ? 3 * (CURVE + 62) : CURVE + 62;
  return histograms + charts + 4;
}

/** @param {Figure} figure @param {any} results @param {any} state @param {Layout} layout */
export function scalingPicture(figure, results, state, layout) {
  const { width, narrow } = layout;
  const height = scalingHeight(layout);
  const half = narrow ? width : width / 2;
  const second = narrow ? { x: 0, y: BLOCK + 92 } : { x: half, y: 0 };
  const chartsTop = (narrow ? 2 : 1) * (BLOCK + 92) + 14;
  return html`<svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
    ${unmirrored(0, half, distribution(figure, results.variance, 'raw', { x: 0, y: 0, width: half }))}
    ${unmirrored(second.x, second.x + half, distribution(figure, results.variance, 'scaled', { ...second, width: half }))}
    ${saturation(figure, results, state, { y: chartsTop, width, narrow })}
  </svg>`;
}

/** One histogram with the variance measured and predicted beneath it. */
/** @param {Figure} figure @param {any} v @param {'raw' | 'scaled'} kind @param {{ x: number, y: number, width: number }} at */
function distribution(figure, v, kind, at) {
  const { words } = figure;
  const isRaw = kind === 'raw';
  const counts = isRaw ? v.histogram : v.scaledHistogram;
  const edges = isRaw ? v.binEdges : v.scaledBinEdges;
  const frame = {
    left: at.x + 46,
    right: at.x + at.width - 18,
    top: at.y + 34,
    bottom: at.y + 34 + HISTOGRAM,
  };
  const most = Math.max(1, ...counts);
  const x = linearScale([edges[0], edges[edges.length - 1]], [frame.left, frame.right]);
  const y = linearScale([0, most], [frame.bottom, frame.top]);
  const colour = isRaw ? RAW : SCALED;
  const label = figure.plain(words.histogramLabel, { kind: words[kind] });
  return svg`<g data-term="scores">
    <text x=${frame.left} y=${at.y + 18} font-size="14" font-weight="650" fill=${colour}>${svgSubscripts(words[kind])}</text>
    ${leftAxis(frame, { scale: y, ticks: y.ticks(3).filter(Number.isInteger), format: String })}
    ${histogram({ counts, edges }, { x, y, base: frame.bottom, fill: colour, label })}
    ${bottomAxis(frame, { scale: x, ticks: x.ticks(5), format: (value) => fixed(value, 0), title: words.dotAxis })}
    ${varianceLine(figure, v, isRaw, colour, { left: frame.left, right: frame.right, y: frame.bottom + 84 })}
  </g>`;
}

/** @param {Figure} figure @param {any} v @param {boolean} isRaw @param {string} colour @param {{ left: number, right: number, y: number }} at */
function varianceLine(figure, v, isRaw, colour, { left, right, y }) {
  const { words } = figure;
  const value = isRaw ? v.variance : v.scaledVariance;
  const error = isRaw ? v.standardError : v.scaledStandardError;
  const predicted = isRaw ? v.predicted : 1;
  const span = Math.max(6 * error, Math.abs(value - predicted) * 1.6);
  const x = linearScale([predicted - span, predicted + span], [left, right]);
  const texts = {
    value: significant(value, 4),
    error: significant(error, 2),
    predicted: String(predicted),
  };
  return svg`<text x=${left} y=${y - 24} font-size="13" data-variance=${isRaw ? 'raw' : 'scaled'}>${figure.plain(words.varianceText, texts)}</text>
    ${errorBar({ value, error, reference: predicted }, { x, y, colour, label: figure.plain(words.errorLabel, texts) })}
    <text x=${px(x(predicted))} y=${y + 27} font-size="12" text-anchor="middle" class="quiet">${figure.plain(words.predictedMark, { predicted })}</text>`;
}

/** Three small charts over d_k: what becomes of the softmax. */
/** @param {Figure} figure @param {any} results @param {any} state @param {{ y: number, width: number, narrow: boolean }} at */
function saturation(figure, { curves: answers, most }, state, { y, width, narrow }) {
  const { words } = figure;
  const charts = [
    { id: 'meanLargestWeight', title: words.largest, top: 1, ticks: [0, 0.5, 1] },
    { id: 'meanEntropy', title: words.entropy, top: most, ticks: [0, 1, 2] },
    { id: 'meanGradient', title: words.gradient, top: 0.1, ticks: [0, 0.05, 0.1] },
  ];
  const each = narrow ? width : width / 3;
  const title = fitBold(words.chartsTitle, width - 36, 13.5);
  return svg`<text x="18" y=${y} font-size=${px(title.fontSize)} font-weight="650">${title.text}</text>
    ${charts.map((chart, i) => {
      const left = (narrow ? 0 : i * each) + 46;
      const top = y + 38 + (narrow ? i * (CURVE + 62) : 0);
      const frame = { left, right: left + each - 64, top, bottom: top + CURVE - 34 };
      return unmirrored(
        left - 46,
        left - 46 + each,
        smallChart(figure, chart, answers, state, frame),
      );
    })}`;
}

/** @param {Figure} figure @param {any} chart @param {any[] | null} answers @param {any} state @param {import('../../draw/axes.js').Frame} frame */
function smallChart(figure, { id, title, top, ticks }, answers, { headDim }, frame) {
  const { words } = figure;
  const x = logScale([1, 512], [frame.left, frame.right]);
  const y = linearScale([0, top], [frame.bottom, frame.top]);
  const points = (/** @type {'raw' | 'scaled'} */ kind) =>
    HEAD_DIMS.map((dim, i) => ({ x: dim, y: answers?.[i][kind][id] ?? 0 }));
  const at = px(x(headDim));
  return svg`<g data-term=${id === 'meanGradient' ? 'gradient' : id === 'meanEntropy' ? 'entropy' : 'weights'}>
    ${leftAxis(frame, { scale: y, ticks, format: (value) => String(value), title })}
    ${bottomAxis(frame, { scale: x, ticks: [1, 8, 64, 512], format: String, title: 'd_k' })}
    <line x1=${at} x2=${at} y1=${frame.top} y2=${frame.bottom} stroke="var(--c-edge)" stroke-dasharray="2 3"></line>
    ${
      answers
        ? curves(
            [
              { name: words.rawShort, points: points('raw'), colour: RAW, dash: '5 3' },
              { name: words.scaledShort, points: points('scaled'), colour: SCALED },
            ],
            {
              x,
              y,
              label: figure.plain(words.curveLabel, {
                title,
                from: measure(answers[0].raw[id]),
                to: measure(answers[9].raw[id]),
                scaled: measure(answers[9].scaled[id]),
              }),
              nameAt: 'none',
              dots: true,
            },
          )
        : nothing
    }
    ${legend(frame, [
      [words.rawShort, RAW, '5 3'],
      [words.scaledShort, SCALED, ''],
    ])}
  </g>`;
}

/** @param {import('../../draw/axes.js').Frame} frame @param {string[][]} entries name, colour, dash */
function legend({ left, bottom }, entries) {
  return entries.map(
    ([name, colour, dash], i) =>
      svg`<line x1=${left + i * 98} x2=${left + i * 98 + 20} y1=${bottom + 29} y2=${bottom + 29} stroke=${colour} stroke-width="2" stroke-dasharray=${dash || nothing}></line>
        <text x=${left + i * 98 + 25} y=${bottom + 33} font-size="12" fill=${colour}>${name}</text>`,
  );
}
