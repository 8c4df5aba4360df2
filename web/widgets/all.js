/** Registers every figure. Loading this twice, or in two versions, does no harm. */
import { registerFigure } from './figure-element.js';
import { AttnHeads } from './attn-heads.js';
import { AttnPattern } from './attn-pattern.js';
import { AttnScaling } from './attn-scaling.js';
import { AttnTemperature } from './attn-temperature.js';

const FIGURES = [AttnPattern, AttnHeads, AttnTemperature, AttnScaling];

FIGURES.forEach(registerFigure);
