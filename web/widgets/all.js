/** Registers every figure. Loading this twice, or in two versions, does no harm. */
import { registerFigure } from './figure-element.js';
import { AttnPattern } from './attn-pattern.js';

const FIGURES = [AttnPattern];

FIGURES.forEach(registerFigure);
