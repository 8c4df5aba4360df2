/**
 * Registers every figure; attn-seq2seq has its part from all.js or from a file beside. Loading this
 * twice, or in two versions, does no harm.
 */
import './frame/prose-links.js';
import './figures.js';
import './frame/inside-binaries.js';
