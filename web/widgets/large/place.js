/** The file of what only large matrices need, beside the widgets, and where it leaves it. */
export const FILE = 'attn-large.js';
export const PLACE = Symbol.for('attention-explorer.large.1');
