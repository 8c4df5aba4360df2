import { deflateRawSync } from 'node:zlib';
import { cut, PIECES } from '../web/widgets/frame/binaries.js';

/**
 * Binaries as one text, raw deflate in base64: what unpackBinaries of
 * web/widgets/frame/binaries.js takes apart again.
 * @param {readonly Buffer[]} binaries
 */
export function packBinaries(binaries) {
  const pieces = [];
  for (let i = 0; i < PIECES; i++) {
    for (const binary of binaries) {
      pieces.push(binary.subarray(cut(binary.length, i), cut(binary.length, i + 1)));
    }
  }
  return deflateRawSync(Buffer.concat(pieces), { level: 9, memLevel: 9 }).toString('base64');
}
