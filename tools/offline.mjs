// The service worker's list of files, and the version that follows from their contents.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { filesOf } from './site-files.mjs';

const SOURCE = new URL('../web/offline/sw.js', import.meta.url);
/** What a visitor of the site needs. */
const NEEDED =
  /^(index|authors|embed)\.html$|^(assets|static)\/|^(theme|offline|attn-take-along|attn-texts\.\w+)\.js$|^favicon\.svg$/;
/** What is kept only once it was used: whole copies, and what other pages load. */
const USED = /^attention-explorer\.html$|^attn-[\w.-]+\.js$|^engine\/.*\.(js|wasm)$/;

/**
 * Writes sw.js into the site, which must be complete.
 * @param {URL} site
 */
export async function writeServiceWorker(site) {
  const names = await filesOf(site);
  const files = names.filter((name) => NEEDED.test(name));
  const source = await readFile(SOURCE, 'utf8');
  const hash = createHash('sha256').update(source);
  for (const name of files) hash.update(name).update(await readFile(new URL(name, site)));
  const list = {
    version: hash.digest('hex').slice(0, 12),
    files,
    more: names.filter((name) => USED.test(name) && !NEEDED.test(name)),
  };
  await writeFile(new URL('sw.js', site), `self.SITE = ${JSON.stringify(list)};\n${source}`);
}
