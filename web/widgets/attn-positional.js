/** Chapter 7: sinusoids as positions, what they are good for, and a learned table beside them. */
import { fill } from '../model/fill.js';
import { EXAMPLE_QUERY } from '../model/example.js';
import { count, fixed, significant } from '../model/format.js';
import { currentLanguage } from '../model/language.js';
import { FigureElement } from './figure-element.js';
import { textParameter, wordsOf } from './own-sentence.js';
import { channelNames } from './row-label.js';
import { kept } from './still.js';
import { positionalHand } from './positional/hand.js';
import { positionalHeight, positionalPicture } from './positional/picture.js';

/** @typedef {import('./figure-element.js').State} State */

/** Positions that are shown, from 0. */
export const SHOWN = 64;
const SIZES = ['8', '16', '32', '64', '128'];

/** Keeps a learned vector about as long as a sinusoidal one: √½. */
const DEVIATION = 0.70710678;

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  textParameter,
  { key: 'd', type: 'choice', values: SIZES, default: '64', control: 'select' },
  { key: 't', type: 'integer', default: EXAMPLE_QUERY, min: 0, max: SHOWN - 1, control: 'range' },
  { key: 'delta', type: 'integer', default: 10, min: -1000, max: 1000, control: 'number' },
  { key: 'rows', type: 'integer', default: 48, min: 2, max: SHOWN, control: 'number' },
  { key: 'channels', type: 'list', whole: true, default: [0, 10, 40], length: 3, min: 0, max: 127 },
  { key: 'chosen', type: 'integer', default: 1, min: 0, max: 2, control: 'none' },
  { key: 'seed', type: 'integer', default: 7, min: 0, max: 999_999, control: 'seed' },
];

export class AttnPositional extends FigureElement {
  static figureName = 'attn-positional';
  static narrowBelow = 820;
  static parameters = parameters;

  constructor() {
    super();
    this.hand = positionalHand(this);
  }

  /** The tokens of the sentence, by their positions, as they are told apart. @returns {string[]} */
  get names() {
    return kept(this, `names ${this.state.text}`, () => wordsOf(this.state).names);
  }

  /** What is spoken of the rows of the maps. @returns {string[]} */
  get channelNames() {
    const { d } = this.state;
    return kept(this, `channelNames ${d} ${currentLanguage()}`, () =>
      channelNames(this, Number(d)),
    );
  }

  /** And of their columns. @returns {string[]} */
  get positions() {
    const { position, comma } = this.texts.words;
    return kept(this, `positions ${this.state.text} ${currentLanguage()}`, () =>
      Array.from({ length: SHOWN }, (_, t) =>
        [`${position} ${t}`, ...this.names.slice(t, t + 1)].join(comma),
      ),
    );
  }

  /** The three channels, inside the width that is chosen. @returns {number[]} */
  get curveChannels() {
    const { channels, d } = this.state;
    const list = channels.length === 3 ? channels : [0, 10, 40];
    return list.map((/** @type {number} */ c) => Math.min(c, Number(d) - 1));
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const { d, delta } = state;
    const sines = kept(this, `sines ${d}`, () => sinusoids(engine, Number(d)));
    const learned = kept(this, `learned ${d} ${state.rows} ${state.seed}`, () =>
      learnedTable(engine, state),
    );
    const rotation = kept(this, `rotation ${d} ${delta}`, () =>
      engine.rotationCheck({ seqLen: SHOWN, dModel: Number(d), delta }),
    );
    return { ...sines, learned, rotation };
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return positionalPicture(this, results, state, layout);
  }

  /** @param {State} _state @param {any} layout */
  pictureHeight(_state, layout) {
    return positionalHeight(layout);
  }

