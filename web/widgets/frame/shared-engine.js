/**
 * One engine a page, however many figures and however often the script is loaded: it is kept
 * under a registered symbol.
 */
import { createBackground, lengths, loadEngine, packed, workerSource } from 'virtual:attn-engine';
import { unpackBinaries } from './binaries.js';
import { scalarBeside } from './scalar-beside.js';

/** @typedef {import('../../engine/attn.js').Engine} Engine */
/** @typedef {{ engine: Promise<Engine>, background: Promise<any> }} Shared */

const PLACE = Symbol.for('attention-explorer.engine.1');
/** Tests put a loadEngine `pretend` here before the script loads. */
const PRETEND = Symbol.for('attention-explorer.pretend');

/** @returns {Shared} */
function start() {
  const all = unpackBinaries(packed, lengths);
  const binaries = {
    simd: () => all.then(([simd]) => simd),
    scalar: () => all.then(([, scalar]) => scalar ?? scalarBeside()),
  };
  const engine = loadEngine({ binaries, pretend: /** @type {any} */ (globalThis)[PRETEND] });
  // A worker needs the build that works here, and no other.
  const background = engine.then((/** @type {any} */ { build }) =>
    createBackground({ [build]: binaries[/** @type {'simd' | 'scalar'} */ (build)] }, workerSource),
  );
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
