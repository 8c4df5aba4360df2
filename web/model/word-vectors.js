/** Where a word's vector stands in a stream of random numbers. */

/** What is drawn for params stands before this many vectors. */
const WORDS_FROM = 2 ** 17;

/** The spelling as a number (FNV-1a). @param {string} token */
function hashOf(token) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < token.length; i++) {
    hash = Math.imul(hash ^ token.charCodeAt(i), 0x01000193) >>> 0;
  }
  return hash;
}

/**
 * One vector a token, by its spelling: the same word has the same vector in every place.
 * @param {any} engine
 * @param {readonly string[]} tokens
 * @param {{ seed: number, dim: number }} options
 * @returns {Float32Array} [tokens × dim]
 */
export function wordVectors(engine, tokens, { seed, dim }) {
  const x = new Float32Array(tokens.length * dim);
  tokens.forEach((token, t) => {
    const skip = (WORDS_FROM + hashOf(token)) * dim;
    x.set(engine.random({ seed, count: dim, skip }).values, t * dim);
  });
  return x;
}
