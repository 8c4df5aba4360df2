import { deflateAsync } from '@gfx/zopfli';
import { cut, PIECES } from '../web/widgets/frame/binaries.js';

/**
 * Binaries as one text, raw deflate in base64: what unpackBinaries of
 * web/widgets/frame/binaries.js takes apart again. Zopfli deflates them 5 % smaller than zlib does.
 * @param {readonly Buffer[]} binaries
 */
export async function packBinaries(binaries) {
  const pieces = [];
  for (let i = 0; i < PIECES; i++) {
    for (const binary of binaries) {
      pieces.push(binary.subarray(cut(binary.length, i), cut(binary.length, i + 1)));
    }
  }
  const deflated = await deflateAsync(Buffer.concat(pieces), { numiterations: 30 });
  return Buffer.from(deflated).toString('base64');
}
