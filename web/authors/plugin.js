import { fileURLToPath } from 'node:url';
import { RECIPES } from './recipes.js';

const FRAME = fileURLToPath(new URL('../authors.html', import.meta.url));

/**
 * The Vite plugin that puts the recipes and the tables of all attributes into authors.html, so that
 * they can be read without a script.
 * @param {() => Promise<string>} reference the tables, as HTML
 * @returns {import('vite').Plugin}
 */
export function authorsPlugin(reference) {
  return {
    name: 'attn-authors',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        if (filename !== FRAME) return html;
        const tables = await reference();
        return html
          .replace(/<!-- authors:recipe ([\w-]+) -->/g, (_, name) => codeBlock(name))
          .replace('<!-- authors:reference -->', () => tables);
      },
    },
  };
}

/** @param {string} name */
function codeBlock(name) {
  const code = /** @type {Record<string, string>} */ (RECIPES)[name];
  if (code === undefined) throw new Error(`authors.html: no recipe called ${name}`);
  const escaped = code.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<pre data-recipe="${name}"><code>${escaped}</code></pre>`;
}
