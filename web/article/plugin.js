import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { assemble } from './assembly/assemble.js';

const HERE = new URL('./', import.meta.url);

/**
 * The Vite plugin that makes the page out of its chapters, in the dev server as in the build.
 * Formulas, citations, chapter list and glossary become plain HTML here, so that the page needs
 * no script to be read.
 */
export function articlePlugin() {
  return {
    name: 'attn-article',
    configureServer(server) {
      const folder = fileURLToPath(HERE);
      server.watcher.add(folder);
      server.watcher.on('change', (path) => {
        if (path.startsWith(folder)) server.ws.send({ type: 'full-reload' });
      });
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, context) {
        if (!context.filename.endsWith('index.html')) return html;
        return assemble(html, await readSources());
      },
    },
  };
}

/** Everything the assembly reads, as texts: chapters in the order of their file names. */
export async function readSources() {
  const folder = new URL('chapters/', HERE);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.html')).sort();
  const chapters = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  return {
    chapters,
    literature: await readJson('literature.json', []),
    glossary: await readJson('glossary.json', []),
  };
}

async function readJson(name, otherwise) {
  const text = await readFile(new URL(name, HERE), 'utf8').catch(() => null);
  return text === null ? otherwise : JSON.parse(text);
}
