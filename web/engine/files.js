// Where the wasm bytes come from when nobody gives them: the files beside this
// module, or in Node also the build folder. Bundles for pages leave this module out.

import { EngineUnavailableError } from './errors.js';

/**
 * Each spelled out, so that a bundler finds the file and takes it along.
 * @type {Record<string, () => URL>}
 */
const BESIDE = {
  'attn.wasm': () => new URL('./attn.wasm', import.meta.url),
  'attn-scalar.wasm': () => new URL('./attn-scalar.wasm', import.meta.url),
};

/** @param {string} file one of BESIDE @returns {Promise<BufferSource>} */
export async function readFile(file) {
  requireAddress();
  const beside = BESIDE[file]();
  if (beside.protocol === 'file:' && typeof process !== 'undefined')
    return readInNode(beside, file);
  const response = await fetch(beside);
  if (!response.ok) throw notFound(file, `${beside.href} answered ${response.status}`);
  return response.arrayBuffer();
}

/** @param {URL} beside @param {string} file */
async function readInNode(beside, file) {
  // Named at run time, so that bundlers for pages leave it alone.
  const fs = /** @type {typeof import('node:fs/promises')} */ (
    await import(/* @vite-ignore */ ['node:fs', 'promises'].join('/'))
  );
  const built = new URL(/* @vite-ignore */ `../../build/engine/${file}`, import.meta.url);
  for (const place of [beside, built]) {
    const bytes = await fs.readFile(place).catch(() => null);
    if (bytes) return new Uint8Array(bytes);
  }
  throw notFound(file, `neither ${beside.pathname} nor ${built.pathname} is there`);
}

/** A classic script has no import.meta.url, and then the bytes must be given. */
function requireAddress() {
  if (import.meta.url) return;
  throw notFound('attn.wasm', 'a classic script must be given the bytes');
}

/** @param {string} file @param {string} why */
function notFound(file, why) {
  return new EngineUnavailableError(
    'not-found',
    `The engine's file ${file} was not found: ${why}.`,
  );
}
