/**
 * One engine a page, however many figures and however often the script is loaded: it is kept
 * under a registered symbol.
 */
import { loadEngine } from '../../engine/attn.js';
import { createBackground } from '../../engine/background.js';
import { loadScalar, loadSimd } from 'virtual:attn-wasm';
import { workerSource } from 'virtual:attn-worker';

/** @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine */
/** @typedef {{ engine: Promise<Engine>, background: Promise<any> }} Shared */

const PLACE = Symbol.for('attention-explorer.engine.1');

/** @returns {Shared} */
function start() {
  const binaries = { simd: loadSimd, scalar: loadScalar };
  const engine = loadEngine({ binaries });
  const background = engine.then(() => createBackground(binaries, workerSource));
  // A failure is shown by each figure; nothing is left unhandled on the console.
  engine.catch(() => {});
  background.catch(() => {});
  return { engine, background };
}

/** @returns {Shared} */
export function sharedEngine() {
  const place = /** @type {any} */ (globalThis);
  place[PLACE] ??= start();
  return place[PLACE];
}
