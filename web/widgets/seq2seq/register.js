/** The entry of attn-seq2seq.js, a classic script; pages that carry the figure whole import it. */
import { part } from './part.js';
import { PLACE } from './place.js';

/** @type {any} */ (globalThis)[PLACE] ??= part;
