/** What attn-heads says of itself in words. */
import { fill } from '../../model/fill.js';
import { measure, percent } from '../../model/format.js';
import { few } from '../own-sentence.js';

/** @typedef {import('../attn-heads.js').AttnHeads} Figure */

/** @param {Figure} figure @param {any} results @param {any} state */
export function headsSummary(figure, { q, heads }, state) {
  const { words } = figure;
  const [a, b, c, mean] = heads;
  const query = figure.mark(figure.names[q], 'query');
  const entropies = { ea: measure(a.entropy), eb: measure(b.entropy), ec: measure(c.entropy) };
  if (state.heads === 'three') {
    return fill(words.summaryThree, {
      query,
      a: leaders(figure, a.row),
      b: leaders(figure, b.row),
      c: leaders(figure, c.row),
      ...entropies,
    });
  }
  const [first, second, third, fourth] = ranked(mean.row).map((k) =>
    single(figure, k, mean.row[k]),
  );
  const entropy = figure.mark(measure(mean.entropy));
  return fill(words.summaryOne, { query, first, second, third, fourth, entropy, ...entropies });
}

/** @param {Float32Array} row @returns {number[]} keys, the largest weight first */
export const ranked = (row) => Array.from(row, (_, k) => k).sort((i, j) => row[j] - row[i]);

/** The key with the largest weight, or all that share it. @param {Figure} figure @param {Float32Array} row */
function leaders(figure, row) {
  const { words } = figure;
  const [top] = ranked(row);
  const equal = ranked(row).filter((k) => row[top] - row[k] < 1e-6);
  if (equal.length === 1) return single(figure, top, row[top]);
  const all = few(equal.sort((i, j) => i - j));
  const list = all.flatMap((k, i) => [
    i === 0 ? '' : i === equal.length - 1 ? words.and : ', ',
    k === '…' ? k : figure.mark(figure.names[k], 'key'),
  ]);
  return fill(words.several, { list, weight: figure.mark(percent(row[top])) });
}

/** @param {Figure} figure @param {number} k @param {number} weight */
function single(figure, k, weight) {
  return fill(figure.words.single, {
    key: figure.mark(figure.names[k], 'key'),
    weight: figure.mark(percent(weight)),
  });
}
