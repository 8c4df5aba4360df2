/** Chapter 6: the table of the 2017 paper in counts, and the crossing at n = d. */
import { fill } from '../model/fill.js';
import { count, significant } from '../model/format.js';
import { complexityHeight, complexityPicture } from './complexity/picture.js';
import { complexityStyles } from './complexity/styles.js';
import { FigureElement } from './figure-element.js';

/** @typedef {import('./figure-element.js').State} State */

export const LAYERS = ['selfAttention', 'recurrent', 'convolution', 'restricted'];
export const MOST = 65_536;
const POINTS = 33;

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  { key: 'n', type: 'integer', default: 128, min: 1, max: MOST, control: 'log-range' },
  { key: 'd', type: 'integer', default: 512, min: 1, max: 16_384, control: 'log-range' },
  { key: 'k', type: 'integer', default: 3, min: 2, max: 64, control: 'log-range' },
  { key: 'r', type: 'integer', default: 32, min: 1, max: 4096, control: 'log-range' },
];

export class AttnComplexity extends FigureElement {
  static figureName = 'attn-complexity';
  static parameters = parameters;
  static styles = [...FigureElement.styles, complexityStyles];
  /** The table with its formulas is as wide as that. */
  static narrowBelow = 720;

  constructor() {
    super();
    /** The sizes that the curves are of. */
    this.curveKey = '';
    /** @type {{ n: number, costs: any }[]} */
    this.curves = [];
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const { n, d, k, r } = state;
    const crossing = engine.layerCosts({ n: d, d, k, r }).selfAttention.operations;
    return {
      costs: engine.layerCosts({ n, d, k, r }),
      crossing,
      curves: this.curvesOver(engine, state),
    };
  }

  /** The operations over n; asked again only when another size changes. */
  /** @param {any} engine @param {State} state */
  curvesOver(engine, { d, k, r }) {
    const key = `${d} ${k} ${r}`;
    if (this.curveKey !== key) {
      this.curveKey = key;
      this.curves = Array.from({ length: POINTS }, (_, i) => {
        const n = Math.round(2 ** ((i * 16) / (POINTS - 1)));
        return { n, costs: engine.layerCosts({ n, d, k, r }) };
      });
    }
    return this.curves;
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return complexityPicture(this, results, state, layout);
  }

  /** @param {State} _state @param {any} layout */
  pictureHeight(_state, layout) {
    // The table under the chart.
    return complexityHeight(layout) + 180;
  }

  /** @param {any} results @param {State} state */
  summary({ costs, crossing }, { n, d }) {
    const { words } = this;
    const verdict = n < d ? words.cheaper : n > d ? words.dearer : words.equal;
    return fill(words.summary, {
      n: this.mark(count(n)),
      d: this.mark(count(d)),
      attention: this.mark(count(costs.selfAttention.operations)),
      recurrent: this.mark(count(costs.recurrent.operations)),
      steps: count(costs.recurrent.sequentialSteps),
      verdict,
      crossing: count(crossing),
    });
  }

  /** @param {any} results */
  tables({ costs }) {
    const { words } = this;
    return [
      {
        id: 'layers',
        caption: words.tableCaption,
        corner: words.columns.layer,
        rowNames: LAYERS.map((id) => words.layers[id]),
        columnNames: [words.columns.operations, words.columns.steps, words.columns.path],
        data: LAYERS.flatMap((id) => [
          costs[id].operations,
          costs[id].sequentialSteps,
          costs[id].pathLength,
        ]),
        format: (/** @type {number} */ value) =>
          Number.isInteger(value) ? count(value) : significant(value),
      },
    ];
  }

  /** @param {any} results */
  valuesOf({ costs }) {
    return {
      'self-attention-operations': count(costs.selfAttention.operations),
      'recurrent-operations': count(costs.recurrent.operations),
      'convolution-operations': count(costs.convolution.operations),
      'restricted-operations': count(costs.restricted.operations),
    };
  }

  provenance() {
    return this.words.provenance;
  }
}
