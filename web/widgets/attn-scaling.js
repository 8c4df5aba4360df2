/** Chapter 3: dot products of random queries and keys, with and without the division by √d_k. */
import { count as wholeNumber, fixed, measure, significant } from '../model/format.js';
import { fill } from '../model/fill.js';
import { FigureElement } from './figure-element.js';
import { scalingHeight, scalingPicture } from './scaling/picture.js';

/** @typedef {import('./figure-element.js').State} State */

/** Widths of a head for the curves. */
export const HEAD_DIMS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
/** Keys that compete in a row, and rows that are averaged, for the curves. */
const KEYS = 10;
const ROWS = 300;
/** The histograms' fixed axes: the undivided one spreads on it, the divided one stays. */
const RANGE = 100;
const SCALED_RANGE = 5;
const BINS = 81;

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  { key: 'headDim', type: 'integer', default: 64, min: 1, max: 512, control: 'log-range' },
  { key: 'pairs', type: 'integer', default: 4000, min: 100, max: 20_000, control: 'number' },
  { key: 'seed', type: 'integer', default: 1, min: 0, max: 999_999, control: 'seed' },
];

export class AttnScaling extends FigureElement {
  static figureName = 'attn-scaling';
  static narrowBelow = 730;
  static parameters = parameters;

  constructor() {
    super();
    /** The entropy of a row of equal scores: the top of the entropy's axis. @type {number | null} */
    this.most = null;
  }

  /** @param {State} state */
  backgroundJobs({ headDim, pairs, seed }) {
    const variance = { seed, headDim, pairs, bins: BINS, range: RANGE, scaledRange: SCALED_RANGE };
    return {
      variance: {
        key: `${headDim} ${pairs} ${seed}`,
        calls: [{ name: 'varianceExperiment', args: variance }],
      },
      curves: {
        key: String(seed),
        calls: HEAD_DIMS.map((dim) => ({
          name: 'saturationExperiment',
          args: { seed, headDim: dim, rows: ROWS, keys: KEYS },
        })),
      },
    };
  }

  /** What the background has answered so far. @param {any} engine */
  compute(engine) {
    const [variance] = this.work.answers('variance') ?? [];
    if (!variance) return null;
    this.most ??= engine.softmax({ scores: new Float32Array(KEYS), cols: KEYS }).entropy[0];
    const [about] = this.work.asked('variance');
    return { variance, about, curves: this.work.answers('curves'), most: this.most };
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return scalingPicture(this, results, state, layout);
  }

  /** @param {State} _state @param {any} layout */
  pictureHeight(_state, layout) {
    return scalingHeight(layout);
  }

  /** @param {any} results */
  summary({ variance, about }) {
    const { headDim, pairs, seed } = about;
    return fill(this.words.summary, {
      pairs: wholeNumber(pairs),
      seed,
      dim: this.mark(headDim),
      variance: this.mark(significant(variance.variance, 4)),
      error: significant(variance.standardError, 2),
      predicted: this.mark(variance.predicted),
      scaled: this.mark(measure(variance.scaledVariance)),
      scaledError: measure(variance.scaledStandardError),
    });
  }

  /** @param {any} results */
  tables({ variance, curves }) {
    const { words } = this;
    const rows = [
      [variance.mean, variance.variance, variance.standardError, variance.predicted],
      [variance.scaledMean, variance.scaledVariance, variance.scaledStandardError, 1],
    ];
    const moments = {
      id: 'variance',
      caption: words.varianceTable,
      corner: words.columns.product,
      rowNames: [words.raw, words.scaled],
      columnNames: [
        words.columns.mean,
        words.columns.variance,
        words.columns.error,
        words.columns.predicted,
      ],
      data: rows.flat(),
      format: (/** @type {number} */ value) => significant(value, 4),
    };
    return curves ? [moments, this.curveTable(curves)] : [moments];
  }

  /** @param {any[]} curves */
  curveTable(curves) {
    const { columns, curveTable, raw, scaled } = this.words;
    const measures = ['meanLargestWeight', 'meanEntropy', 'meanGradient'];
    return {
      id: 'saturation',
      caption: curveTable,
      corner: 'd_k',
      rowNames: HEAD_DIMS.map(String),
      columnNames: [raw, scaled].flatMap((kind) =>
        [columns.largest, columns.entropy, columns.gradient].map((name) => `${name}, ${kind}`),
      ),
      data: curves.flatMap((answer) => [
        ...measures.map((m) => answer.raw[m]),
        ...measures.map((m) => answer.scaled[m]),
      ]),
      format: (/** @type {number} */ value) => fixed(value, 4),
    };
  }

  /** @param {any} results */
  valuesOf({ variance }) {
    return {
      predicted: String(variance.predicted),
      variance: significant(variance.variance, 4),
      'standard-error': significant(variance.standardError, 2),
      'scaled-variance': measure(variance.scaledVariance),
      'scaled-standard-error': measure(variance.scaledStandardError),
    };
  }

  /** @param {State} state */
  provenance({ seed }) {
    return this.plain(this.texts.frame.provenance.random, { seed });
  }
}
