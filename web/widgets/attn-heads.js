/** Chapter 5: three heads with a pattern each, or one head that must serve all three. */
import { EXAMPLE_QUERY, contentWordScores, neighbourScores } from '../model/example.js';
import { measure, percent, score } from '../model/format.js';
import { moveInGrid } from '../model/grid-keys.js';
import { isExample, ruleScores, scoresOf } from '../model/rules.js';
import { tokensOf } from '../model/tokens.js';
import { FigureElement } from './figure-element.js';
import { headsHeight, headsPicture } from './heads/picture.js';
import { headsStyles } from './heads/styles.js';
import { headsSummary } from './heads/summary.js';
import { flipPair, isPress, lastOf, originOf } from './own-sentence.js';
import { pairsHint, sentenceParameters, sizeOf, wordsOf } from './own-sentence.js';

/** @typedef {import('./figure-element.js').State} State */

/** Channels of the values: 3 heads of 4, or 1 head of 12. */
const WIDTH = 12;

/** @type {readonly import('../model/parameters.js').Parameter[]} */
const parameters = [
  ...sentenceParameters,
  { key: 'heads', type: 'choice', values: ['three', 'one'], default: 'three', control: 'segments' },
  {
    key: 'neighbour',
    type: 'choice',
    values: ['next', 'previous'],
    default: 'next',
    control: 'segments',
  },
  {
    key: 'query',
    type: 'integer',
    default: EXAMPLE_QUERY,
    min: 0,
    max: lastOf,
    control: 'none',
  },
  { key: 'seed', type: 'integer', default: 7, min: 0, max: 999_999, control: 'seed' },
  { key: 'dModel', type: 'integer', default: 512, min: 1, max: 65_536, control: 'none' },
  { key: 'nHeads', type: 'integer', default: 8, min: 1, max: 65_536, control: 'none' },
];

export class AttnHeads extends FigureElement {
  static figureName = 'attn-heads';
  static narrowBelow = 740;
  static styles = [...FigureElement.styles, headsStyles];
  static parameters = parameters;

  constructor() {
    super();
    /** @type {string[]} */
    this.tokens = [];
    /** @type {string[]} */
    this.names = [];
    this.column = 0;
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    Object.assign(this, wordsOf(state));
    const tokens = tokensOf(state.text);
    const count = tokens.length;
    this.column = Math.min(this.column, count - 1);
    const three = {
      a: scoresOf(tokens, state),
      b: neighbourScores(count, state.neighbour === 'next' ? 1 : -1),
      c: isExample(tokens) ? contentWordScores(tokens) : ruleScores(tokens, 'content'),
    };
    const matrices = new Float32Array(3 * count * count);
    Object.values(three).forEach((scores, h) => matrices.set(scores, h * count * count));
    const { mean } = engine.meanMatrices({ matrices, count: 3, size: count * count });
    const heads = Object.entries({ ...three, mean }).map(([id, scores]) =>
      oneHead(engine, id, scores, state.query, count),
    );
    const shown = state.heads === 'three' ? heads.slice(0, 3) : heads.slice(3);
    return {
      q: state.query,
      heads,
      shown,
      ...outputs(engine, shown, state, count),
      params: countParams(engine, state),
    };
  }

  /** @param {any} results @param {State} state @param {any} layout */
  picture(results, state, layout) {
    return headsPicture(this, results, state, layout);
  }

  /** @param {State} state @param {any} layout */
  pictureHeight(state, layout) {
    return headsHeight(state, layout);
  }

  /** @param {any} results @param {State} state */
  summary(results, state) {
    return headsSummary(this, results, state);
  }

  /** @param {State} state */
  provenance(state) {
    const scores = this.texts.frame.provenance[originOf(state)];
    return this.plain(this.words.provenance, { seed: state.seed, scores });
  }

  /** @param {any} results */
  tables({ q, heads, concat, output }) {
    const { columns, weightsTable, outputTable } = this.words;
    const query = this.names[q];
    return [
      {
        id: 'weights',
        caption: this.plain(weightsTable, { query }),
        corner: columns.key,
        rowNames: this.names,
        columnNames: heads.map((/** @type {any} */ head) => columns[head.id]),
        data: this.names.flatMap((_, k) => heads.map((/** @type {any} */ head) => head.row[k])),
        format: percent,
      },
      {
        id: 'output',
        caption: this.plain(outputTable, { query }),
        corner: columns.channel,
        rowNames: Array.from(concat, (_, d) => String(d)),
        columnNames: [columns.concat, columns.output],
        data: Array.from(concat, (value, d) => [value, output[d]]).flat(),
        format: score,
      },
    ];
  }

