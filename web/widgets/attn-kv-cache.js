/** Chapter 9: the same text generated with the cache and without, and what a cache takes. */
import { fill } from '../model/fill.js';
import { count, score, significant } from '../model/format.js';
import { shortened, tokensOf } from '../model/tokens.js';
import { FigureElement } from './figure-element.js';
import { binarySize } from './kv-cache/calculator.js';
import { MODELS, MOST_COUNTED, calculate, countJob, runBoth, upTo } from './kv-cache/numbers.js';
import { cacheHeight, cachePicture } from './kv-cache/picture.js';
import { cacheStyles } from './kv-cache/styles.js';
import { sizeOf, textParameter } from './own-sentence.js';
import { kept } from './still.js';

/** @typedef {import('./figure-element.js').State} State */

const models = [...Object.keys(MODELS), 'own'];

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  textParameter,
  {
    key: 'step',
    type: 'integer',
    default: 10,
    min: 1,
    max: sizeOf,
    control: 'range',
  },
  { key: 'draw', type: 'choice', values: ['text', 'model'], default: 'text', control: 'segments' },
  { key: 'seed', type: 'integer', default: 7, min: 0, max: 999_999, control: 'seed' },
  { key: 'model', type: 'choice', values: models, default: 'gpt-2-small', control: 'none' },
  { key: 'layers', type: 'integer', default: 12, min: 1, max: 10_000, control: 'none' },
  { key: 'kvHeads', type: 'integer', default: 12, min: 1, max: 10_000, control: 'none' },
  { key: 'headDim', type: 'integer', default: 64, min: 1, max: 65_536, control: 'none' },
  { key: 'cacheTokens', type: 'integer', default: 1024, min: 1, max: 10_000_000, control: 'none' },
  {
    key: 'numberBytes',
    type: 'choice',
    values: ['4', '2', '1', '0.5'],
    default: '2',
    control: 'none',
  },
  { key: 'batch', type: 'integer', default: 1, min: 1, max: 100_000, control: 'none' },
];

export class AttnKvCache extends FigureElement {
  static figureName = 'attn-kv-cache';
  static narrowBelow = 740;
  static styles = [...FigureElement.styles, cacheStyles];
  static parameters = parameters;

  /** @param {State} state @returns {ReturnType<FigureElement['backgroundJobs']>} */
  backgroundJobs({ cacheTokens }) {
    return cacheTokens > MOST_COUNTED ? {} : { counted: countJob(cacheTokens) };
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const tokens = tokensOf(state.text);
    const { draw, seed } = state;
    const run = kept(this, `run ${JSON.stringify([tokens, draw, seed])}`, () =>
      runBoth(engine, tokens, state),
    );
    const counted = state.cacheTokens > MOST_COUNTED ? 'too many' : this.work.answers('counted');
    return {
      n: tokens.length,
      step: state.step,
      run,
      ...upTo(engine, run, state.step),
      calc: calculate(engine, state),
      counted,
    };
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return cachePicture(this, results, state, layout);
  }

  /** @param {State} state @param {any} layout */
  pictureHeight(state, layout) {
    // What a cache takes, under the drawing.
    return cacheHeight(sizeOf(state), layout) + (layout.width < 390 ? 500 : 300);
  }

  /** @param {any} results */
  summary({ run, step, sums, difference, bytes }) {
    return fill(this.words.summary, {
      step,
      token: this.mark(shortened(run.words[step - 1]), 'query'),
      plainTokens: count(sums.plain.tokens),
      cachedTokens: this.mark(count(sums.cached.tokens)),
      plainScores: count(sums.plain.scoresPerHead),
      cachedScores: this.mark(count(sums.cached.scoresPerHead)),
      difference: this.mark(significant(difference)),
      bytes: binarySize(bytes),
    });
  }

  /** @param {State} state */
  provenance({ seed }) {
    return this.plain(this.texts.frame.provenance.random, { seed });
  }

  /** @param {any} results */
  tables({ run, n, last }) {
    const { words } = this;
    const { plain, cached } = run;
    const steps = Array.from({ length: n }, (_, i) => [plain.steps[i], cached.steps[i]]);
    const fields = /** @type {const} */ (['tokens', 'scoresPerHead', 'multiplyAdds']);
    return [
      {
        id: 'steps',
        caption: words.stepsTable,
        corner: words.chartAxis,
        rowNames: run.words.map(
          (/** @type {string} */ token, /** @type {number} */ i) => `${i + 1}: ${shortened(token)}`,
        ),
        columnNames: fields.flatMap((f) => [
          `${words.counts[f]}, ${words.short.plain}`,
          `${words.counts[f]}, ${words.short.cached}`,
        ]),
        data: steps.flatMap(([a, b]) => fields.flatMap((f) => [a[f], b[f]])),
        format: count,
      },
      {
        id: 'output',
        caption: words.outputTitle,
        corner: words.channel,
        rowNames: Array.from(last.plain, (_, d) => String(d)),
        columnNames: [words.short.plain, words.short.cached],
        data: Array.from(last.plain, (v, d) => [v, last.cached[d]]).flat(),
        format: score,
      },
    ];
  }

  /** @param {any} results */
  valuesOf({ difference, sums, calc }) {
    return {
      'max-difference': significant(difference),
      'plain-scores': count(sums.plain.scoresPerHead),
      'cached-scores': count(sums.cached.scoresPerHead),
      'plain-tokens': count(sums.plain.tokens),
      'cached-tokens': count(sums.cached.tokens),
      'bytes-per-token': count(calc.bytesPerToken),
      'cache-bytes': count(calc.bytes),
    };
  }
}
