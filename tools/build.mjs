// Builds every delivery into build/site. `make build` calls it after the engine was compiled.
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { pageConfig, singleFileConfig, widgetsConfig } from '../vite.config.js';

const ROOT = new URL('../', import.meta.url);
const SITE = new URL('build/site/', ROOT);
process.chdir(fileURLToPath(ROOT));

await rm(SITE, { recursive: true, force: true });
await buildEngine();
await build(pageConfig());
await build(widgetsConfig('es'));
await build(widgetsConfig('iife'));
await buildSingleFile();

/** The engine for Node and bundlers: the plain modules with their types, the binaries beside. */
async function buildEngine() {
  const folder = new URL('engine/', SITE);
  await mkdir(folder, { recursive: true });
  const modules = (await readdir(new URL('web/engine/', ROOT))).filter(isPublicModule);
  for (const name of modules) await cp(new URL(`web/engine/${name}`, ROOT), new URL(name, folder));
  for (const name of ['attn.wasm', 'attn-scalar.wasm']) {
    await cp(new URL(`build/engine/${name}`, ROOT), new URL(name, folder));
  }
  emitTypes();
}

/** The worker needs the bundler's virtual modules; it comes inside the widgets. */
function isPublicModule(name) {
  return name.endsWith('.js') && !/^(worker|background)/.test(name);
}

function emitTypes() {
  const { status } = spawnSync('npx', ['tsc', '-p', 'tools/types/tsconfig.engine.json'], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the types of web/engine could not be generated');
}

/** Everything in one page, for `file://` and for a stick. */
async function buildSingleFile() {
  const folder = new URL('build/single/', ROOT);
  await build(singleFileConfig());
  await rename(new URL('index.html', folder), new URL('attention-explorer.html', SITE));
  await rm(folder, { recursive: true, force: true });
}
