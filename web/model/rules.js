/**
 * Scores by rule, for sentences that no hand made a pattern for. Each is of the kind that trained
 * heads are known to follow (Clark et al. 2019).
 */
import { contentWordScores, neighbourScores } from './example.js';

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
