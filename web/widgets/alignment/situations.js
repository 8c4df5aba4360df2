/** The arrows that attn-alignment starts with, and the situations its buttons make. */

/** The plane runs from −EXTENT to EXTENT. */
export const EXTENT = 4;
export const MOST_KEYS = 6;
/** Values are numbers of at most this size. */
export const VALUE_LIMIT = 100;

/**
 * @typedef {object} Situation a part of the state
 * @property {number[]} query [2]
 * @property {number[]} keys [keys, 2]
 * @property {number[]} keyValues [keys]
 * @property {number} selected 0 is the query, k the k-th key
 */

const VALUES = [10, 20, 30, 40];

/** @type {Situation} */
export const START = {
  query: [2, 1],
  keys: [0.8, 0.4, 2, 0, -0.5, 1, -1, -1],
  keyValues: VALUES,
  selected: 2,
};

/** @type {Record<'equal' | 'long' | 'orthogonal', Situation>} */
export const SITUATIONS = {
  equal: {
    query: [2, 1],
    keys: [1.5, 1.5, 1.5, 1.5, -1.5, 1, 1, -2],
    keyValues: VALUES,
    selected: 2,
  },
  // Length 4, and three of length 1; the query points the long one's way.
  long: {
    query: [1.6, 1.2],
    keys: [3.2, 2.4, 1, 0, -0.6, 0.8, 0, -1],
    keyValues: VALUES,
    selected: 0,
  },
  // Multiples of (−1, 2) and (1, −2): x + x + y is 0 for each, without a rounding error.
  orthogonal: {
    query: [2, 1],
    keys: [-1, 2, -0.5, 1, 0.75, -1.5, 1.5, -3],
    keyValues: VALUES,
    selected: 0,
  },
};

/** Where a new key appears, by its number. */
export const NEW_KEYS = [[0.8, 0.4], [2, 0], [-0.5, 1], [-1, -1], [1, -2], [-2.5, 0.5]]; // prettier-ignore

/** The value of a key that was given none. @param {number} k */
export const valueFor = (k) => 10 * (k + 1);
