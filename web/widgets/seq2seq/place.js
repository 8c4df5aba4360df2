/** The file of the figure's part beside the widgets, and the symbol under which it leaves it. */
export const FILE = 'attn-seq2seq.js';
export const PLACE = Symbol.for('attention-explorer.seq2seq.1');