  /** @param {any} results @param {State} state */
  summary({ similarity, rotation }, { t, rows, delta }) {
    const { words } = this;
    return [
      ...this.summaryOfToken(similarity, t),
      ...fill(words.summary, {
        zero: this.mark(fixed(similarity[0])),
        one: this.mark(fixed(similarity[1])),
        ten: this.mark(fixed(similarity[10])),
        delta: count(delta),
        difference: this.mark(significant(rotation.maxDifference)),
        last: rows - 1,
        next: rows,
      }),
    ];
  }

  /** The token at t, one beside it and the one farthest away. @param {Float32Array} similarity @param {number} t */
  summaryOfToken(similarity, t) {
    const { words, names } = this;
    const last = names.length - 1;
    if (t > last || last === 0) return fill(words.summaryBeyond, { last });
    const token = (/** @type {number} */ k) => this.mark(names[k], 'position');
    const near = t < last ? t + 1 : t - 1;
    const far = t > last / 2 ? 0 : last;
    const product = (/** @type {number} */ k) => this.mark(fixed(similarity[t * SHOWN + k]));
    return fill(words.summaryToken, {
      query: token(t),
      t,
      near: token(near),
      nearValue: product(near),
      far: token(far),
      farValue: product(far),
      distance: Math.abs(far - t),
    });
  }

  /** @param {any} results @param {State} state */
  tables({ wavelengths, frequencies, similarity, rotation }, { delta }) {
    const { words } = this;
    const pairs = Array.from(wavelengths, (_, i) => `${2 * i}, ${2 * i + 1}`);
    const offsets = Array.from({ length: SHOWN }, (_, offset) => String(offset));
    return [
      {
        id: 'pairs',
        caption: this.plain(words.captions[0], { delta: count(delta) }),
        corner: words.columns[0],
        rowNames: pairs,
        columnNames: words.columns.slice(1, 4),
        data: pairs.flatMap((_, i) => [frequencies[i], wavelengths[i], rotation.angles[i]]),
        format: (/** @type {number} */ value) => significant(value, 4),
      },
      {
        id: 'similarity',
        caption: words.captions[1],
        corner: words.columns[4],
        rowNames: offsets,
        columnNames: ['PE(t)·PE(t′)'],
        data: similarity.subarray(0, SHOWN),
        format: (/** @type {number} */ value) => fixed(value),
      },
    ];
  }

  /** @param {State} state */
  provenance(state) {
    return this.plain(this.words.provenance, { seed: state.seed });
  }

  /** @param {any} results */
  valuesOf({ wavelengths, similarity, rotation }) {
    return {
      'first-wavelength': fixed(wavelengths[0]),
      'last-wavelength': count(wavelengths[wavelengths.length - 1]),
      'similarity-0': fixed(similarity[0]),
      'similarity-1': fixed(similarity[1]),
      'similarity-10': fixed(similarity[10]),
      'rotation-difference': significant(rotation.maxDifference),
    };
  }

  // ---- what the picture's parts do -----------------------------------------------------------

  /** @param {number} chosen which of the three curves @param {number} channel */
  moveChannel(chosen, channel) {
    const channels = [...this.curveChannels];
    channels[chosen] = Math.min(Number(this.state.d) - 1, Math.max(0, channel));
    this.change({ channels, chosen });
  }
}

/** @param {any} engine @param {number} dModel */
function sinusoids(engine, dModel) {
  const { pe } = engine.sinusoidal({ seqLen: SHOWN, dModel });
  const { similarity } = engine.positionSimilarity({ seqLen: SHOWN, dModel });
  return { pe, similarity, ...engine.ropeFrequencies({ dim: dModel }) };
}

/** @param {any} engine @param {State} state */
function learnedTable(engine, { d, rows, seed }) {
  const dModel = Number(d);
  const table = engine.random({ seed, count: rows * dModel, deviation: DEVIATION }).values;
  const { vectors } = engine.learnedPositions({ table, rows, dModel, seqLen: rows });
  const { similarity } = engine.positionSimilarity({ vectors, seqLen: rows, dModel });
  return { vectors, similarity };
}
