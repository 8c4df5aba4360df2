// Which wasm bytes to use: those that are given, else the files of files.js.

import { readFile } from './files.js';

/** @typedef {'simd' | 'scalar' | 'native'} Build  native: only as an instance that is given */
/** @typedef {BufferSource | (() => BufferSource | Promise<BufferSource>)} Binary */
/** @typedef {Partial<Record<Build, Binary>>} Binaries */

/** @type {Partial<Record<Build, string>>} */
const FILES = { simd: 'attn.wasm', scalar: 'attn-scalar.wasm' };

/**
 * @param {Binaries | undefined} binaries @param {Build} build
 * @returns {Promise<BufferSource>}
 */
export async function bytesOf(binaries, build) {
  const given = binaries?.[build];
  if (given !== undefined) return typeof given === 'function' ? given() : given;
  const file = FILES[build];
  if (file) return readFile(file);
  throw new RangeError(`loadEngine: the ${build} build is no file; give an instance of it`);
}
