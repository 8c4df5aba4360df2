// Renews the reference pictures that references.test.mjs compares with; look at them afterwards.
//
//   make build && node tests/browser/references/renew.mjs [FIGURE…]
import { readFileSync, writeFileSync } from 'node:fs';
import { FIGURES } from '../harness/figures.mjs';
import { startChromium } from '../harness/chromium.mjs';
import { startSite } from '../harness/index.mjs';
import { Page } from '../harness/page.mjs';
import { writePng } from './png.mjs';
import { sheetOf } from './sheets.mjs';
import { SURROUNDINGS, fontsOf, take } from './take.mjs';

const INDEX = new URL('index.json', import.meta.url);
const wanted = process.argv.slice(2);

const site = await startSite();
const browser = await startChromium();
try {
  const page = new Page(await browser.open({ javaScript: true, ...SURROUNDINGS }));
  await page.goto(`${site.url}embed.html`);
  const sizes = wanted.length > 0 ? JSON.parse(readFileSync(INDEX, 'utf8')).sizes : {};
  for (const name of wanted.length > 0 ? wanted : FIGURES) {
    const pictures = await take(page, name);
    sizes[name] = pictures.map(({ width, height }) => [width, height]);
    const png = writePng(sheetOf(pictures));
    writeFileSync(new URL(`${name}.png`, import.meta.url), png);
    console.log(`${name}.png: ${(png.length / 1024).toFixed(0)} KB`);
  }
  const lines = Object.entries(sizes).map(
    ([name, list]) => `    "${name}": ${JSON.stringify(list)}`,
  );
  const fonts = JSON.stringify(await fontsOf(page));
  writeFileSync(INDEX, `{\n  "fonts": ${fonts},\n  "sizes": {\n${lines.join(',\n')}\n  }\n}\n`);
} finally {
  await browser.close();
  await site.close();
}
