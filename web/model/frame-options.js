/**
 * What the link of `embed.html` can say beside the figure's own parameters, in the same spelling:
 * `embed.html#attn-pattern?query=3&theme=dark&title=0&lang=ja`. No figure may have a parameter of one of
 * these names (a test checks it).
 */

import { TRANSLATIONS } from './language.js';
import { RAMP_NAMES } from './palette.js';

/** @type {readonly import('./parameters.js').Parameter[]} */
export const FRAME_OPTIONS = Object.freeze([
  { key: 'theme', type: 'choice', values: ['auto', 'light', 'dark'], default: 'auto' },
  { key: 'ramp', type: 'choice', values: RAMP_NAMES, default: 'violet' },
  { key: 'controls', type: 'text', default: '', maxLength: 500 },
  { key: 'title', type: 'boolean', default: true },
  { key: 'origin', type: 'text', default: '', maxLength: 500 },
  { key: 'lang', type: 'choice', values: ['en', ...TRANSLATIONS], default: 'en' },
]);