  /** @param {any} results */
  valuesOf({ heads }) {
    const [a, b, c, mean] = heads;
    return {
      ...(isExample(this.tokens) && {
        'weight-ball-a': percent(a.row[5]),
        'weight-was-b': percent(b.row[8]),
        'weight-ball-c': percent(c.row[5]),
        'weight-ball-mean': percent(mean.row[5]),
      }),
      'entropy-a': measure(a.entropy),
      'entropy-b': measure(b.entropy),
      'entropy-c': measure(c.entropy),
      'entropy-mean': measure(mean.entropy),
    };
  }

  /** @param {string} key */
  isDisabled(key) {
    return key === 'rule' && this.state.scores !== '';
  }

  extraControls() {
    return pairsHint(this);
  }

  // ---- what the picture's parts do -----------------------------------------------------------

  /** @param {KeyboardEvent} event */
  stripKey(event) {
    const to = moveInGrid(event, { row: 0, column: this.state.query }, 1, sizeOf(this.state));
    if (!to) return;
    event.preventDefault();
    this.change({ query: to.column });
    this.focusNext(`[data-strip="${to.column}"]`);
  }

  /** @param {number} row @param {number} column */
  chooseCell(row, column) {
    this.column = column;
    this.change({ query: row });
  }

  /** By a click, which in head A sets a pair too. @param {string} id @param {number} row @param {number} column */
  clickCell(id, row, column) {
    this.chooseCell(row, column);
    if (id === 'a') flipPair(this, row, column);
  }

  /** @param {KeyboardEvent} event @param {string} id */
  cellKey(event, id) {
    const at = { row: this.state.query, column: this.column };
    const count = sizeOf(this.state);
    const to = moveInGrid(event, at, count, count);
    if (isPress(event)) this.clickCell(id, at.row, at.column);
    else if (to) this.chooseCell(to.row, to.column);
    else return;
    event.preventDefault();
    this.focusNext(`[data-grid="${id}"] [tabindex="0"]`);
  }
}

/** @param {any} engine @param {string} id @param {Float32Array} scores @param {number} q @param {number} count */
function oneHead(engine, id, scores, q, count) {
  const { weights, entropy } = engine.softmax({ scores, rows: count, cols: count });
  return {
    id,
    scores,
    weights,
    row: weights.subarray(q * count, (q + 1) * count),
    entropy: entropy[q],
  };
}

/** Each head blends its own slice of the values; W_O mixes the slices. */
/** @param {any} engine @param {any[]} shown @param {State} state @param {number} count */
function outputs(engine, shown, { seed, query }, count) {
  const dim = WIDTH / shown.length;
  const { values } = engine.random({ seed, count: count * WIDTH });
  const wO = engine.random({
    seed,
    count: WIDTH * WIDTH,
    skip: count * WIDTH,
    deviation: 1 / Math.sqrt(WIDTH),
  });
  const concat = new Float32Array(WIDTH);
  shown.forEach((head, h) => {
    const value = slice(values, h * dim, dim, count);
    const { output } = engine.weightedSum({ weights: head.row, value, rows: 1, cols: count, dim });
    concat.set(output, h * dim);
  });
  const { y } = engine.linear({ x: concat, w: wO.values, rows: 1, inDim: WIDTH, outDim: WIDTH });
  return { query, concat, output: y };
}

/** The channels from `from` on of each row of a matrix that is WIDTH wide. */
/** @param {Float32Array} matrix @param {number} from @param {number} dim @param {number} count */
function slice(matrix, from, dim, count) {
  const part = new Float32Array(count * dim);
  for (let k = 0; k < count; k++) {
    part.set(matrix.subarray(k * WIDTH + from, k * WIDTH + from + dim), k * dim);
  }
  return part;
}

/** Params of h heads and of one, or null where h does not divide d_model. */
/** @param {any} engine @param {State} state */
function countParams(engine, { dModel, nHeads }) {
  if (dModel % nHeads !== 0) return null;
  const many = engine.multiHeadParams({ dModel, nHeads });
  const one = engine.multiHeadParams({ dModel, nHeads: 1 });
  return { width: dModel / nHeads, each: many.wQ, total: many.total, one: one.total };
}
