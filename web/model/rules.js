/**
 * Scores by rule, for sentences that no hand made a pattern for. Each is of the kind that trained
 * heads are known to follow (Clark et al. 2019).
 */
import { EXAMPLE_TOKENS, contentWordScores, exampleScores, neighbourScores } from './example.js';
import { readMatrix } from './matrix-text.js';

/** The rules, in the order in which a figure offers them. */
export const RULES = Object.freeze(['next', 'previous', 'same', 'first', 'content']);

/** Words that only hold a sentence together, and marks. */
const STOP_WORDS = new Set(
  `a an and are as at be because been but by did do for from had has have he her his i if in into is
  it its me my no not of off on or our out she so than that the their them then there they this to
  too up us very was we were what when where which who will with would you your`.split(/\s+/),
);

/** @param {string} token */
const isContent = (token) => /[\p{L}\p{N}]/u.test(token) && !STOP_WORDS.has(token.toLowerCase());

/**
 * @param {readonly string[]} tokens
 * @param {string} rule one of RULES
 * @returns {Float32Array} [tokens × tokens], queries down, keys across
 */
export function ruleScores(tokens, rule) {
  const n = tokens.length;
  if (rule === 'next' || rule === 'previous') return neighbourScores(n, rule === 'next' ? 1 : -1);
  if (rule === 'content') return contentWordScores(tokens, new Set(tokens.filter(isContent)));
  const words = tokens.map((token) => token.toLowerCase());
  const fits = (/** @type {number} */ q, /** @type {number} */ k) =>
    rule === 'first' ? k === 0 : words[q] === words[k];
  return Float32Array.from({ length: n * n }, (_, i) => (fits(Math.floor(i / n), i % n) ? 3 : 0));
}

/** Whether a sentence is the one with hand-made scores. @param {readonly string[]} tokens */
export const isExample = (tokens) => tokens.join(' ') === EXAMPLE_TOKENS.join(' ');

/**
 * The scores of a state: those that are given, those of the pairs that a reader set, those made by
 * hand for the example, or those of a rule, which for `example` and another sentence is the same word.
 * @param {readonly string[]} tokens
 * @param {Record<string, any>} state with rule; pairs and scores if the figure has them
 * @returns {Float32Array} [tokens × tokens]
 */
export function scoresOf(tokens, { rule, pairs, scores }) {
  const n = tokens.length;
  if (scores) return /** @type {Float32Array} */ (readMatrix(scores, n));
  if (rule === 'pairs') return pairScores(n, pairs);
  return rule === 'example' && isExample(tokens) ? exampleScores() : ruleScores(tokens, rule);
}

/** @param {number} n @param {readonly number[]} pairs query, key, query, key, … */
function pairScores(n, pairs) {
  const scores = new Float32Array(n * n);
  for (let i = 0; i < pairs.length; i += 2) scores[pairs[i] * n + pairs[i + 1]] = 3;
  return scores;
}

/**
 * The pairs with one more, or without it where it was among them.
 * @param {readonly number[]} pairs @param {number} q @param {number} k @returns {number[]}
 */
export function togglePair(pairs, q, k) {
  const i = pairs.findIndex((one, at) => at % 2 === 0 && one === q && pairs[at + 1] === k);
  return i < 0 ? [...pairs, q, k] : pairs.filter((_, at) => at !== i && at !== i + 1);
}
