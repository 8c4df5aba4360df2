import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';

const NAME = 'virtual:attn-wasm';
const FOLDER = new URL('../../build/engine/', import.meta.url);
const BINARIES = { simd: 'attn.wasm', scalar: 'attn-scalar.wasm' };

/**
 * Both builds of the engine as strings: raw deflate in base64. Over the wire this costs what the
 * gzipped binary costs (plain base64 costs a fifth more), and the page unpacks it with
 * DecompressionStream, without a fetch that `file://` or a strict policy would refuse.
 */
export function wasmPlugin() {
  return {
    name: 'attn-wasm',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      const lines = [];
      for (const [build, file] of Object.entries(BINARIES)) {
        const path = new URL(file, FOLDER);
        this.addWatchFile(fileURLToPath(path));
        lines.push(`export const ${build} = ${JSON.stringify(await packed(path, file))};`);
      }
      return lines.join('\n');
    },
  };
}

async function packed(path, file) {
  const bytes = await readFile(path).catch(() => {
    throw new Error(`build/engine/${file} is missing: \`make build\` (or \`make -C c\`) makes it`);
  });
  return deflateRawSync(bytes, { level: 9 }).toString('base64');
}
