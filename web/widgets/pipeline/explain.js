/** The arithmetic of the chosen cell, written out in the numbers shown. */
import { html, nothing } from 'lit';
import { fill } from '../../model/fill.js';
import { fixed, measure, percent, score } from '../../model/format.js';
import { htmlSubscripts } from '../../draw/subscripts.js';
import { D_K, PARAMS_OF, isParams } from './stages.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */

/** Sums of more terms show this many, the largest ones. */
const MOST_TERMS = 10;

/** @typedef {import('./compute.js').Matrix} Matrix */

/** @param {Matrix} matrix @param {number} row */
const rowOf = (matrix, row) => [...matrix.row(row)];

/** @param {Matrix} matrix @param {number} column */
const columnOf = ({ rows, row }, column) => Array.from({ length: rows }, (_, r) => row(r)[column]);

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
      a: rowOf(of('q'), row),
      b: rowOf(of('k'), column),
      roles: ['query', 'key'],
    };
  }
  if (id === 'output') {
    return {
      a: rowOf(of('weights'), row),
      b: columnOf(of('v'), column),
      roles: ['weight', 'value'],
    };
  }
  if (!(id in PARAMS_OF)) return null;
  const params = PARAMS_OF[/** @type {'q' | 'k' | 'v'} */ (id)];
  const roles = /** @type {const} */ ({ q: 'query', k: 'key', v: 'value' });
  const role = roles[/** @type {'q' | 'k' | 'v'} */ (id)];
  return {
    a: rowOf(of('x'), row),
    b: columnOf(of(params), column),
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
  const { stage, row, column } = figure.shown;
  const { names, words } = figure;
  const value = results.matrices[stage].row(row)[column];
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
  const { stage } = figure.shown;
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
  const { stage } = figure.shown;
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
  const isShort = figure.tokens.length > MOST_TERMS && figure.shown.stage === 'output';
  if (isShort) return html`<span class="note">${texts.rounded}</span>`;
  return html`<span class="note"
    >${isSame ? texts.sameByHand : fill(texts.byHand, { check })}</span
  >`;
}

/** @param {Figure} figure @param {any} results @param {Chosen} cell @param {Lead} lead */
function scaled(figure, results, cell, lead) {
  const { explain: texts } = figure.words;
  const raw = results.matrices.raw.row(cell.row)[cell.column];
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
  const from = score(results.matrices.scaled.row(cell.row)[cell.column]);
  const isMasked = results.isMasked(cell.row, cell.column);
  const note =
    figure.shown.mask === 'none' ? texts.noMask : isMasked ? texts.isMasked : texts.isAllowed;
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
  const [list, [rowMax], [rowSum], row] = ['exponentials', 'rowMax', 'rowSum', 'masked'].map((id) =>
    rowOf(results.run[id], cell.row),
  );
  const chosen = largestOf(list, cell.column);
  const total = measure(rowSum);
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
  const top = bracketed(rowMax);
  const power = `${fixed(row[cell.column])} − ${top}`;
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
