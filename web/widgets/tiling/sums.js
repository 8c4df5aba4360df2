/** The arithmetic of one row in one tile, written out in the numbers shown; and both costs. */
import { html, nothing } from 'lit';
import { htmlSubscripts } from '../../draw/subscripts.js';
import { fill, fillPlain } from '../../model/fill.js';
import { count, fixed, measure, percent, score } from '../../model/format.js';
import { controlContext } from '../frame/frame.js';
import { renderControl } from '../frame/controls.js';
import { still } from '../still.js';
import { CHANNELS, LARGE } from './numbers.js';

/** @typedef {import('../attn-tiling.js').AttnTiling} Figure */

const exact = (/** @type {number} */ value) => fixed(value, 4);
const tenth = (/** @type {number} */ value) => fixed(value, 1);

/** A negative factor stands in brackets, as on paper. @param {string} text */
const bracketed = (text) => (/^\u2066?−/.test(text) ? `(${text})` : text);

/** @param {Figure} figure @param {any} results */
export function sums(figure, results) {
  const { words } = figure;
  const { row } = results;
  const isSkipped = row.step.state !== 'computed';
  return html`<div class="sums" data-part="sums">
    ${isSkipped ? html`<p class="skipped">${words.skipped}</p>` : lines(figure, results)}
    ${row.isLast ? finish(figure, results) : nothing}
  </div>`;
}

/** @param {string} name @param {unknown} sum @param {string} result @param {string} [term] @param {unknown} [more] */
const line = (name, sum, result, term, more) =>
  html`<p data-sum=${name} data-term=${term ?? nothing}>
    <span class="name">${htmlSubscripts(name)}</span> <span>${sum} = <b>${result}</b>${more}</span>
  </p>`;

/** @param {Figure} figure @param {any} results */
function lines({ words }, { row, hand }) {
  const top = score(row.maxAfter);
  const from = score(row.maxBefore);
  // A row without an allowed key so far has nothing to rescale.
  const isEmpty = row.maxAfter === -Infinity;
  const power = `${from} − ${bracketed(top)}`;
  const kept = `${measure(row.sumBefore)} × ${exact(row.factor)}`;
  return html` <p data-sum="scores">
      <span class="name">${words.scores}</span> <span>${list(row.scores, score)}</span>
    </p>
    ${line('row_max', `max(${from}, ${score(row.tileMax)})`, top, 'row-max')}
    ${line(words.factor, isEmpty ? words.nothingYet : html`e<sup>${power}</sup>`, exact(row.factor))}
    <p data-sum="exponentials">
      <span class="name"
        ><bdi dir="ltr">e<sup>${words.tileColumns[0]} − ${bracketed(top)}</sup></bdi></span
      >
      <span
        >${list(row.exponentials, exact)}; ${words.sum}
        <b>${measure(row.tileSum)}</b>${note(words, row.tileSum, hand.tileSum)}</span
      >
    </p>
    ${line('row_sum', `${kept} + ${measure(row.tileSum)} = ${measure(hand.kept)} + ${measure(row.tileSum)}`, measure(row.sumAfter), 'row-sum', note(words, row.sumAfter, hand.sum))}
    ${Array.from(row.after, (after, d) => accumulator(words, row, hand, d, after))}`;
}

/** From left to right in every language. @param {ArrayLike<number>} values @param {(value: number) => string} write */
const list = (values, write) => html`<bdi dir="ltr">${Array.from(values, write).join(', ')}</bdi>`;

/** One channel: the old one rescaled, and the tile's values in their proportions. */
/** @param {any} words @param {any} row @param {any} hand @param {number} d @param {any} after */
function accumulator(words, row, hand, d, after) {
  // Spaces that do not break keep a term together, in fewer nodes than elements around it.
  const terms = Array.from(row.exponentials, (p, j) => {
    const value = bracketed(tenth(row.values[j * CHANNELS + d]));
    const times = ` +\u00a0${exact(/** @type {number} */ (p))}\u00a0×\u00a0`;
    return html`${times}<span class="c-value">${value}</span>`;
  });
  const kept = `${measure(row.before[d])}\u00a0×\u00a0${exact(row.factor)}`;
  return html`<p data-sum=${`accumulator-${d}`} data-term="accumulator">
    <span class="name">${words.accumulator} ${d}</span>
    <span
      >${kept}${terms}${' =\u00a0'}<b class="output">${measure(after)}</b
      >${note(words, after, hand.after[d])}</span
    >
  </p>`;
}

/** Where rounding shows: what the rounded numbers give. */
/** @param {any} words @param {number} value @param {number} hand */
function note(words, value, hand) {
  const isSame = measure(value) === measure(hand);
  const said = isSame ? '' : ` ${fillPlain(words.byHand, { value: measure(hand) })}`;
  return html`<span class="note">${said}</span>`;
}

/** The row is complete: divide once. @param {Figure} figure @param {any} results */
function finish(figure, { row, q, plain, tiled, best, n }) {
  const { words } = figure;
  const part = (/** @type {Float32Array} */ data) =>
    data.subarray(q * CHANNELS, (q + 1) * CHANNELS);
  const sum = measure(row.sumAfter);
  const accumulators = list(row.after, measure);
  const weight = plain.trace.weights[q * n + best];
  return html`<p data-sum="output" data-term="output">
      <span class="name">${figure.texts.words.output}</span>
      <span
        ><bdi dir="ltr"
          >(${accumulators}) ÷ ${sum} =
          <b class="output">${list(part(tiled.output), score)}</b></bdi
        >; ${words.plainGives} <b class="output">${list(part(plain.output), score)}</b></span
      >
    </p>
    <p data-sum="weight">
      <span class="name">${words.weightOf}</span>
      <span
        >${fill(words.largest, { key: figure.mark(figure.names[best], 'key'), sum, weight: figure.mark(percent(weight)) })}</span
      >
    </p>`;
}

/** Elements read and written, here and in a larger case that the reader sets. */
/** @param {Figure} figure @param {any} results @param {any} state @returns {unknown} */
export function costTables(figure, { costs, n }, state) {
  const parameter = figure.parameters.find((p) => p.key === 'countTokens');
  const field = parameter
    ? renderControl({ ...parameter, control: 'number' }, controlContext(figure))
    : nothing;
  return html`<div class="traffic">
    ${still(figure, [costs[0]], () => costTable(figure, n, n, state, costs[0]))}
    <div>
      ${field}
      ${still(figure, [costs[1]], () => costTable(figure, state.countTokens, LARGE.headDim, LARGE, costs[1]))}
    </div>
  </div>`;
}

/** @param {Figure} figure @param {number} n @param {number} d @param {{ tileQ: number, tileK: number }} tiles @param {any} cost */
function costTable({ plain, words }, n, d, { tileQ, tileK }, cost) {
  const rows = /** @type {const} */ (['read', 'written', 'scratch', 'skipped']);
  const ways = /** @type {const} */ (['plain', 'tiled']);
  return html`<table>
    <caption>
      ${words.costs}<br />${htmlSubscripts(plain(words.case, { n: count(n), d, q: tileQ, k: tileK }))}
    </caption>
    <thead>
      <tr>
        <td></td>
        ${ways.map((way) => html`<th scope="col">${words[way]}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (key) =>
          html`<tr data-cost=${key} ?data-sayable=${key === 'read'}>
            <th scope="row">${words.costNames[key]}</th>
            ${ways.map((way) => html`<td>${count(cost[way][key])}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
