/** Chapter 3: the row of "it" under a temperature from 0 to infinity; scores that can be dragged. */
import { html, nothing } from 'lit';
import { EXAMPLE_QUERY, EXAMPLE_TOKENS, distinctNames, exampleScores } from '../model/example.js';
import { fill } from '../model/fill.js';
import { measure, percent, score, shortest } from '../model/format.js';
import { spell } from '../model/parameters.js';
import { curveTemperatures, fromSlider, toSlider } from '../model/temperature-scale.js';
import { FigureElement } from './figure-element.js';
import { controlContext } from './frame/frame.js';
import { needs } from './frame/needs.js';
import { numberInput } from './frame/number-field.js';
import { slider } from './frame/slider.js';
import { temperatureHeight, temperaturePicture } from './temperature/picture.js';
import { temperatureStyles } from './temperature/styles.js';

/** @typedef {import('./figure-element.js').State} State */

const tokens = EXAMPLE_TOKENS;
const count = tokens.length;
const start = EXAMPLE_QUERY * count;
/** Two decimals, as the figure writes them. */
const ROW = Array.from(exampleScores().subarray(start, start + count), (s) => Number(s.toFixed(2)));

const TEMPERATURES = curveTemperatures(61);
const PRESETS = [0, 0.5, 1, 2, 4, Infinity];

/** The scores that a reader may set. */
export const LOW = -4;
export const HIGH = 6;

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  {
    key: 'temperature',
    type: 'number',
    default: 1,
    min: 0,
    max: Infinity,
    control: 'none',
    term: 'temperature',
  },
  { key: 'scores', type: 'list', default: ROW, min: LOW, max: HIGH, length: count },
];

export class AttnTemperature extends FigureElement {
  static figureName = 'attn-temperature';
  static parameters = parameters;
  static styles = [...FigureElement.styles, temperatureStyles];

  constructor() {
    super();
    this.tokens = tokens;
    this.names = distinctNames(tokens);
    /** The score that the number field shows. */
    this.picked = 5;
    /** The scores that the curve is of. */
    this.curveKey = '';
    /** @type {{ x: number, y: number }[]} */
    this.curve = [];
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const scores = Float32Array.from(state.scores.length === count ? state.scores : ROW);
    const row = engine.softmax({ scores, rows: 1, cols: count, temperature: state.temperature });
    const even = engine.softmax({ scores: new Float32Array(count), rows: 1, cols: count });
    return { ...row, scores, most: even.entropy[0], curve: this.entropyCurve(engine, scores) };
  }

  /** The entropy over the whole slider; asked again only when the scores change. */
  /** @param {any} engine @param {Float32Array} scores */
  entropyCurve(engine, scores) {
    const key = scores.join();
    if (this.curveKey === key) return this.curve;
    const rows = TEMPERATURES.length;
    const all = Float32Array.from({ length: rows * count }, (_, i) => scores[i % count]);
    const { entropy } = engine.softmax({
      scores: all,
      rows,
      cols: count,
      temperature: TEMPERATURES,
    });
    this.curveKey = key;
    this.curve = Array.from(TEMPERATURES, (t, i) => ({ x: toSlider(t), y: entropy[i] }));
    return this.curve;
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return temperaturePicture(this, results, state, layout);
  }

  /** @param {State} _state @param {any} layout */
  pictureHeight(_state, layout) {
    return temperatureHeight(layout);
  }

  /** @param {any} results @param {State} state */
  summary({ weights, entropy, entropyBits, most, gradientTerms }, { temperature }) {
    const top = Array.from(weights).reduce((best, w, k, all) => (w > all[best] ? k : best), 0);
    const tied = weights.filter((/** @type {number} */ w) => w === weights[top]).length;
    const { words } = this;
    const end =
      temperature === 0 ? words.summaryZero : temperature === Infinity ? words.summaryInfinite : '';
    return [
      ...fill(tied > 1 ? words.summaryTied : words.summary, {
        count: tied,
        temperature: this.mark(shortest(temperature)),
        key: this.mark(this.names[top], 'key'),
        weight: this.mark(percent(weights[top])),
        entropy: this.mark(measure(entropy[0])),
        bits: measure(entropyBits[0]),
        most: measure(most),
        gradient: measure(gradientTerms[top]),
      }),
      end,
    ];
  }

