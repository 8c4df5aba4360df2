/** What attn-seq2seq knows before its part has come: how long its sentences are, and how high. */

/** Words on either side, source and target alike; by the names that sentences have in links. */
export const LENGTHS = { pick: 10, throw: 10, put: 6, plain: 4 };

/** In the order of SEQ2SEQ_SENTENCES. */
export const SENTENCES = Object.keys(LENGTHS);

/** Of the script that fitted the params. */
export const SEED = 11;

/** @param {import('../figure-element.js').State} state @returns {number} */
export const stepsOf = ({ sentence }) => LENGTHS[/** @type {keyof typeof LENGTHS} */ (sentence)];

export const ROW = 25;
export const CHIP = 28;

/** Where the alignment matrix begins. @param {number} n words on either side @param {boolean} narrow */
export const gridTop = (n, narrow) => (narrow ? 122 + n * (CHIP + 6) : 132 + 2 * CHIP);

/** @param {number} n @param {import('../figure-element.js').Layout} layout */
export const seq2seqHeight = (n, { narrow }) => gridTop(n, narrow) + n * ROW + 34;
