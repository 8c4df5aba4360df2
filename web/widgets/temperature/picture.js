/** The picture of attn-temperature: scores to drag, weights, gradient terms, entropy over T. */
import { html, svg } from 'lit';
import { leftAxis } from '../../draw/axes.js';
import { bars } from '../../draw/bars.js';
import { curves } from '../../draw/curves.js';
import { unmirrored } from '../../draw/direction.js';
import { bands, fitText, px } from '../../draw/layout.js';
import { linearScale } from '../../draw/scales.js';
import { scoreBars } from '../../draw/score-bars.js';
import { fixed, measure, percent, percentDigits, score } from '../../model/format.js';
import { MARKS, toSlider } from '../../model/temperature-scale.js';
import { HIGH, LOW } from '../attn-temperature.js';

/** @typedef {import('../attn-temperature.js').AttnTemperature} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const COUNT = 10;
const PLOT = 128;
const WIDE = { left: 104, right: 18, names: 30, scores: 140, weights: 110, gradient: 40 };
const ROW = 38;

/** @param {Layout} layout */
export function temperatureHeight({ narrow }) {
  if (narrow) return 34 + COUNT * ROW + PLOT + 70;
  return WIDE.names + WIDE.scores + 24 + WIDE.weights + 30 + WIDE.gradient + 40 + PLOT + 48;
}

/** @param {Figure} figure @param {any} results @param {any} state @param {Layout} layout */
export function temperaturePicture(figure, results, state, layout) {
  const { width, narrow } = layout;
  const height = temperatureHeight(layout);
  const plot = {
    left: narrow ? 48 : WIDE.left,
    right: width - (narrow ? 16 : WIDE.right),
    top: height - PLOT - 30,
    bottom: height - 34,
  };
  return html`<svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
    ${narrow ? column(figure, results, width) : row(figure, results, width)}
    ${unmirrored(0, width, entropyPlot(figure, results, state, plot))}
  </svg>`;
}

/** @param {Figure} figure @param {any} results @param {number} width */
function row(figure, results, width) {
  const place = bands(COUNT, WIDE.left, width - WIDE.right);
  const unit = WIDE.scores / (HIGH - LOW);
  const zero = 8 + WIDE.names + HIGH * unit;
  const weightBase = WIDE.names + WIDE.scores + 24 + WIDE.weights;
  const gradientBase = weightBase + 34 + WIDE.gradient;
  const side = (/** @type {string} */ text, /** @type {number} */ y) =>
    svg`<text x=${WIDE.left - 14} y=${y} text-anchor="end" font-size="12.5" class="quiet">${text}</text>`;
  return svg`
    ${figure.tokens.map((token, k) => name(token, k, { x: place.centre(k), y: 22, width: place.size, anchor: 'middle' }, figure))}
    ${side(figure.words.scoreSide, zero - 4)} ${side(figure.words.dragSide, zero + 13)}
    <line x1=${WIDE.left} x2=${width - WIDE.right} y1=${zero} y2=${zero} stroke="var(--c-edge)"></line>
    ${scoreBars(results.scores, {
      ...sliders(figure),
      centre: place.centre,
      band: place.size,
      thickness: 30,
      zero,
      unit,
      isLying: false,
    })}
    ${Array.from(results.scores, (/** @type {number} */ s, k) => {
      const y = zero - Math.max(s, 0) * unit - 8;
      return svg`<text x=${px(place.centre(k))} y=${px(y)} font-size="12.5" text-anchor="middle" pointer-events="none">${score(s)}</text>`;
    })}
    ${side(`${figure.texts.words.weight}${figure.texts.words.comma}%`, weightBase - WIDE.weights / 2)}
    ${weightBars(figure, results.weights, { centre: place.centre, band: place.size, thickness: 30, base: weightBase, length: WIDE.weights })}
    <line x1=${WIDE.left} x2=${width - WIDE.right} y1=${weightBase + 0.5} y2=${weightBase + 0.5} stroke="var(--c-rule)"></line>
    ${side('α(1 − α)', gradientBase - WIDE.gradient / 2 + 4)}
    ${gradientBars(figure, results.gradientTerms, { centre: place.centre, band: place.size, thickness: 30, base: gradientBase, length: WIDE.gradient })}
    <line x1=${WIDE.left} x2=${width - WIDE.right} y1=${gradientBase + 0.5} y2=${gradientBase + 0.5} stroke="var(--c-rule)"></line>`;
}

