// The static twin: what stands in the page without JavaScript, while a figure sleeps, and on paper.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { figureNames } from '../../tools/headless.mjs';
import { inBrowsers, startSite } from './harness/index.mjs';

const FIGURES = await figureNames();
const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'";
const siteFile = (name) =>
  readFileSync(new URL(`../../build/site/${name}`, import.meta.url), 'utf8');

test('every static picture is small, has title, words and numbers, and needs nothing else', () => {
  for (const name of FIGURES) {
    const svg = siteFile(`static/${name}.svg`);
    assert.match(
      svg,
      /<title id="title">[^<]+<\/title>\n<desc id="desc">[^<]{40,}<\/desc>\n<metadata>\n<table/,
      name,
    );
    assert.doesNotMatch(svg, /<script|<!--|<foreignObject|href=|url\(|lit\$|undefined|NaN/, name);
    assert.match(svg, /prefers-color-scheme:dark/, name);
    assert.ok(svg.length < 260_000, `${name}: ${svg.length} bytes`);
  }
});

test('the single file has the words and the numbers of every figure, but no picture beside it', () => {
  const page = siteFile('attention-explorer.html');
  assert.equal(page.match(/<details><summary>Numbers of “/g).length, FIGURES.length);
  assert.doesNotMatch(page, /src="[^"]*static\//);
});

inBrowsers('the static twin', { only: ['chromium'] }, ({ open }) => {
  test('without JavaScript all pictures show, with their numbers, under a strict policy too', async () => {
    const site = await startSite({ csp: STRICT });
    test.after(() => site.close());
    const page = await open(`${site.url}index.html`, { javaScript: false });
    // The page's own scripts are off; the driver's are not.
    const shown = await page.evaluate(async () => {
      const images = [...document.querySelectorAll('main img')];
      for (const image of images) image.loading = 'eager';
      await Promise.all(images.map((image) => image.decode()));
      return images.map((image) => ({
        name: image.parentElement.localName,
        natural: [image.naturalWidth, image.naturalHeight],
        said: [Number(image.getAttribute('width')), Number(image.getAttribute('height'))],
        height: image.getBoundingClientRect().height,
        alt: image.alt.length,
        cells: image.parentElement.querySelectorAll('details td').length,
      }));
    });
    assert.deepEqual(shown.map(({ name }) => name).sort(), [...FIGURES].sort());
    for (const { name, natural, said, height, alt, cells } of shown) {
      assert.deepEqual(natural, said, name);
      assert.ok(height > 100 && alt > 40 && cells > 0, name);
    }
    const pattern = await page.text('attn-pattern details');
    assert.match(pattern, /ball3\.40\s*3\.40\s*48\.7.%/);
  });

  test('the static picture is the one that the figure draws', async () => {
    const page = await open('index.html#attn-pattern');
    await page.waitForText('attn-pattern >>> .badge', 'checked');
    const live = await page.on('attn-pattern >>> .picture', (e) =>
      [...e.querySelectorAll('text')].map((t) => t.textContent.replace(/\s+/g, ' ').trim()),
    );
    const svg = siteFile('static/attn-pattern.svg').replace(/<metadata>[\s\S]*<\/metadata>/, '');
    const still = [...svg.matchAll(/<text\b[^>]*>([\s\S]*?)<\/text>/g)].map(([, inside]) =>
      inside
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
    assert.ok((live.join(' ').match(/\d\.\d/g) ?? []).length > 100);
    assert.deepEqual(still, live);
  });

  test('a figure that has not computed yet shows its picture in the place of the live one', async () => {
    const site = await startSite();
    test.after(() => site.close());
    const page = await open(`${site.url}index.html`);
    await page.waitForText('attn-lookup >>> .badge', 'checked');
    const places = await page.on('attn-tiling', async (figure) => {
      const image = figure.querySelector('img');
      image.loading = 'eager';
      await image.decode();
      const box = (e) => e.getBoundingClientRect();
      const asleep = {
        image: box(image),
        picture: box(figure.renderRoot.querySelector('.picture')),
      };
      return { isAsleep: figure.results === null, ...asleep };
    });
    assert.ok(places.isAsleep);
    assert.equal(places.image.top, places.picture.top);
    assert.ok(Math.abs(places.image.width - places.picture.width) < 1);
    assert.ok(places.image.height > 300);
  });
});
