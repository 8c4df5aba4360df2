// What the figures use of the engine: the widgets carry only that.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as api from '../web/engine/api/index.js';

const WIDGETS = fileURLToPath(new URL('../web/widgets/', import.meta.url));
const ARTICLE = fileURLToPath(new URL('../web/article/', import.meta.url));

/** The functions of the engine that some figure names, as `engine.name` or `'name'`. */
export function usedFunctions() {
  const sources = [WIDGETS, ARTICLE].map(allSources).join('\n');
  return Object.keys(api).filter((name) => new RegExp(`[.'"\`]${name}\\b`).test(sources));
}

/** @param {string} folder */
function allSources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => String(name).endsWith('.js'))
    .map((name) => readFileSync(join(folder, String(name)), 'utf8'))
    .join('\n');
}

/** The exports of the wasm that a bundle calls. @param {string} code of the bundle */
export function usedExports(code) {
  return [...new Set(code.match(/\battn_\w+/g))].sort();
}

/**
 * The wasm without the functions that nothing reaches from these exports. Binaryen's
 * wasm-metadce, which comes with Emscripten, does it; where it is not to be found the binary
 * stays whole, which costs size and nothing else.
 * @param {Buffer} wasm
 * @param {readonly string[]} keep names of exports
 * @returns {Buffer}
 */
export function shaken(wasm, keep) {
  const folder = mkdtempSync(join(tmpdir(), 'attn-'));
  const path = (/** @type {string} */ name) => join(folder, name);
  try {
    writeFileSync(path('in.wasm'), wasm);
    writeFileSync(path('graph.json'), JSON.stringify(graph(wasm, new Set(keep))));
    const args = [path('in.wasm'), '--graph-file', path('graph.json'), '-o', path('out.wasm')];
    const { error, status, stderr } = spawnSync(
      'wasm-metadce',
      [...args, '--enable-simd', '--quiet'],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    if (error) return wasm;
    if (status !== 0) throw new Error(`wasm-metadce failed: ${stderr}`);
    return readFileSync(path('out.wasm'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Buffer} wasm @param {ReadonlySet<string>} keep */
function graph(wasm, keep) {
  const names = WebAssembly.Module.exports(new WebAssembly.Module(wasm)).map(({ name }) => name);
  const isKept = (/** @type {string} */ name) => keep.has(name) || !name.startsWith('attn_');
  return [
    { name: 'page', root: true, reaches: names.filter(isKept).map((name) => `export ${name}`) },
    ...names.map((name) => ({ name: `export ${name}`, export: name })),
  ];
}
