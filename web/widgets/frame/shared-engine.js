/**
 * One engine a page, however many figures and however often the script is loaded: it is kept
 * under a registered symbol.
 */

/* global VERSION */

import { createBackground, loadEngine, workerSource } from 'virtual:attn-engine';
import { inside, unpackBinaries } from './binaries.js';
import { scalarBeside } from './scalar-beside.js';

/** @typedef {import('../../engine/attn.js').Engine} Engine */
/** @typedef {{ engine: Promise<Engine>, background: Promise<any> }} Shared */

/** Tests put a loadEngine `pretend` here before the script loads. */
const PRETEND = Symbol.for('attention-explorer.pretend');

/** @returns {Shared} */
function start() {
  // They stand at the script's end, and a figure may ask before that has run.
  const all = Promise.resolve().then(() => unpackBinaries(inside.packed, inside.lengths));
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
  // Of two versions, one's engine may lack what the other's figures ask for.
  const name = Symbol.for(`attention-explorer.engine.${VERSION}`);
  place[name] ??= start();
  return place[name];
}
