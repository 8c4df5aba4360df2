/**
 * The scalar build of the engine, for the few machines on which the SIMD build does not start or
 * computes wrongly. The widgets for other pages carry the SIMD build alone, and have this one from
 * the file beside them.
 */
import { unpackBinaries } from './binaries.js';
import { SCALAR_FILE, SCALAR_PLACE } from './scalar-names.js';
import { sideScript } from './side-script.js';

/** @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function scalarBeside() {
  const look = () => /** @type {any} */ (globalThis)[Symbol.for(SCALAR_PLACE)];
  const [packed, lengths] = await sideScript(SCALAR_FILE, look);
  const [scalar] = await unpackBinaries(packed, lengths);
  return scalar;
}
