import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const NAME = 'virtual:attn-engine';
const ENTRY = fileURLToPath(new URL('../../web/engine/bundle.js', import.meta.url));

/**
 * The engine as one self-contained function, which the page calls and whose own text is the
 * worker's script: so the engine travels once. The worker is a classic script from a Blob, the
 * only kind that a page opened from `file://` may start.
 */
export function enginePlugin() {
  let code = null;
  return {
    name: 'attn-engine',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      this.addWatchFile(ENTRY);
      code ??= bundle();
      return module(await code);
    },
    handleHotUpdate: () => {
      code = null;
    },
  };
}

/** @param {string} code a script that sets the variable `attnEngine` */
const module = (code) => `function engineScript() {
${code}
return attnEngine;
}
export const { loadEngine, createBackground } = engineScript();
export const workerSource = '(' + engineScript + ')().serveEngine(self)';
`;

/** The bundle is handed its bytes; a classic script has no address to look for files beside. */
const withoutFiles = {
  name: 'attn-without-files',
  enforce: 'pre',
  resolveId: (id) => (id === './files.js' ? '\0no-files' : null),
  load: (id) => (id === '\0no-files' ? NO_FILES : null),
};

const NO_FILES = `export function readFile(file) {
  throw new RangeError('the bytes of ' + file + ' must be given');
}`;

async function bundle() {
  const [result] = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutFiles],
    build: {
      write: false,
      target: ['es2022', 'safari16.4'],
      lib: { entry: ENTRY, formats: ['iife'], name: 'attnEngine', fileName: 'engine' },
    },
  });
  return result.output[0].code.trim();
}
