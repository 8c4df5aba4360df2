/** Scripts of NumPy that print a figure's numbers: its tables, to the last digit shown. */
import { matricesOf } from '../matrices/index.js';
import { FIRST } from './first-chapters.js';
import { LATER } from './later-chapters.js';
import { MODELS } from './models.js';
import { head } from './pieces.js';

/** @typedef {Record<string, import('../matrices/index.js').Matrix>} Tables */

/** @type {Record<string, (figure: any, tables: Tables) => string | null>} */
export const SCRIPTS = { ...FIRST, ...LATER, ...MODELS };

/** @param {any} figure @returns {string | null} null where there is none for this state */
export function scriptOf(figure) {
  const tables = Object.fromEntries(matricesOf(figure).map((matrix) => [matrix.id, matrix]));
  const body = SCRIPTS[figure.figureName]?.(figure, tables) ?? null;
  if (body === null) return null;
  const { title } = figure.words;
  return `# ${title} (${figure.provenance(figure.state)})
# ${figure.link}
${head(body)}
${body.trim()}
`;
}
