/** Matrices as texts: for spreadsheets, programs, papers and pages. */
import { exactIn } from './exact.js';

/** @typedef {import('../matrices/index.js').Matrix} Matrix */

/** The rows of a matrix, each with its name and its numbers as `write` spells them. */
/** @param {Matrix} matrix @param {(value: number, column: number) => string} write */
function rowsOf({ data, shape, rowNames }, write) {
  const [rows, columns] = shape;
  return Array.from({ length: rows }, (_, r) => [
    rowNames[r],
    ...Array.from({ length: columns }, (_, c) => write(data[r * columns + c], c)),
  ]);
}

/** @param {string} text */
const csvField = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** RFC 4180: a head of column names, then rows that begin with their names. @param {Matrix} matrix */
export function csv(matrix) {
  const lines = [[matrix.corner, ...matrix.columnNames], ...rowsOf(matrix, exactIn(matrix.data))];
  return lines.map((fields) => `${fields.map(csvField).join(',')}\r\n`).join('');
}

/** JSON knows no infinity: those stand as the strings that Number() and float() read. */
/** @param {string} number */
const jsonNumber = (number) =>
  ({ nan: '"NaN"', inf: '"Infinity"', '-inf': '"-Infinity"' })[number] ?? number;

/**
 * @param {Matrix} matrix
 * @param {{ figure: string, title: string, provenance: string, link: string }} about
 */
export function json(matrix, about) {
  const { id, caption, shape, corner, rowNames, columnNames } = matrix;
  const head = { ...about, id, caption, shape, corner, rowNames, columnNames };
  const rows = rowsOf(matrix, exactIn(matrix.data)).map(
    ([, ...numbers]) => `    [${numbers.map(jsonNumber).join(', ')}]`,
  );
  const text = JSON.stringify(head, null, 2).replace(/\n\}$/, ',\n');
  return `${text}  "data": [\n${rows.join(',\n')}\n  ]\n}\n`;
}

/** As the figure writes numbers. @param {Matrix} matrix */
const shown = (matrix) => rowsOf(matrix, matrix.format);

/** @param {string} text */
const markdownCell = (text) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();

/** @param {Matrix} matrix */
export function markdown(matrix) {
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map(markdownCell).join(' | ')} |\n`;
  const rule = `|---|${matrix.columnNames.map(() => '---:|').join('')}\n`;
  const head = line([matrix.corner, ...matrix.columnNames]);
  return `${matrix.caption}\n\n${head}${rule}${shown(matrix).map(line).join('')}`;
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
};

/** @param {string} text */
const tex = (text) => text.replace(/[\\{}$&#%_^~−∞×·√′\u00a0]/g, (sign) => TEX[sign]);

/** A table with rules of the package booktabs. @param {Matrix} matrix */
export function latex(matrix) {
  const line = (/** @type {readonly string[]} */ cells) =>
    `    ${cells.map(tex).join(' & ')} \\\\\n`;
  const columns = `l${'r'.repeat(matrix.columnNames.length)}`;
  return `% \\usepackage{booktabs}
\\begin{table}
  \\caption{${tex(matrix.caption)}}
  \\begin{tabular}{${columns}}
    \\toprule
${line([matrix.corner, ...matrix.columnNames])}    \\midrule
${shown(matrix).map(line).join('')}    \\bottomrule
  \\end{tabular}
\\end{table}
`;
}
