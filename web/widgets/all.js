/** Registers every figure. Loading this twice, or in two versions, does no harm. */
import { registerFigure } from './figure-element.js';
import { AttnHeads } from './attn-heads.js';
import { AttnPattern } from './attn-pattern.js';

const FIGURES = [AttnPattern, AttnHeads];

FIGURES.forEach(registerFigure);
