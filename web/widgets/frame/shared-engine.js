/**
 * One engine a page, however many figures and however often the script is loaded: it is kept
 * under a registered symbol.
 */
import { createBackground, loadEngine, workerSource } from 'virtual:attn-engine';
import { scalar, simd } from 'virtual:attn-wasm';

/** @typedef {import('../../engine/attn.js').Engine} Engine */
/** @typedef {{ engine: Promise<Engine>, background: Promise<any> }} Shared */

const PLACE = Symbol.for('attention-explorer.engine.1');
/** Tests put a loadEngine `pretend` here before the script loads. */
const PRETEND = Symbol.for('attention-explorer.pretend');

/**
 * A wasm binary that travels inside the script as deflated base64.
 * @param {string} packed
 * @returns {Promise<ArrayBuffer>}
 */
function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).arrayBuffer();
}

/** @returns {Shared} */
function start() {
  const binaries = { simd: () => unpack(simd), scalar: () => unpack(scalar) };
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
