/**
 * One engine a page, however many figures and however often the script is loaded: it is kept
 * under a registered symbol.
 */
import { createBackground, lengths, loadEngine, packed, workerSource } from 'virtual:attn-engine';
import { unpackBinaries } from './binaries.js';

/** @typedef {import('../../engine/attn.js').Engine} Engine */
/** @typedef {{ engine: Promise<Engine>, background: Promise<any> }} Shared */

const PLACE = Symbol.for('attention-explorer.engine.1');
/** Tests put a loadEngine `pretend` here before the script loads. */
const PRETEND = Symbol.for('attention-explorer.pretend');

/** @returns {Shared} */
function start() {
  const both = unpackBinaries(packed, lengths);
  const binaries = {
    simd: () => both.then(([simd]) => simd),
    scalar: () => both.then(([, scalar]) => scalar),
  };
  const engine = loadEngine({ binaries, pretend: /** @type {any} */ (globalThis)[PRETEND] });
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
