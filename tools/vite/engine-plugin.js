import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { packBinaries } from '../pack-binaries.js';
import { SCALAR_FILE, SCALAR_PLACE } from '../../web/widgets/frame/scalar-names.js';
import { trustingCalls } from './trusting-calls.js';
import { shaken, usedExports, usedFunctions } from '../engine-subset.mjs';

/** The modules it makes. @type {Record<string, 'engine' | 'binaries'>} */
const MODULES = { 'virtual:attn-engine': 'engine', 'virtual:attn-binaries': 'binaries' };
const ENTRY = fileURLToPath(new URL('../../web/engine/bundle.js', import.meta.url));
const API = fileURLToPath(new URL('../../web/engine/api/index.js', import.meta.url));
const BINARIES = new URL('../../build/engine/', import.meta.url);

/**
 * The engine for the widgets, as far as they use it.
 *
 * Its JavaScript is one self-contained function, which the page calls and whose own text is the
 * worker's script: so it travels once. The worker is a classic script from a Blob, the only kind
 * that a page opened from `file://` may start.
 *
 * Its binaries are one text, raw deflate in base64: over the wire this costs what the deflated
 * bytes cost, and the page unpacks them without a fetch that `file://` or a strict policy refuses.
 * @param {{ isLean?: boolean }} [options] lean: without the checks that trusting-calls.js names, and
 *   with the scalar binary in a file beside (see web/widgets/frame/scalar-beside.js)
 */
export function enginePlugin({ isLean = false } = {}) {
  let code = null;
  return {
    name: 'attn-engine',
    resolveId: (id) => (Object.hasOwn(MODULES, id) ? `\0${id}` : null),
    async load(id) {
      const name = id.startsWith('\0') ? MODULES[id.slice(1)] : undefined;
      if (!name) return null;
      this.addWatchFile(ENTRY);
      code ??= engineModules(usedFunctions(), isLean);
      const modules = await code;
      const { beside } = modules;
      if (beside && name === 'binaries')
        this.emitFile({ type: 'asset', fileName: SCALAR_FILE, source: beside });
      return modules[name];
    },
    handleHotUpdate: () => {
      code = null;
    },
  };
}

/** @returns {Promise<{ engine: string, binaries: string, beside: string | null }>} scripts */
async function engineModules(functions, isLean) {
  const code = await bundle(functions, isLean);
  const keep = usedExports(code);
  const simd = await binary('attn.wasm', keep);
  const scalar = await binary('attn-scalar.wasm', keep);
  const inside = await packed(isLean ? [simd] : [simd, scalar]);
  const engine = `function engineScript() {
${code}
return attnEngine;
}
export const { loadEngine, createBackground } = engineScript();
export const workerSource = '(' + engineScript + ')().serveEngine(self)';
`;
  const binaries = `export const [packed, lengths] = ${inside};\n`;
  const place = `globalThis[Symbol.for('${SCALAR_PLACE}')]`;
  return { engine, binaries, beside: isLean ? `${place} = ${await packed([scalar])};\n` : null };
}

/** What unpackBinaries takes, as JavaScript. @param {readonly Buffer[]} binaries */
async function packed(binaries) {
  return JSON.stringify([await packBinaries(binaries), binaries.map(({ length }) => length)]);
}

async function binary(file, keep) {
  const bytes = await readFile(new URL(file, BINARIES)).catch(() => {
    throw new Error(`build/engine/${file} is missing: \`make build\` (or \`make -C c\`) makes it`);
  });
  return shaken(bytes, keep);
}

/** @returns {Promise<string>} a script that sets the variable `attnEngine` */
async function bundle(functions, isLean) {
  const [result] = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [subset(functions), ...(isLean ? [trustingCalls()] : [])],
    build: {
      write: false,
      target: ['es2022', 'safari16.4'],
      lib: { entry: ENTRY, formats: ['iife'], name: 'attnEngine', fileName: 'engine' },
      rolldownOptions: { output: { generatedCode: { symbols: false } } },
    },
  });
  return result.output[0].code.trim();
}

/** Only the functions that figures use; no files, for the bundle is handed its bytes. */
function subset(functions) {
  const modules = new Map([
    ['\0api', `export { ${functions.join(', ')} } from ${JSON.stringify(API)};`],
    [
      '\0files',
      `export function readFile(file) { throw new RangeError('the bytes of ' + file + ' must be given'); }`,
    ],
  ]);
  return {
    name: 'attn-engine-subset',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === './api/index.js' && importer?.endsWith('/attn.js')) return '\0api';
      return id === './files.js' ? '\0files' : null;
    },
    load: (id) => modules.get(id) ?? null,
  };
}