  /** @param {any} results */
  tables({ scores, scaled, weights, gradientTerms }) {
    const { columns, tableCaption } = this.words;
    return [
      {
        id: 'row',
        caption: tableCaption,
        corner: columns.key,
        rowNames: this.names,
        columnNames: [columns.score, columns.scaled, columns.weight, columns.gradient],
        data: this.names.flatMap((_, k) => [scores[k], scaled[k], weights[k], gradientTerms[k]]),
        format: (/** @type {number} */ value, /** @type {number} */ column) =>
          column === 2 ? percent(value) : column === 3 ? measure(value) : score(value),
      },
    ];
  }

  /** @param {any} results @param {State} state */
  valuesOf({ weights, entropy, entropyBits, gradientTerms }, { temperature }) {
    const named = this.names.map((name, k) => [
      `weight-${name.replace(/ \((\d+)\)/, '-$1')}`,
      percent(weights[k]),
    ]);
    return {
      ...Object.fromEntries(named),
      temperature: shortest(temperature),
      entropy: measure(entropy[0]),
      'entropy-bits': measure(entropyBits[0]),
      'gradient-ball': measure(gradientTerms[5]),
    };
  }

  /** @param {State} state */
  provenance(state) {
    const { handMade, yours } = this.texts.frame.provenance;
    return state.scores.join() === ROW.join() ? handMade : yours;
  }

  extraControls() {
    return html`${this.isHidden('temperature') ? nothing : [this.slider(), this.presets()]}
    ${this.isHidden('scores') ? nothing : this.scoreField()}`;
  }

  slider() {
    const { temperature } = this.state;
    return slider(parameters[0], controlContext(this), {
      min: 0,
      max: 1,
      step: 0.01,
      at: toSlider(temperature),
      said: shortest(temperature),
      valueAt: fromSlider,
    });
  }

  presets() {
    const { words, state } = this;
    return html`<div class="presets" role="group" aria-label=${words.presets}>
      ${PRESETS.map(
        (t) =>
          html`<button
            type="button"
            class="small"
            ?disabled=${this.isLocked('temperature')}
            data-preset=${spell(parameters[0], t)}
            aria-pressed=${state.temperature === t ? 'true' : 'false'}
            @click=${() => this.change({ temperature: t })}
          >
            ${shortest(t)}
          </button>`,
      )}
    </div>`;
  }

  /** A number field for the score that was picked last. */
  scoreField() {
    const name = this.plain(this.words.scoreOf, { key: this.names[this.picked] });
    const input = numberInput(this, parameters[1], {
      name,
      value: this.scoreOf(this.picked),
      isDisabled: this.isLocked('scores'),
      whole: (typed) => this.withScore(this.picked, typed).scores,
    });
    return html`<label class="field" data-control="score"
      ><span class="label">${name}</span>${input}
      ${needs(parameters[1], controlContext(this))}</label
    >`;
  }

  /** @param {number} k @returns {number} */
  scoreOf(k) {
    return this.state.scores[k] ?? ROW[k];
  }

  /** @param {number} k @param {number} value @returns {State} */
  withScore(k, value) {
    const scores = [...(this.state.scores.length === count ? this.state.scores : ROW)];
    scores[k] = value;
    return { scores };
  }

  /** @param {number} k @param {number} value */
  setScore(k, value) {
    this.picked = k;
    this.change(this.withScore(k, value));
  }

  /** @param {number} k */
  pick(k) {
    if (this.picked === k) return;
    this.picked = k;
    this.requestUpdate();
  }
}
