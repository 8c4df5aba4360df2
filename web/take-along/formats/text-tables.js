/**
 * Matrices as texts: for spreadsheets, programs, papers and pages. Each format is a head, a text for
 * each row, and an end, so that a million numbers can be written a few rows at a time.
 */
import { exactIn } from './exact.js';

/** @typedef {import('../matrices/index.js').Matrix} Matrix */
/** @typedef {{ figure: string, title: string, provenance: string, link: string }} About */

/**
 * @typedef {object} Format
 * @property {(matrix: Matrix, about: About) => string} head
 * @property {boolean} [isExact] numbers that read back to the same bits, else as the figure writes them
 * @property {(cells: string[]) => string} row its name and its numbers
 * @property {string} [between]
 * @property {string} [end]
 */

/** @param {string} text */
const csvField = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** RFC 4180: a head of column names, then rows that begin with their names. @param {readonly string[]} cells */
const csvRow = (cells) => `${cells.map(csvField).join(',')}\r\n`;

/** JSON knows no infinity: those stand as the strings that Number() and float() read. */
/** @param {string} number */
const jsonNumber = (number) =>
  ({ nan: '"NaN"', inf: '"Infinity"', '-inf': '"-Infinity"' })[number] ?? number;

/** @param {Matrix} matrix @param {About} about */
function jsonHead({ id, caption, shape, corner, rowNames, columnNames }, about) {
  const head = { ...about, id, caption, shape, corner, rowNames, columnNames };
  return `${JSON.stringify(head, null, 2).replace(/\n\}$/, ',\n')}  "data": [\n`;
}

/** What Markdown would take for its own; an underscore only at the end of a word. */
const MARKED = /[\\`*<|[\]]|_(?!\w)|(?<!\w)_/g;

/** @param {string} text */
const markdownCell = (text) => text.replace(MARKED, '\\$&').replace(/\s+/g, ' ').trim();

/** @param {readonly string[]} cells */
const markdownRow = (cells) => `| ${cells.map(markdownCell).join(' | ')} |\n`;

/** @param {Matrix} matrix */
function markdownHead({ caption, corner, columnNames }) {
  const rule = `|---|${columnNames.map(() => '---:|').join('')}\n`;
  return `${caption}\n\n${markdownRow([corner, ...columnNames])}${rule}`;
}

/** @type {Record<string, string>} */
const TEX = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '−': '$-$',
  '∞': '$\\infty$',
  '×': '$\\times$',
  '·': '$\\cdot$',
  '√': '$\\surd$',
  '′': "$'$",
  '\u00a0': '~',
  '<': '$<$',
  '>': '$>$',
  '|': '$|$',
  α: '$\\alpha$',
  ω: '$\\omega$',
  Δ: '$\\Delta$',
  θ: '$\\theta$',
  '→': '$\\to$',
  '…': '\\dots{}',
};

/** @param {string} text */
const tex = (text) => text.replace(/[^]/gu, (sign) => TEX[sign] ?? sign);

/** @param {readonly string[]} cells */
const texRow = (cells) => `    ${cells.map(tex).join(' & ')} \\\\\n`;

/** What pdfLaTeX has no letters for. */
const BEYOND_PDFLATEX = /[\u0180-\u200f\u203b-\uffff]/;
const MORE_LATEX = '% The names need XeLaTeX or LuaLaTeX, and a font that has their characters.\n';

/** A table with rules of the package booktabs. @param {Matrix} matrix */
const texHead = ({ caption, corner, rowNames, columnNames }) => `% \\usepackage{booktabs}
${BEYOND_PDFLATEX.test(tex([caption, corner, ...rowNames, ...columnNames].join(''))) ? MORE_LATEX : ''}\\begin{table}
  \\caption{${tex(caption)}}
  \\begin{tabular}{l${'r'.repeat(columnNames.length)}}
    \\toprule
${texRow([corner, ...columnNames])}    \\midrule
`;

const TEX_END = `    \\bottomrule
  \\end{tabular}
\\end{table}
`;

/** @type {Record<'csv' | 'json' | 'latex' | 'markdown', Format>} */
const TEXTS = {
  csv: {
    head: ({ corner, columnNames }) => csvRow([corner, ...columnNames]),
    isExact: true,
    row: csvRow,
  },
  json: {
    head: jsonHead,
    isExact: true,
    row: ([, ...numbers]) => `    [${numbers.map(jsonNumber).join(', ')}]`,
    between: ',\n',
    end: '\n  ]\n}\n',
  },
  latex: { head: texHead, row: texRow, end: TEX_END },
  markdown: { head: markdownHead, row: markdownRow },
};

/** @param {Matrix} matrix @param {Format} format @returns {(row: number) => string} */
function rowWriter({ data, shape, rowNames, format: shown }, { isExact, row }) {
  const [, columns] = shape;
  const write = isExact ? exactIn(data) : shown;
  const numbers = (/** @type {number} */ r) =>
    Array.from({ length: columns }, (_, c) => write(data[r * columns + c], c));
  return (r) => row([rowNames[r], ...numbers(r)]);
}

/** @param {keyof typeof TEXTS} name @returns {(matrix: Matrix, about?: any) => string} */
const writer = (name) => (matrix, about) => {
  const format = TEXTS[name];
  const write = rowWriter(matrix, format);
  const rows = Array.from({ length: matrix.shape[0] }, (_, r) => write(r));
  return format.head(matrix, about) + rows.join(format.between ?? '') + (format.end ?? '');
};

export const csv = writer('csv');
export const json = writer('json');
export const latex = writer('latex');
export const markdown = writer('markdown');

/** How long writing may keep the page waiting, in milliseconds. */
const SLICE = 12;

/**
 * The same, leaving the page time to breathe between rows.
 * @param {string} name of a format @param {Matrix} matrix @param {About} about
 */
export async function inSlices(name, matrix, about) {
  const format = TEXTS[/** @type {'csv'} */ (name)];
  const write = rowWriter(matrix, format);
  const rows = [];
  let until = performance.now() + SLICE;
  for (let r = 0; r < matrix.shape[0]; r++) {
    rows.push(write(r));
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    until = performance.now() + SLICE;
  }
  return format.head(matrix, about) + rows.join(format.between ?? '') + (format.end ?? '');
}
