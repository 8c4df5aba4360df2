/** What attn-seq2seq says of itself: in words, as tables, and as numbers for the prose. */
import { distinctNames } from '../../model/example.js';
import { fill } from '../../model/fill.js';
import { percent, score } from '../../model/format.js';

/** @typedef {import('../attn-seq2seq.js').AttnSeq2seq} Figure */
/** @typedef {import('../figure-element.js').State} State */
/** @typedef {import('../figure-element.js').NumberTable} NumberTable */

/** @param {Figure} figure @param {any} results @param {State} state */
export function summaryOf(figure, results, { step }) {
  const { words } = figure;
  const { target, steps, weights, alignment, standing: so } = results;
  const now = steps[step - 1];
  const names = distinctNames(results.source);
  const second = weights ? secondOf(now.weights, now.place) : 0;
  const isHit = now.place === alignment[step - 1];
  const places = {
    word: figure.mark(target[step - 1], 'query'),
    written: figure.mark(now.written),
    chance: percent(now.chance),
    rightChance: percent(now.rightChance),
    first: figure.mark(names[now.place], 'key'),
    weight: weights ? percent(now.weights[now.place]) : '',
    second: names[second],
    secondWeight: weights ? percent(now.weights[second]) : '',
    truth: figure.mark(names[alignment[step - 1]], 'key'),
    aligned: figure.mark(so.aligned),
    wordsRight: figure.mark(so.words),
    count: so.count,
    mean: figure.mark(percent(so.mean)),
  };
  if (!weights)
    return fill(`${words.fixed}${now.isRight ? '' : words.fixedWrong}${words.fixedEnd}`, places);
  return fill(
    `${words.looks}${isHit ? words.hit : words.miss}${words.wrote}${words.aligned}`,
    places,
  );
}

/** @param {Float32Array} weights @param {number} first */
function secondOf(weights, first) {
  let second = first === 0 ? 1 : 0;
  weights.forEach((w, j) => {
    if (j !== first && w > weights[second]) second = j;
  });
  return second;
}

/** @param {Figure} figure @param {any} results @param {State} state @returns {NumberTable[]} */
export function tablesOf({ words }, { source, target, weights, scores, steps }, { memory }) {
  const shared = { corner: words.wordColumn, rowNames: distinctNames(target) };
  const across = { ...shared, columnNames: distinctNames(source) };
  const each = { ...shared, id: 'words', caption: words.captions[2], format: percent };
  const right = steps.map((/** @type {any} */ s) => s.rightChance);
  if (memory === 'fixed') return [{ ...each, columnNames: words.chances.slice(0, 1), data: right }];
  const both = steps.flatMap((/** @type {any} */ s) => [s.rightChance, s.trueWeight]);
  return [
    { ...across, id: 'weights', caption: words.captions[0], data: weights, format: percent },
    { ...across, id: 'scores', caption: words.captions[1], data: scores, format: score },
    { ...each, columnNames: words.chances, data: both },
  ];
}

/** @param {any} results @param {State} state @returns {Record<string, string>} */
export function valuesOf({ source, target, steps, weights, standing: so }, { step }) {
  const now = steps[step - 1];
  return {
    word: target[step - 1],
    written: now.written,
    'right-words': String(so.words),
    'right-word-chance': percent(now.rightChance),
    ...(weights && {
      'looks-at': source[now.place],
      'largest-weight': percent(now.weights[now.place]),
      'right-steps': String(so.aligned),
      'mean-true-weight': percent(so.mean),
    }),
  };
}