/** On a phone: a line a token, with its score, its weight and its gradient term. */
/** @param {Figure} figure @param {any} results @param {number} width */
function column(figure, results, width) {
  const place = bands(COUNT, 30, 30 + COUNT * ROW);
  const left = 78;
  const scoreWidth = Math.round((width - left) * 0.34);
  const unit = scoreWidth / (HIGH - LOW);
  const zero = left - LOW * unit;
  const base = left + scoreWidth + 12;
  const length = width - base - 100;
  const head = (/** @type {string} */ text, /** @type {number} */ x) =>
    svg`<text x=${x} y="18" font-size="12" class="quiet">${text}</text>`;
  return svg`
    ${head(figure.words.scoreSide, left)} ${head(`${figure.texts.words.weight}${figure.texts.words.comma}%`, base)} ${head('α(1−α)', width - 56)}
    ${figure.tokens.map((token, k) => name(token, k, { x: left - 8, y: place.centre(k) + 5, width: left - 12, anchor: 'end' }, figure))}
    <line x1=${zero} x2=${zero} y1="30" y2=${30 + COUNT * ROW} stroke="var(--c-edge)"></line>
    ${scoreBars(results.scores, {
      ...sliders(figure),
      centre: place.centre,
      band: ROW,
      thickness: 12,
      zero,
      unit,
      isLying: true,
    })}
    ${weightBars(figure, results.weights, { centre: place.centre, band: ROW, thickness: 13, base, length, isLying: true })}
    ${Array.from(
      results.gradientTerms,
      (/** @type {number} */ g, k) =>
        svg`<text x=${width - 14} y=${place.centre(k) + 4.5} font-size="12.5" text-anchor="end" class="quiet" data-gradient=${k}>${measure(g)}</text>`,
    )}`;
}

/** @param {string} token @param {number} k @param {{ x: number, y: number, width: number, anchor: string }} at @param {Figure} figure */
function name(token, k, { x, y, width, anchor }, figure) {
  const fitted = fitText(token, width - 4, 14);
  return svg`<text x=${px(x)} y=${px(y)} text-anchor=${anchor} font-size=${px(fitted.fontSize)}
    font-weight=${k === figure.picked ? 650 : 400} fill="var(--c-key)" data-term="key">${fitted.text}</text>`;
}

/** @param {Figure} figure */
function sliders(figure) {
  const { words, names } = figure;
  return {
    low: LOW,
    high: HIGH,
    format: score,
    name: (/** @type {number} */ k) => figure.plain(words.sliderName, { key: names[k] }),
    valueOf: (/** @type {number} */ k) => figure.scoreOf(k),
    onChange: (/** @type {number} */ k, /** @type {number} */ value) => figure.setScore(k, value),
    onPick: (/** @type {number} */ k) => figure.pick(k),
  };
}

/** @param {Figure} figure @param {Float32Array} weights @param {any} at */
function weightBars(figure, weights, at) {
  const { words, names } = figure;
  const list = names.map((key, k) => ({
    value: weights[k],
    before: null,
    isMasked: false,
    text: percentDigits(weights[k]),
    name: figure.plain(words.barName, { key, weight: percent(weights[k]) }),
  }));
  return bars(list, { ...at, max: 1, label: words.barsLabel });
}

/** @param {Figure} figure @param {Float32Array} terms @param {any} at */
function gradientBars(figure, terms, at) {
  const { words, names } = figure;
  const list = names.map((key, k) => ({
    value: terms[k],
    before: null,
    isMasked: false,
    text: measure(terms[k]),
    name: figure.plain(words.gradientName, { key, gradient: measure(terms[k]) }),
  }));
  return svg`<g data-term="gradient">${bars(list, { ...at, max: 0.25, fill: 'var(--c-output)', label: words.gradientLabel })}</g>`;
}

/** The entropy over the whole slider, and where it stands now. */
/** @param {Figure} figure @param {any} results @param {any} state @param {{ left: number, right: number, top: number, bottom: number }} frame */
function entropyPlot(figure, { curve, entropy, most }, { temperature }, frame) {
  const { words, texts } = figure;
  const x = linearScale([0, 1], [frame.left, frame.right]);
  const y = linearScale([0, most], [frame.bottom, frame.top]);
  const at = px(x(toSlider(temperature)));
  const isRight = toSlider(temperature) > 0.7;
  return svg`<g data-term="entropy">
    ${leftAxis(frame, { scale: y, ticks: [0, most], format: (value) => fixed(value, value === 0 ? 0 : 2), title: words.plotTitle })}
    ${MARKS.map((mark) => {
      const tick = px(x(toSlider(mark)));
      return svg`<line x1=${tick} x2=${tick} y1=${frame.bottom} y2=${frame.bottom + 4} stroke="var(--c-edge)"></line>
        <text x=${tick} y=${frame.bottom + 17} font-size="12" text-anchor="middle" class="quiet">${mark === Infinity ? '∞' : String(mark)}</text>`;
    })}
    <text x=${frame.right} y=${frame.bottom + 31} font-size="12" text-anchor="end" class="quiet">${words.plotAxis}</text>
    ${curves([{ name: '', points: curve, colour: 'var(--c-weight)' }], { x, y, label: words.plotLabel, nameAt: 'none' })}
    <line x1=${at} x2=${at} y1=${frame.bottom} y2=${px(y(entropy[0]))} stroke="var(--c-ink)" stroke-dasharray="2 3"></line>
    <circle cx=${at} cy=${px(y(entropy[0]))} r="5" fill="var(--c-weight1)" stroke="var(--c-card)" stroke-width="1.5"></circle>
    <text x=${isRight ? at - 10 : at + 10} y=${px(y(entropy[0])) + (isRight ? 18 : 5)} text-anchor=${isRight ? 'end' : 'start'}
      font-size="13" font-weight="650" data-entropy>${measure(entropy[0])} ${texts.words.nats}</text>
  </g>`;
}
