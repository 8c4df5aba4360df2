/** Scripts of NumPy and of PyTorch that print a figure's numbers: its tables, to the last digit shown. */
import { matricesOf } from '../matrices/index.js';
import { FIRST } from './first-chapters.js';
import { LATER } from './later-chapters.js';
import { MODELS } from './models.js';
import { head } from './pieces.js';
import { hasTorch, torchBody, torchHead } from './torch.js';

/** @typedef {Record<string, import('../matrices/index.js').Matrix>} Tables */

/** @type {Record<string, (figure: any, tables: Tables) => string | null>} */
export const SCRIPTS = { ...FIRST, ...LATER, ...MODELS };

/**
 * @param {any} figure
 * @param {'numpy' | 'torch'} [library]
 * @returns {string | null} null where there is none for this state
 */
export function scriptOf(figure, library = 'numpy') {
  const name = figure.figureName;
  const tables = Object.fromEntries(matricesOf(figure).map((matrix) => [matrix.id, matrix]));
  const body = SCRIPTS[name]?.(figure, tables) ?? null;
  if (body === null || (library === 'torch' && !hasTorch(name))) return null;
  const start = head(body);
  const [top, rest] =
    library === 'torch'
      ? [torchHead(start, torchBody(name, body)), torchBody(name, body)]
      : [start, body];
  const { title } = figure.words;
  return `# ${title} (${figure.provenance(figure.state)})
# ${figure.link}
${top}
${rest.trim()}
`;
}
