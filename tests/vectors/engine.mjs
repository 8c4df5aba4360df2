// The engine as one build of it: the two wasm files, or the native code behind the same boundary.
import { loadEngine } from '../../web/engine/attn.js';
import { nativeInstance } from './native/load.mjs';

export const BUILDS = ['simd', 'scalar', 'native', 'native-O0'];
const NATIVE = { native: 'O3', 'native-O0': 'O0' };

/**
 * @param {string} build  one of BUILDS
 * @returns {Promise<import('../../web/engine/attn.js').Engine>} which runs on that build, or a throw
 */
export async function engineOf(build) {
  const engine = await load(build);
  const wanted = NATIVE[build] ? 'native' : build;
  if (engine.build !== wanted || !engine.verified.ok) {
    throw new Error(`the engine runs as ${engine.build}, not as ${build}`);
  }
  return engine;
}

async function load(build) {
  if (!NATIVE[build]) return loadEngine({ builds: [build] });
  return loadEngine({ builds: ['native'], instances: { native: nativeInstance(NATIVE[build]) } });
}
