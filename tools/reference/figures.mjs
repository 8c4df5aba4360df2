// The figures' own tables of parameters, read from their classes without a browser.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { en } from '../../web/model/texts/en.js';

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));
const ENTRY = 'virtual:attn-reference';

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {string} title
 * @property {readonly import('../../web/model/parameters.js').Parameter[]} parameters
 */

/** @type {Promise<Figure[]> | undefined} */
let loaded;

/** @returns {Promise<Figure[]>} in the order of the chapters */
export function loadFigures() {
  loaded ??= load();
  return loaded;
}

async function load() {
  // The only thing of a browser that a figure's module asks for when it is loaded.
  globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {} });
  await runnerImport(ENTRY, {
    root: WEB,
    configFile: false,
    logLevel: 'warn',
    plugins: [entryPlugin()],
  });
  return Object.keys(en.figures).map((name) => {
    const { parameters } = globalThis.customElements.get(name);
    return { name, title: en.figures[name].title, parameters };
  });
}

/** All figures as attn-widgets.js has them; nothing is computed, so the engine is a stub. */
function entryPlugin() {
  const sources = {
    [ENTRY]: `import '/widgets/portable.js';`,
    'virtual:attn-engine': 'export {};',
    'virtual:attn-binaries': 'export {};',
  };
  return {
    name: 'attn-reference-entry',
    resolveId: (id) => (id in sources ? `\0${id}` : null),
    load: (id) => sources[id.slice(1)] ?? null,
  };
}
