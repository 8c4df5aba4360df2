// node tools/dist.mjs [FOLDER]: build/site as build/dist/attention-explorer-VERSION.zip. The same
// files give the same bytes: sorted names, one date, and a deflate that is part of the project and
// does not change with the Node.js version.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { filesOf } from './site-files.mjs';

const ROOT = new URL('../', import.meta.url);
// Built from parts, as fflate reads it: so the zip says the same in every time zone.
const DATE = new Date(2000, 0, 1);
const IS_COMPRESSED = /\.(woff2|png)$/;

/**
 * @param {URL} site
 * @param {string} top the folder that everything stands in
 * @returns {Promise<Uint8Array>}
 */
export async function zipOf(site, top) {
  const names = await filesOf(site);
  if (names.length === 0) throw new Error(`${fileURLToPath(site)} is empty: make build fills it`);
  /** @type {Record<string, any>} */
  const files = {};
  for (const name of names) {
    const bytes = new Uint8Array(await readFile(new URL(name, site)));
    files[`${top}/${name}`] = [bytes, { level: IS_COMPRESSED.test(name) ? 0 : 9 }];
  }
  return zipSync(files, { mtime: DATE, os: 3, attrs: 0o644 << 16 });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { name, version } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8'));
  const folder = new URL('build/dist/', ROOT);
  const file = `${name}-${version}.zip`;
  await mkdir(folder, { recursive: true });
  const bytes = await zipOf(new URL('build/site/', ROOT), `${name}-${version}`);
  await writeFile(new URL(file, folder), bytes);
  console.log(`build/dist/${file}  ${(bytes.length / 1e6).toFixed(2)} MB`);
}
