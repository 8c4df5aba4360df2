/** Registers every figure, as portable.js does, and carries what one of them fetches elsewhere. */
import './seq2seq/register.js';
import './portable.js';
