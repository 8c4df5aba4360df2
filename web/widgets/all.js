/** Registers every figure, as portable.js does, and carries what some of them fetch elsewhere. */
import './large/register.js';
import './seq2seq/register.js';
import './portable.js';
