/** What attn-alignment says of itself in words. */
import { fill } from '../../model/fill.js';
import { fixed, percent, score } from '../../model/format.js';

/** @typedef {import('../attn-alignment.js').AttnAlignment} Figure */

/** @param {Figure} figure @param {any} results */
export function alignmentSummary(figure, results) {
  return [
    ...leaders(figure, results),
    ...shownKey(figure, results),
    ...fill(figure.words.summaryOutput, { output: figure.mark(score(results.output), 'output') }),
  ];
}

/** @param {Figure} figure @param {any} results */
function leaders(figure, { keys, leaders: best }) {
  const { words } = figure;
  const weight = figure.mark(percent(keys[best[0]].weight));
  const numbers = best.map((/** @type {number} */ k) => k + 1);
  if (numbers.length === 1) {
    const key = figure.mark(figure.plain(words.keyName, { number: numbers[0] }), 'key');
    if (keys.length === 1) return fill(words.summaryOnly, { key, weight });
    return fill(words.summaryLeader, { key, weight, dot: score(keys[best[0]].dot) });
  }
  if (numbers.length === keys.length) return fill(words.summaryEqual, { weight });
  const list = `${numbers.slice(0, -1).join(figure.texts.words.comma)}${words.and}${numbers[numbers.length - 1]}`;
  return fill(words.summaryShared, { keys: figure.mark(list, 'key'), weight });
}

/** The arithmetic of the chosen key. @param {Figure} figure @param {any} results */
function shownKey(figure, { keys, queryLength }) {
  const { words, state } = figure;
  const key = keys[state.selected - 1];
  if (!key) return [];
  const name = figure.mark(figure.plain(words.keyName, { number: state.selected }), 'key');
  const dot = figure.mark(score(key.dot), 'scores');
  if (!key.hasAngle) return fill(words.summaryNoAngle, { key: name, dot });
  return fill(words.summaryKey, {
    key: name,
    queryLength: score(queryLength),
    length: score(key.length),
    angle: fixed(key.degrees, 1),
    cosine: score(key.cosine),
    dot,
  });
}
