// Builds every delivery into build/site. `make build` calls it after the engine was compiled.
import { appendFile, cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { writeServiceWorker } from './offline.mjs';
import { describeElements } from './reference/deliver.mjs';
import {
  hostConfig,
  pageConfig,
  sideScripts,
  singleFileConfig,
  widgetsConfig,
} from '../vite.config.js';

const ROOT = new URL('../', import.meta.url);
const SITE = new URL('build/site/', ROOT);
process.chdir(fileURLToPath(ROOT));

await rm(SITE, { recursive: true, force: true });
await buildEngine();
makeTwins();
await build(pageConfig());
await addKatexLicence();
await build(widgetsConfig('es'));
await build(widgetsConfig('iife'));
for (const config of Object.values(sideScripts())) await build(config());
await buildSingleFile('index.html', 'attention-explorer.html');
await buildSingleFile('embed.html', 'embed.html');
await build(hostConfig());
await describeElements(SITE);
await writeServiceWorker(SITE);

/** The engine for Node and bundlers: the plain modules with their types, the binaries beside. */
async function buildEngine() {
  const folder = new URL('engine/', SITE);
  await cp(new URL('web/engine/', ROOT), folder, { recursive: true, filter: isPublic });
  for (const name of ['attn.wasm', 'attn-scalar.wasm']) {
    await writeFile(new URL(name, folder), await readFile(new URL(`build/engine/${name}`, ROOT)));
  }
  emitTypes();
}

/** The worker needs the bundler's virtual modules; it comes inside the widgets. */
function isPublic(path) {
  return !/^(worker|background|bundle)/.test(basename(path));
}

function emitTypes() {
  const { status } = spawnSync(
    'node_modules/.bin/tsc',
    ['-p', 'tools/types/tsconfig.engine.json'],
    {
      stdio: 'inherit',
    },
  );
  if (status !== 0) throw new Error('the types of web/engine could not be generated');
}

/** The static pictures of all figures; in a process of its own, which pretends to have a DOM. */
function makeTwins() {
  const parameters = ['tools/static.mjs', 'build/site/static'];
  const { status } = spawnSync(process.execPath, parameters, { stdio: 'inherit' });
  if (status !== 0) throw new Error('the static pictures could not be made');
}

/** KaTeX leaves no code in the page, but its style sheet and its fonts. */
async function addKatexLicence() {
  const licence = await readFile(new URL('node_modules/katex/LICENSE', ROOT), 'utf8');
  const heading = '\n## KaTeX, style sheet and fonts (MIT; fonts SIL OFL 1.1)\n\n';
  await appendFile(new URL('licenses.md', SITE), heading + licence);
}

/** Everything in one page: for `file://` and for a stick, or for a frame of no origin. */
async function buildSingleFile(source, name) {
  const folder = new URL('build/single/', ROOT);
  await build(singleFileConfig(source));
  await rename(new URL(source, folder), new URL(name, SITE));
  await rm(folder, { recursive: true, force: true });
}
