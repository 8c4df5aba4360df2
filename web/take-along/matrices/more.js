/** The matrices of each figure's picture that stand in none of its tables. */
import { measure, percent, score, significant } from '../../model/format.js';
import { wordsFor } from '../words.js';

/** @typedef {import('./index.js').Matrix} Matrix */
/** @typedef {{ of?: Record<string, string>, matrices?: Matrix[] }} More */

/** @param {number} count @param {(i: number) => string} [name] */
const numbered = (count, name = String) => Array.from({ length: count }, (_, i) => name(i));

/**
 * @param {any} figure @param {string} id
 * @param {{ rows: readonly string[], columns: readonly string[], data: ArrayLike<number>,
 *   corner?: string, caption?: string, format?: (value: number) => string }} more
 * @returns {Matrix}
 */
function matrix(figure, id, { rows, columns, data, corner, caption, format = score }) {
  const captions = /** @type {Record<string, string>} */ (wordsFor(figure).captions);
  return {
    id,
    caption: caption ?? captions[id],
    corner: corner ?? figure.texts.words.query,
    shape: [rows.length, columns.length],
    rowNames: rows,
    columnNames: columns,
    data,
    format,
  };
}

/** @param {any} figure @param {string} id @param {ArrayLike<number>} data [tokens × tokens] */
const pairs = (figure, id, data, format = score) =>
  matrix(figure, id, { rows: figure.names, columns: figure.names, data, format });

/** @param {any} figure @param {number} count */
const channels = (figure, count) =>
  numbered(count, (d) => figure.plain(wordsFor(figure).channel, { d }));

