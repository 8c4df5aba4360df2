import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const NAME = 'virtual:attn-worker';
const ENTRY = fileURLToPath(new URL('../../web/engine/worker-main.js', import.meta.url));

/**
 * The worker as the text of a classic script. A page opened from `file://` may start a classic
 * worker from a Blob, but neither a module worker nor one from a file of its own.
 */
export function workerPlugin() {
  let source = null;
  return {
    name: 'attn-worker',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      this.addWatchFile(ENTRY);
      source ??= bundle();
      return `export default ${JSON.stringify(await source)};`;
    },
    handleHotUpdate: () => {
      source = null;
    },
  };
}

async function bundle() {
  const [result] = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      // It is handed its bytes; a classic script has no address of its own.
      rolldownOptions: { transform: { define: { 'import.meta.url': 'undefined' } } },
      target: ['es2022', 'safari16.4'],
      lib: { entry: ENTRY, formats: ['iife'], name: 'attnWorker', fileName: 'worker' },
    },
  });
  return result.output[0].code.trim();
}
