import { writeFile } from 'node:fs/promises';
import { loadFigures } from './figures.mjs';
import { manifestOf } from './manifest.mjs';
import { typesOf } from './types.mjs';

/**
 * Writes what TypeScript and editors know of the elements.
 * @param {URL} site
 */
export async function describeElements(site) {
  const figures = await loadFigures();
  const manifest = `${JSON.stringify(manifestOf(figures), null, 2)}\n`;
  await writeFile(new URL('attn-widgets.d.ts', site), typesOf(figures));
  await writeFile(new URL('custom-elements.json', site), manifest);
}
