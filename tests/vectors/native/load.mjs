// The native engine, compiled when a source is newer than it, and loaded into this Node.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readHeader } from './header.mjs';
import { shimOf } from './shim.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = join(ROOT, 'c');
const HERE = fileURLToPath(new URL('.', import.meta.url));
const BUILD = join(ROOT, 'build/native');
// The flags that the bits depend on are those of the wasm builds.
const FLAGS = ['-std=c11', '-ffp-contract=off', '-fPIC', '-shared', '-D_DEFAULT_SOURCE'];
const UNDEFINED = process.platform === 'darwin' ? ['-undefined', 'dynamic_lookup'] : [];

/**
 * @param {'O0' | 'O3'} level  of optimization
 * @returns {{ exports: any }}  shaped as an instance of the wasm
 */
export function nativeInstance(level) {
  const addon = join(BUILD, `attn-${level}.node`);
  if (isOlder(addon)) compile(addon, level);
  return { exports: createRequire(import.meta.url)(addon) };
}

function isOlder(addon) {
  if (!existsSync(addon)) return true;
  const built = statSync(addon).mtimeMs;
  const sources = [SOURCES, HERE].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  );
  return sources.some((file) => statSync(file).mtimeMs > built);
}

function compile(addon, level) {
  mkdirSync(BUILD, { recursive: true });
  const mine = `${addon}.${process.pid}`;
  const shim = `${mine}.c`;
  writeFileSync(shim, shimOf(readHeader(readFileSync(join(SOURCES, 'attn.h'), 'utf8'))));
  const sources = readdirSync(SOURCES)
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(SOURCES, name));
  const flags = [...FLAGS, `-${level}`, ...UNDEFINED, '-I', SOURCES];
  execFileSync(process.env.CC ?? 'cc', [...flags, shim, ...sources, '-o', mine, '-lm'], {
    stdio: 'inherit',
  });
  // Two test files may build at once; the one that is last replaces an equal file.
  renameSync(mine, addon);
  renameSync(shim, `${addon}.c`);
}
