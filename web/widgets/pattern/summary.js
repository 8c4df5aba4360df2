/** What attn-pattern says of itself in words. */
import { html } from 'lit';
import { fill } from '../../model/fill.js';
import { measure, percent } from '../../model/format.js';
import { few } from '../own-sentence.js';

/** @typedef {import('../attn-pattern.js').AttnPattern} Figure */

/** @param {Figure} figure @param {any} results */
export function patternSummary(figure, results) {
  const { q, row } = results;
  const { words } = figure;
  const query = figure.mark(figure.names[q], 'query');
  const seen = figure.names
    .map((name, k) => ({ name, k, weight: row.weights[k] }))
    .filter(({ k }) => !row.isMasked(k))
    .sort((a, b) => b.weight - a.weight);
  if (seen.length === 0) return fill(words.summaryEmpty, { query });
  return [
    ...leaders(figure, query, seen),
    ...rest(figure, seen),
    ...maskSentence(figure, results, seen.length),
    ...(results.isWrong ? [] : entropySentence(figure, row)),
  ];
}

/** Weights that differ by less are the same. */
const EVEN = 1e-6;

/**
 * How many keys are named, the heaviest first: the third only if it counts, and none of several
 * that share the least weight.
 * @param {{ weight: number }[]} seen in order
 */
function namedCount(seen) {
  const n = seen.length;
  const even = seen.findIndex(({ weight }) => weight - seen[n - 1].weight < EVEN);
  const most = seen[2]?.weight > 0.05 ? 3 : 2;
  return n > 2 && n - even > 1 ? Math.min(most, even) : Math.min(most, n);
}

/** @param {Figure} figure @param {unknown} query @param {{ name: string, weight: number }[]} seen */
function leaders(figure, query, seen) {
  const { words } = figure;
  const [first, second, third] = seen;
  const key = (/** @type {{ name: string }} */ item) => figure.mark(item.name, 'key');
  const weight = (/** @type {{ weight: number }} */ item) => figure.mark(percent(item.weight));
  if (!second) return fill(words.summarySelf, { first: key(first), firstWeight: weight(first) });
  const named = namedCount(seen);
  if (named === 0)
    return fill(words.summaryAlike, { query, count: seen.length, weight: weight(first) });
  return fill(named === 1 ? words.summaryLead : words.summary, {
    query,
    first: key(first),
    firstWeight: weight(first),
    second: key(second),
    secondWeight: weight(second),
    third: named === 3 ? fill(words.summaryThird, { key: key(third), weight: weight(third) }) : '',
  });
}

/** The keys that share the rest equally. @param {Figure} figure @param {{ weight: number }[]} seen */
function rest(figure, seen) {
  const named = namedCount(seen);
  const tail = seen.slice(named);
  const isEven = tail.length > 1 && tail[0].weight - tail[tail.length - 1].weight < EVEN;
  if (named === 0 || !isEven) return [];
  return fill(figure.words.summaryRest, { count: tail.length, weight: percent(tail[0].weight) });
}

/** @param {Figure} figure @param {any} results @param {number} visible */
function maskSentence(figure, results, visible) {
  const { words, names } = figure;
  const { row } = results;
  if (visible === names.length) return [];
  if (results.isWrong) {
    return fill(words.summaryWrong, { sum: html`<b class="warning">${measure(row.sum)}</b>` });
  }
  const keys = names
    .filter((_, k) => row.isMasked(k))
    .map((name) => figure.plain(figure.texts.words.quoted, { name }));
  const said = few(keys).join(figure.texts.words.comma);
  return fill(words.summaryMasked, { keys: said, sum: measure(row.sum) });
}

/** @param {Figure} figure @param {any} row */
function entropySentence(figure, row) {
  return fill(figure.words.summaryEntropy, {
    entropy: figure.mark(measure(row.entropy)),
    bits: measure(row.bits),
    max: measure(row.most),
  });
}
