/** The arithmetic of the chosen cell, written out in the numbers shown. */
import { html, nothing } from 'lit';
import { fill } from '../../model/fill.js';
import { fixed, measure, percent, score } from '../../model/format.js';
import { htmlSubscripts } from '../../draw/subscripts.js';
import { D_K, D_MODEL, PARAMS_OF, isParams } from './stages.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */

/** Sums of more terms show this many, the largest ones. */
const MOST_TERMS = 10;

/** @param {Float32Array} data @param {number} row @param {number} columns */
const rowOf = (data, row, columns) => [...data.subarray(row * columns, (row + 1) * columns)];

/** @param {Float32Array} data @param {number} column @param {number} columns */
const columnOf = (data, column, columns) =>
  Array.from({ length: data.length / columns }, (_, row) => data[row * columns + column]);

/**
 * The two lists of numbers whose dot product a cell is, or null for the other stages.
 * @param {any} matrices
 * @param {import('./stages.js').MatrixId} id
 * @param {import('./stages.js').Cell} cell
 * @returns {{ a: number[], b: number[], roles: [string, string] } | null}
 */
export function factorsOf(matrices, id, { row, column }) {
  const of = (/** @type {string} */ name) => matrices[name];
  if (id === 'raw') {
    return {
      a: rowOf(of('q').data, row, D_K),
      b: rowOf(of('k').data, column, D_K),
      roles: ['query', 'key'],
    };
  }
  if (id === 'output') {
    const a = rowOf(of('weights').data, row, of('weights').columns);
    return { a, b: columnOf(of('v').data, column, D_K), roles: ['weight', 'value'] };
  }
  if (!(id in PARAMS_OF)) return null;
  const params = PARAMS_OF[/** @type {'q' | 'k' | 'v'} */ (id)];
  const roles = /** @type {const} */ ({ q: 'query', k: 'key', v: 'value' });
  const role = roles[/** @type {'q' | 'k' | 'v'} */ (id)];
  return {
    a: rowOf(of('x').data, row, D_MODEL),
    b: columnOf(of(params).data, column, D_K),
    roles: ['ink', role],
  };
}

/**
 * What somebody gets who adds up the rounded numbers on the screen.
 * @param {any} engine @param {any} matrices @param {any} id @param {import('./stages.js').Cell} cell
 * @returns {number | null}
 */
export function checkByHand(engine, matrices, id, cell) {
  const factors = factorsOf(matrices, id, cell);
  if (!factors) return null;
  const rounded = (/** @type {number[]} */ list, /** @type {number} */ digits) =>
    list.map((value) => Number(value.toFixed(digits)));
  const a = rounded(factors.a, id === 'output' ? 3 : 2);
  return engine.dot({ a, b: rounded(factors.b, 2) }).dot;
}

/** @param {Figure} figure @param {any} results */
export function explain(figure, results) {
  const { stage, row, column } = figure.state;
  const { names, words } = figure;
  const matrix = results.matrices[stage];
  const value = matrix.data[row * matrix.columns + column];
  const cell = { row, column, value, query: names[row], key: names[column] };
  const lead = (/** @type {string} */ sentence, /** @type {any} */ more = {}) =>
    fill(sentence, { ...placesOf(figure, cell), ...more });
  if (stage === 'x') return lead(words.explain.x);
  if (isParams(stage)) return lead(words.explain.params);
  if (stage === 'scaled') return scaled(figure, results, cell, lead);
  if (stage === 'masked') return masked(figure, results, cell, lead);
  if (stage === 'weights') return weights(figure, results, cell, lead);
  return product(figure, results, cell, lead);
}

/** @typedef {{ row: number, column: number, value: number, query: string, key: string }} Chosen */
/** @typedef {(sentence: string, more?: any) => unknown[]} Lead */

/** @param {Figure} figure @param {Chosen} cell */
function placesOf(figure, cell) {
  const { stage } = figure.state;
  return {
    symbol: html`<b>${htmlSubscripts(figure.words.one[stage])}</b>`,
    query: figure.mark(cell.query, 'query'),
    key: figure.mark(cell.key, 'key'),
    row: String(cell.row),
    column: String(cell.column),
    value: html`<b class="result">${score(cell.value)}</b>`,
  };
}

/** A sum of products. @param {Figure} figure @param {any} results @param {Chosen} cell @param {Lead} lead */
function product(figure, results, cell, lead) {
  const { stage } = figure.state;
  const { explain: texts, symbols } = figure.words;
  const factors = /** @type {any} */ (factorsOf(results.matrices, stage, cell));
  const params =
    stage in PARAMS_OF ? htmlSubscripts(symbols[PARAMS_OF[/** @type {'q'} */ (stage)]]) : '';
  const sentence = texts[stage] ?? texts.projection;
  const first = stage === 'output' ? percent : score;
  const isNone = (/** @type {number} */ i) => stage === 'output' && results.isMasked(cell.row, i);
  const chosen = largestOf(factors.a);
  const terms = chosen.map(
    (i) =>
      html`<span class="term-of-sum"
        ><span class=${`c-${factors.roles[0]}`}>${isNone(i) ? '0' : first(factors.a[i])}</span> ×
        <span class=${`c-${factors.roles[1]}`}>${bracketed(factors.b[i])}</span></span
      >`,
  );
  return html`<span class="lead">${lead(sentence, { params })}</span>
    ${sum(figure, terms, factors.a.length - chosen.length, score(cell.value))}
    ${byHand(figure, results, cell)}`;
}

