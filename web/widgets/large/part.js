/**
 * What only matrices need that are too large for SVG: canvases, and the map of a long text. The
 * widgets for other pages have it from a file beside them (register.js is its entry), so it may know
 * the figures, but none of the frame: a second copy of that would be another one.
 */
import { inLanguage } from '../../model/language.js';
import { paintNow, paintSoon } from './paint.js';
import { tables } from './pipeline-tables.js';
import { picture } from './pipeline-layers.js';
import { jobs, stages } from './pipeline-stages.js';

export const part = {
  jobs,
  stages,
  picture,
  tables,
  paintNow,
  paintSoon,
  /** Texts and numbers are written in the language that this copy of model/language.js is told. */
  inLanguage,
};
