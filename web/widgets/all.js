/**
 * Registers every figure, as the page does. attn-seq2seq stays out of portable.js for now: with its
 * fitted params and its part of the engine the widgets would weigh more than their budget.
 */
import './portable.js';
import { AttnSeq2seq } from './attn-seq2seq.js';
import { registerFigure } from './figure-element.js';

registerFigure(AttnSeq2seq);
