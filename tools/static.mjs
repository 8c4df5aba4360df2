// The static twin of every figure: its default state as a picture, a sentence and tables, made in
// Node by the same drawing code and the same engine.
//
//   node tools/static.mjs FOLDER   writes FOLDER/attn-….svg, and the words and tables of all of them
//                                  to build/static/twins.json, for the page
import { mkdir, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { html } from 'lit';
import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { matricesOf } from '../web/take-along/matrices/index.js';
import { escaped } from '../web/take-along/picture/document.js';
import { staticPicture } from '../web/take-along/picture/static.js';
import { figureNames, headless } from './headless.mjs';

/** As wide as the page shows a figure on a desk. */
const WIDTH = 862;

/**
 * @typedef {object} Twin
 * @property {string} name
 * @property {string} svg
 * @property {number} width
 * @property {number} height
 * @property {string} title
 * @property {string} summary what the figure says in words
 * @property {string} tables its numbers as HTML
 */

/** @param {string} name @returns {Promise<Twin>} */
export async function twinOf(name) {
  const figure = await headless(name, { width: WIDTH });
  const { results, state, layout } = figure;
  const { title } = figure.words;
  const text = (part) => plain(rendered(html`${part}`));
  const summary = `${title}. ${text(figure.summary(results, state))} (${figure.provenance(state)})`;
  const tables = matricesOf(figure).slice(0, figure.tables(results, state).length);
  const picture = rendered(figure.picture(results, state, layout));
  const made = staticPicture({ html: picture, width: WIDTH, title, summary, tables });
  return { name, title, summary, tables: tables.map(htmlTable).join('\n'), ...made };
}

const rendered = (template) => collectResultSync(render(template));

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** The words of some HTML. */
const plain = (markup) =>
  markup
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity])
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim();

/** @param {import('../web/take-along/matrices/index.js').Matrix} table */
function htmlTable({ caption, corner, rowNames, columnNames, data, format }) {
  const width = columnNames.length;
  const head = columnNames.map((name) => `<th scope="col">${escaped(name)}</th>`).join('');
  const rows = rowNames.map((name, r) => {
    const cells = columnNames.map((_, c) => `<td>${escaped(format(data[r * width + c], c))}</td>`);
    return `<tr><th scope="row">${escaped(name)}</th>${cells.join('')}</tr>`;
  });
  return `<table><caption>${escaped(caption)}</caption>
<thead><tr><th scope="col">${escaped(corner)}</th>${head}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

async function main(folder) {
  const site = pathToFileURL(`${folder}/`);
  const words = new URL('../build/static/', import.meta.url);
  await Promise.all([site, words].map((one) => mkdir(one, { recursive: true })));
  const twins = [];
  for (const name of await figureNames()) {
    const { svg, ...rest } = await twinOf(name);
    await writeFile(new URL(`${name}.svg`, site), svg);
    twins.push(rest);
  }
  await writeFile(new URL('twins.json', words), JSON.stringify(twins));
}

if (pathToFileURL(process.argv[1] ?? '').href === import.meta.url) await main(process.argv[2]);