/** A negative factor behind a × stands in brackets, as on paper. @param {number} value */
const bracketed = (value) =>
  value < 0 && /[1-9]/.test(score(value)) ? `(${score(value)})` : score(value);

/** Which terms to write: all of ten, else the ten of the largest size (and the chosen one), in order. */
/** @param {number[]} list @param {number} [chosen] */
function largestOf(list, chosen = -1) {
  const all = list.map((_, i) => i);
  if (all.length <= MOST_TERMS) return all;
  const size = (/** @type {number} */ i) => (i === chosen ? Infinity : Math.abs(list[i]));
  const bySize = [...all].sort((i, j) => size(j) - size(i));
  return bySize.slice(0, MOST_TERMS).sort((i, j) => i - j);
}

/** @param {Figure} figure @param {unknown[]} terms @param {number} more @param {string} result */
function sum(figure, terms, more, result) {
  const { explain: texts } = figure.words;
  const rest = more > 0 ? [fill(texts.moreTerms, { count: more })] : [];
  const joined = [...terms, ...rest].map((term, i) => html`${i === 0 ? nothing : ' + '}${term}`);
  return html`<span class="sum"
    >= ${joined} <span class="term-of-sum">= <b class="result">${result}</b></span></span
  >`;
}

/** How the rounded numbers on the screen would come out. */
/** @param {Figure} figure @param {any} results @param {Chosen} cell */
function byHand(figure, results, cell) {
  const { explain: texts } = figure.words;
  const check = score(results.byHand);
  const isSame = check === score(cell.value);
  const isShort = figure.tokens.length > MOST_TERMS && figure.state.stage === 'output';
  if (isShort) return html`<span class="note">${texts.rounded}</span>`;
  return html`<span class="note"
    >${isSame ? texts.sameByHand : fill(texts.byHand, { check })}</span
  >`;
}

/** @param {Figure} figure @param {any} results @param {Chosen} cell @param {Lead} lead */
function scaled(figure, results, cell, lead) {
  const { explain: texts } = figure.words;
  const raw = results.matrices.raw.data[cell.row * figure.tokens.length + cell.column];
  return html`<span class="lead">${lead(texts.scaled)}</span>
    <span class="sum"
      >= ${score(raw)} ÷ √${D_K} = ${score(raw)} ÷ ${results.root} =
      <b class="result">${score(cell.value)}</b></span
    >
    <span class="note">${texts.scaledNote}</span>`;
}

/** @param {Figure} figure @param {any} results @param {Chosen} cell @param {Lead} lead */
function masked(figure, results, cell, lead) {
  const { explain: texts } = figure.words;
  const from = score(results.matrices.scaled.data[cell.row * figure.tokens.length + cell.column]);
  const isMasked = results.isMasked(cell.row, cell.column);
  const note =
    figure.state.mask === 'none' ? texts.noMask : isMasked ? texts.isMasked : texts.isAllowed;
  return html`<span class="lead">${lead(texts.masked)}</span>
    <span class="sum"
      >= ${from} + ${isMasked ? '(−∞)' : '0'} =
      <b class="result">${isMasked ? '−∞' : score(cell.value)}</b></span
    >
    <span class="note">${note}</span>`;
}

/** @param {Figure} figure @param {any} results @param {Chosen} cell @param {Lead} lead */
function weights(figure, results, cell, lead) {
  const { explain: texts } = figure.words;
  const count = figure.tokens.length;
  const { exponentials, rowMax, rowSum, maskedScores } = results.trace;
  const list = rowOf(exponentials, cell.row, count);
  const chosen = largestOf(list, cell.column);
  const total = measure(rowSum[cell.row]);
  const size = (/** @type {number} */ k) =>
    results.isMasked(cell.row, k) ? '0' : measure(list[k]);
  const terms = chosen.map((k) =>
    k === cell.column ? html`<b class="c-weight">${size(k)}</b>` : size(k),
  );
  const more =
    list.length > chosen.length
      ? [fill(texts.moreTerms, { count: list.length - chosen.length })]
      : [];
  const own = size(cell.column);
  const top = bracketed(rowMax[cell.row]);
  const power = `${fixed(maskedScores[cell.row * count + cell.column])} − ${top}`;
  return html`<span class="lead">${lead(texts.weights)}</span>
    <span class="sum"
      ><span class="label">${texts.numerator}</span> e<sup>${power}</sup> =
      <b class="c-weight">${own}</b></span
    >
    <span class="sum"
      ><span class="label">${texts.rowSum}</span> ${[...terms, ...more].map(
        (term, i) => html`${i === 0 ? nothing : ' + '}${term}`,
      )}
      = <b>${total}</b></span
    >
    <span class="sum"
      ><span class="label">${texts.weight}</span> <b class="c-weight">${own}</b> ÷ <b>${total}</b> =
      <b class="result">${percent(cell.value)}</b></span
    >
    <span class="note">${texts.weightsNote}</span>`;
}
