/** What the panel can make of a figure: names, types and contents of files. */
import { csv, inSlices, json, latex, markdown } from './formats/text-tables.js';
import { npy } from './formats/npy.js';
import { zip } from './formats/zip.js';
import { fileName, slug } from './matrices/index.js';
import { exportPicture } from './picture/export.js';
import { toPng } from './picture/png.js';
import { scriptOf } from './python/index.js';

/** @typedef {import('./matrices/index.js').Matrix} Matrix */
/** @typedef {{ name: string, type: string, content: string | Uint8Array<ArrayBuffer> | Blob }} File */

/** @type {Record<string, { end: string, type: string, write: (matrix: Matrix, about: any) => string | Uint8Array<ArrayBuffer> }>} */
export const FORMATS = {
  csv: { end: 'csv', type: 'text/csv;charset=utf-8', write: csv },
  json: { end: 'json', type: 'application/json', write: json },
  npy: { end: 'npy', type: 'application/octet-stream', write: npy },
  latex: { end: 'tex', type: 'application/x-tex', write: latex },
  markdown: { end: 'md', type: 'text/markdown;charset=utf-8', write: markdown },
};

/** Where a figure is from, for files that can say it. @param {any} figure */
function aboutOf(figure) {
  return {
    figure: figure.figureName,
    title: figure.words.title,
    provenance: figure.provenance(figure.state),
    link: figure.link,
  };
}

/** More numbers than this are written a slice at a time. */
const MANY = 20_000;

/** @param {any} figure @param {Matrix} matrix @param {string} format @returns {File | Promise<File>} */
export function numbersFile(figure, matrix, format) {
  const { end, type, write } = FORMATS[format];
  const name = `${fileName(figure.figureName, matrix)}.${end}`;
  const about = aboutOf(figure);
  if (matrix.data.length <= MANY || format === 'npy') {
    return { name, type, content: write(matrix, about) };
  }
  return inSlices(format, matrix, about).then((content) => ({ name, type, content }));
}

/**
 * @param {any} figure
 * @param {{ format: string, theme: 'light' | 'dark', isTitled: boolean }} options format: svg, or
 *   png-1 to png-3
 * @returns {Promise<File>}
 */
export async function pictureFile(figure, options) {
  const picture = exportPicture(figure, options);
  const [kind, scale] = options.format.split('-');
  const name = [figure.figureName, options.theme, scale && `${scale}x`].filter(Boolean).join('_');
  if (kind === 'svg') return { name: `${name}.svg`, type: 'image/svg+xml', content: picture.svg };
  const content = await toPng(picture, Number(scale));
  return { name: `${name}.png`, type: 'image/png', content };
}

/** @param {any} figure @param {'numpy' | 'torch'} library @returns {File | null} */
export function scriptFile(figure, library) {
  const content = scriptOf(figure, library);
  if (content === null) return null;
  const end = library === 'torch' ? '_torch' : '';
  return { name: `${slug(figure.figureName)}${end}.py`, type: 'text/x-python', content };
}

/** Several files of numbers as one; of NPY files that is NumPy's own NPZ. @param {any} figure @param {File[]} files @returns {File} */
export function zipFile(figure, files) {
  const end = files.every(({ name }) => name.endsWith('.npy')) ? 'npz' : 'zip';
  const content = zip(/** @type {{ name: string, content: string | Uint8Array }[]} */ (files));
  return { name: `${figure.figureName}.${end}`, type: 'application/zip', content };
}
