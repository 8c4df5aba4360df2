/** The file of the scalar build beside the widgets, and the symbol under which it leaves it. */
export const SCALAR_FILE = 'attn-scalar.js';
export const SCALAR_PLACE = 'attention-explorer.scalar.1';
