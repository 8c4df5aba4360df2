/** The entry of attn-large.js, a classic script; pages that carry the figures whole import it. */
import { part } from './part.js';
import { PLACE } from './place.js';

/** @type {any} */ (globalThis)[PLACE] ??= part;
