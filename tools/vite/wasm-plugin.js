import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { cut, PIECES } from '../../web/widgets/frame/binaries.js';

const NAME = 'virtual:attn-wasm';
const FOLDER = new URL('../../build/engine/', import.meta.url);
const FILES = ['attn.wasm', 'attn-scalar.wasm'];

/**
 * Both builds of the engine as one text: raw deflate in base64. Over the wire this costs what the
 * deflated bytes cost (base64 alone would cost a third more), and the page unpacks it with
 * DecompressionStream, without a fetch that `file://` or a strict policy would refuse.
 */
export function wasmPlugin() {
  return {
    name: 'attn-wasm',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      for (const file of FILES) this.addWatchFile(fileURLToPath(new URL(file, FOLDER)));
      const binaries = await Promise.all(FILES.map(readBinary));
      const lengths = binaries.map(({ length }) => length);
      return `export const packed = ${JSON.stringify(packBinaries(binaries))};
export const lengths = ${JSON.stringify(lengths)};`;
    },
  };
}

/** What unpackBinaries of web/widgets/frame/binaries.js takes apart again. */
export function packBinaries(binaries) {
  const pieces = [];
  for (let i = 0; i < PIECES; i++) {
    for (const binary of binaries) {
      pieces.push(binary.subarray(cut(binary.length, i), cut(binary.length, i + 1)));
    }
  }
  return deflateRawSync(Buffer.concat(pieces), { level: 9, memLevel: 9 }).toString('base64');
}

async function readBinary(file) {
  return readFile(new URL(file, FOLDER)).catch(() => {
    throw new Error(`build/engine/${file} is missing: \`make build\` (or \`make -C c\`) makes it`);
  });
}
