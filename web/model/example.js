/**
 * The running example of the whole article and its hand-made scores.
 *
 * The scores are chosen by hand to show patterns of the kind that trained heads are known to
 * produce (Clark et al. 2019); no model computed them. What follows from them (masks, softmax,
 * entropy, blends) is computed by the engine.
 */

/** The ten tokens of the running example, positions 0 to 9. */
export const EXAMPLE_TOKENS = Object.freeze(
  'the robot picked up the ball because it was heavy'.split(' '),
);

/** The position of "it" in the running example. */
export const EXAMPLE_QUERY = 7;

const HAND_MADE_SCORES = [
  { robot: 2.4, the: 1.0 },
  { picked: 2.2, robot: 1.4, the: 1.2 },
  { robot: 2.6, ball: 2.2, up: 1.8 },
  { picked: 3.0 },
  { ball: 2.4, the4: 1.0 },
  { picked: 2.2, heavy: 1.6, ball: 1.4, the4: 1.2 },
  { picked: 2.0, heavy: 2.0, was: 1.2 },
  { ball: 3.4, heavy: 2.8, robot: 2.1 },
  { it: 2.6, heavy: 2.0 },
  { ball: 2.8, it: 2.4, was: 1.4 },
];

/** Names of the keys in the table above; the second "the" is called the4 after its position. */
const KEY_NAMES = EXAMPLE_TOKENS.map((token, k) => (k === 4 ? 'the4' : token));

/**
 * The hand-made scores as a matrix, queries down, keys across; what is not named is 0.
 * @returns {Float32Array} [10 × 10], row-major
 */
export function exampleScores() {
  const n = EXAMPLE_TOKENS.length;
  const scores = new Float32Array(n * n);
  HAND_MADE_SCORES.forEach((row, q) => {
    for (const [name, score] of Object.entries(row)) {
      scores[q * n + KEY_NAMES.indexOf(name)] = score;
    }
  });
  return scores;
}

/**
 * Head B of chapter 5: a fixed score for the next (or previous) token, itself at the edge.
 * @param {number} count number of tokens
 * @param {1 | -1} step +1 for the next token, −1 for the previous one
 * @param {number} [score]
 * @returns {Float32Array} [count × count]
 */
export function neighbourScores(count, step, score = 5) {
  const scores = new Float32Array(count * count);
  for (let q = 0; q < count; q++) {
    const k = q + step;
    scores[q * count + (k >= 0 && k < count ? k : q)] = score;
  }
  return scores;
}

/**
 * Head C of chapter 5: a fixed score for each content word, whatever the query.
 * @param {readonly string[]} tokens
 * @param {ReadonlySet<string>} [contentWords]
 * @param {number} [score]
 * @returns {Float32Array} [count × count]
 */
export function contentWordScores(
  tokens,
  contentWords = new Set(['robot', 'ball', 'heavy']),
  score = 3,
) {
  const n = tokens.length;
  const scores = new Float32Array(n * n);
  for (let q = 0; q < n; q++) {
    tokens.forEach((token, k) => {
      if (contentWords.has(token)) scores[q * n + k] = score;
    });
  }
  return scores;
}

/**
 * Tokens with a number behind those that occur more than once ("the", "the₄"), for places where
 * two equal words would be confused: tables, matrix labels, spoken text.
 * @param {readonly string[]} tokens
 * @returns {string[]}
 */
export function distinctNames(tokens) {
  const seen = new Map();
  tokens.forEach((token) => seen.set(token, (seen.get(token) ?? 0) + 1));
  return tokens.map((token, t) => ((seen.get(token) ?? 0) > 1 ? `${token} (${t})` : token));
}