/** @type {Record<string, (figure: any, results: any) => More>} */
export const MORE = {
  'attn-pattern': (figure, { q, scores, right, weights }) => ({
    of: { row: figure.names[q] },
    matrices: [
      pairs(figure, 'weights', weights, percent),
      pairs(figure, 'scores', scores),
      pairs(figure, 'masked-scores', right.masked),
    ],
  }),

  'attn-lookup': (figure, { map, cut }) => {
    const side = Math.round(Math.sqrt(map.soft.length));
    const at = numbered(side, (i) => significant((6 * i) / (side - 1) - 3));
    const answers = Array.from(cut.soft, (soft, i) => [soft, cut.hard[i]]).flat();
    const columns = [figure.words.softShort, figure.words.hardShort];
    return {
      matrices: [
        matrix(figure, 'map', { rows: at, columns: at, data: map.soft, corner: 'y \\ x' }),
        matrix(figure, 'cut', {
          rows: cut.places.map((/** @type {number} */ place) => significant(place)),
          columns,
          data: answers,
          corner: figure.state.cut,
        }),
      ],
    };
  },

  'attn-temperature': (figure, { curve }) => ({
    matrices: [
      matrix(figure, 'entropy-curve', {
        rows: numbered(curve.length),
        columns: [wordsFor(figure).slider, figure.texts.words.entropy],
        data: curve.flatMap((/** @type {any} */ { x, y }) => [x, y]),
        corner: wordsFor(figure).point,
        format: measure,
      }),
    ],
  }),

  'attn-scaling': (figure, { variance }) => ({
    matrices: [
      histogram(figure, 'histogram', variance.histogram, variance.binEdges),
      histogram(figure, 'scaled-histogram', variance.scaledHistogram, variance.scaledBinEdges),
    ],
  }),

  'attn-heads': (figure, { q, shown }) => ({
    of: { weights: figure.names[q], output: figure.names[q] },
    matrices: shown.map((/** @type {any} */ head) => ({
      ...pairs(figure, `weights-head-${head.id}`, head.weights, percent),
      caption: `${figure.texts.words.weights}, ${figure.words.columns[head.id]}`,
    })),
  }),

  'attn-complexity': (figure, { curves }) => {
    const layers = Object.keys(figure.words.layers);
    return {
      matrices: [
        matrix(figure, 'operations', {
          rows: curves.map((/** @type {any} */ { n }) => String(n)),
          columns: layers.map((id) => figure.words.layers[id]),
          data: curves.flatMap((/** @type {any} */ { costs }) =>
            layers.map((id) => costs[id].operations),
          ),
          corner: 'n',
        }),
      ],
    };
  },

  'attn-order': (figure, { order, after }) => ({
    matrices: [
      matrix(figure, 'shuffled', {
        rows: Array.from(order, (t) => figure.names[/** @type {number} */ (t)]),
        columns: channels(figure, after.length / order.length),
        data: after,
        corner: figure.texts.words.token,
      }),
    ],
  }),

  'attn-positional': (figure, { pe, learned }) => {
    const d = Number(figure.state.d);
    const table = (/** @type {string} */ id, /** @type {Float32Array} */ data) =>
      matrix(figure, id, {
        rows: numbered(data.length / d),
        columns: channels(figure, d),
        data,
        corner: figure.texts.words.position,
        format: measure,
      });
    return { matrices: [table('sinusoidal', pe), table('learned', learned.vectors)] };
  },

  'attn-rope': (figure, { vectors, scored }) => {
    const dim = vectors.length / 2;
    const both = (/** @type {string} */ id, /** @type {Float32Array} */ data) =>
      matrix(figure, id, {
        rows: [figure.texts.words.query, figure.texts.words.key],
        columns: channels(figure, dim),
        data,
        corner: '',
        format: measure,
      });
    return { matrices: [both('vectors', vectors), both('turned', scored.set.y)] };
  },

  'attn-block': (figure, { steps }) => ({ matrices: blockTensors(figure, steps) }),

  'attn-architectures': (figure) => {
    const { attention, block, head } = figure.state;
    return { of: { weights: `${attention}-block-${block}-head-${head}` } };
  },

  'attn-kv-cache': (figure, { run, n }) => {
    const outputs = (/** @type {string} */ id, /** @type {Float32Array} */ data) =>
      matrix(figure, id, {
        rows: run.words.map((/** @type {string} */ token, /** @type {number} */ i) => `${i + 1}: ${token}`), // prettier-ignore
        columns: channels(figure, data.length / n),
        data,
        corner: figure.texts.words.token,
      });
    return {
      of: { output: `step-${figure.state.step}` },
      matrices: [
        outputs('outputs-cached', run.cached.outputs),
        outputs('outputs-plain', run.plain.outputs),
      ],
    };
  },

  'attn-kv-sharing': (figure, { last, ways }) => ({
    matrices: [
      matrix(figure, 'outputs', {
        rows: ways.map((/** @type {any} */ way) => figure.words.short[way.nKvHeads]),
        columns: channels(figure, last[0].length),
        data: Float32Array.from(last.flatMap((/** @type {Float32Array} */ one) => [...one])),
        corner: figure.words.kvHeads,
      }),
    ],
  }),

  'attn-tiling': (figure, { plain, value, q, row }) => ({
    of: { tile: `${figure.names[q]}-tile-${row.index + 1}` },
    matrices: [
      pairs(figure, 'weights', plain.trace.weights, percent),
      pairs(figure, 'scores', plain.trace.maskedScores),
      matrix(figure, 'values', {
        rows: figure.names,
        columns: channels(figure, value.length / figure.names.length),
        data: value,
        corner: figure.texts.words.key,
      }),
    ],
  }),
};

/** @param {any} figure @param {string} id @param {ArrayLike<number>} counts @param {ArrayLike<number>} edges */
function histogram(figure, id, counts, edges) {
  return matrix(figure, id, {
    rows: numbered(counts.length),
    columns: wordsFor(figure).bins,
    data: Array.from(counts, (count, i) => [edges[i], edges[i + 1], count]).flat(),
    corner: wordsFor(figure).bin,
  });
}

/** Every tensor on the way through the block; those that each head has, head by head. */
/** @param {any} figure @param {Record<string, Float32Array>} steps @returns {Matrix[]} */
function blockTensors(figure, steps) {
  const { names, words, texts } = figure;
  const ofHeads = ['query', 'key', 'value', 'scores', 'weights'];
  const heads = Object.keys(words.params.head.values ?? { 0: '', 1: '' });
  return Object.keys(words.names).flatMap((id) => {
    const parts = ofHeads.includes(id) ? heads : [''];
    return parts.map((head, h) => {
      const size = steps[id].length / parts.length;
      const width = size / names.length;
      const isPairs = id === 'scores' || id === 'weights';
      return matrix(figure, head === '' ? id : `${id}-head-${head}`, {
        rows: names,
        columns: isPairs ? names : channels(figure, width),
        data: steps[id].subarray(h * size, (h + 1) * size),
        corner: texts.words.token,
        caption: head === '' ? words.names[id] : figure.plain(words.ofHead, { name: words.names[id], head }), // prettier-ignore
        format: id === 'weights' ? percent : score,
      });
    });
  });
}
