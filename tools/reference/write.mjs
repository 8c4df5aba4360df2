// node tools/reference/write.mjs: brings docs/elements.md up to date with the figures.
import { writeFile } from 'node:fs/promises';
import { loadFigures } from './figures.mjs';
import { markdownOf } from './markdown.mjs';

await writeFile(
  new URL('../../docs/elements.md', import.meta.url),
  markdownOf(await loadFigures()),
);
