import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { assemble } from './assembly/assemble.js';
import { withTwins } from './assembly/twins.js';
import { katexCss } from './assembly/katex-css.js';

const HERE = new URL('./', import.meta.url);
const FRAME = new URL('../index.html', HERE);
/** Made by tools/static.mjs; the dev server does without. */
const TWINS = new URL('../../build/static/twins.json', HERE);
const FORMULA_CSS = 'virtual:attn-formulas.css';
// A name without the customary \0, so that Vite sees a style sheet and resolves its fonts.
const RESOLVED_CSS = '/virtual-attn-formulas.css';

/**
 * The Vite plugin that makes the page out of its chapters, in the dev server as in the build.
 * Formulas, citations, chapter list and glossary become plain HTML here, so that the page needs no
 * script to be read.
 * @param {{ pictures?: boolean }} [options] whether static pictures lie beside the page
 * @returns {import('vite').Plugin}
 */
export function articlePlugin({ pictures = false } = {}) {
  return {
    name: 'attn-article',
    resolveId: (id) => (id === FORMULA_CSS ? RESOLVED_CSS : null),
    async load(id) {
      if (id !== RESOLVED_CSS) return null;
      const { html, classes } = assemble(await readFile(FRAME, 'utf8'), await readSources());
      return `${await katexCss(html)}\n${classes.css()}`;
    },
    configureServer: reloadOnChange,
    transformIndexHtml: {
      order: 'pre',
      async handler(frame, { filename }) {
        if (filename !== fileURLToPath(FRAME)) return frame;
        const { html } = assemble(frame, await readSources());
        return withTwins(html, await readTwins(), { pictures });
      },
    },
  };
}

/** Everything the assembly reads, as texts: chapters in the order of their file names. */
export async function readSources() {
  const folder = new URL('chapters/', HERE);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html')).sort();
  const chapters = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const [literature, glossary] = await Promise.all(
    ['literature.json', 'glossary.json'].map(readList),
  );
  return { chapters, literature, glossary };
}

async function readTwins() {
  return JSON.parse(await readFile(TWINS, 'utf8').catch(() => '[]'));
}

/** @param {string} name */
async function readList(name) {
  return JSON.parse(await readFile(new URL(name, HERE), 'utf8').catch(() => '[]'));
}

/** @param {import('vite').ViteDevServer} server */
function reloadOnChange(server) {
  const folder = fileURLToPath(HERE);
  server.watcher.add(folder);
  server.watcher.on('change', (path) => {
    if (!path.startsWith(folder)) return;
    const styles = server.moduleGraph.getModuleById(RESOLVED_CSS);
    if (styles) server.moduleGraph.invalidateModule(styles);
    server.ws.send({ type: 'full-reload' });
  });
}
