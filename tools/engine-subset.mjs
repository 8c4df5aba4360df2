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
 * The wasm without the functions that nothing reaches from these exports, and what is left made
 * smaller once more. Binaryen's wasm-metadce and wasm-opt, which come with Emscripten, do it; where
 * they are not to be found the binary stays as it is, which costs size and nothing else.
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
    const options = ['--graph-file', path('graph.json'), '--quiet'];
    const isShaken = binaryen('wasm-metadce', [
      path('in.wasm'),
      ...options,
      '-o',
      path('out.wasm'),
    ]);
    if (!isShaken) return wasm;
    binaryen('wasm-opt', [path('out.wasm'), '-Os', '--converge', '-o', path('out.wasm')]);
    return readFileSync(path('out.wasm'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} tool @param {string[]} args @returns {boolean} whether the tool is there */
function binaryen(tool, args) {
  const { error, status, stderr } = spawnSync(tool, [...args, '--enable-simd'], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (!error && status !== 0) throw new Error(`${tool} failed: ${stderr}`);
  return !error;
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
