// What a reader takes along: files of pictures and numbers, from the web, from a file, from a frame.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figureNames } from '../../tools/headless.mjs';
import { RAMP_NAMES } from '../../web/model/palette.js';
import { inBrowsers, startSite } from './harness/index.mjs';

const SINGLE = new URL('../../build/site/attention-explorer.html', import.meta.url);
const STRICT = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
].join('; ');
/** Set apart: what a picture may differ from the screen by, in pixels that differ clearly. */
const CLEARLY = 64;
const SHARE = 0.01;
const FIGURES = await figureNames();

const inTake = (name, selector) => `${name} >>> .take ${selector}`;
const tool = (name) => `${name} >>> [data-panel="take"]`;

async function openPanel(page, name) {
  await page.waitForText(`${name} >>> .badge`, 'checked');
  await page.click(tool(name));
  await page.waitForText(inTake(name, '[data-take="picture-download"]'), 'Download');
}

/** Waits for so many downloads. */
async function downloaded(page, count) {
  for (const end = Date.now() + 30_000; ;) {
    const files = await page.driver.downloads();
    if (files.length >= count) return files;
    if (Date.now() > end) throw new Error(`${files.length} of ${count} downloads came`);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
  }
}

const textField = (name) => inTake(name, 'textarea');
const sizeOf = (png) => [png.readUInt32BE(16), png.readUInt32BE(20)];

/** The share of pixels of two PNGs that differ clearly, counted in a page. */
async function difference(page, a, b) {
  const addresses = [a, b].map((png) => `data:image/png;base64,${png.toString('base64')}`);
  return page.evaluate(
    async ([first, second], clearly) => {
      const [one, other] = await Promise.all([first, second].map(pixels));
      let differing = 0;
      for (let i = 0; i < one.data.length; i += 4) {
        const by = [0, 1, 2].map((c) => Math.abs(one.data[i + c] - other.data[i + c]));
        if (Math.max(...by) > clearly) differing++;
      }
      return {
        share: (4 * differing) / one.data.length,
        sizes: [one, other].map((d) => [d.width, d.height]),
      };

      async function pixels(address) {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      }
    },
    addresses,
    CLEARLY,
  );
}

inBrowsers('take it along', { only: ['chromium'] }, ({ open }) => {
  test('by keyboard alone: open the panel, choose a PNG of three times the size, download it', async () => {
    const page = await open('index.html#attn-pattern');
    await page.waitForText('attn-pattern >>> .badge', 'checked');
    await page.focus(tool('attn-pattern'));
    await page.press('Enter');
    await page.waitForText(inTake('attn-pattern', '[data-take="picture-download"]'), 'Download');
    // Over Embed and what the engine says to the first choice of the panel.
    await page.press('Tab', 3);
    await page.press('ArrowDown', 3);
    await page.press('Tab');
    await page.press('d');
    await page.press('Tab');
    await page.press('Space');
    await page.press('Tab');
    await page.press('Enter');
    const [{ name, bytes }] = await downloaded(page, 1);
    assert.equal(name, 'attn-pattern_dark_3x.png');
    const size = await page.on('attn-pattern >>> .picture', (e) => [e.offsetWidth, e.offsetHeight]);
    assert.deepEqual(
      sizeOf(bytes),
      size.map((pixels) => 3 * pixels),
    );
  });

  test('the panel is loaded when it is asked for, and never before', async () => {
    const page = await open('index.html#attn-pattern');
    await page.waitForText('attn-pattern >>> .summary', '48.7');
    // What the page asks for: its service worker fetches all files for later.
    const asked = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => new URL(name).pathname)
          .filter((path) => path.includes('take-along')),
      );
    assert.deepEqual(await asked(), []);
    await openPanel(page, 'attn-pattern');
    assert.deepEqual(await asked(), ['/attn-take-along.js']);
  });

  test('a panel whose script is missing says which file must lie where', async () => {
    const site = await startSite({ files: { 'attn-take-along.js': 'this is no script' } });
    test.after(() => site.close());
    const page = await open(`${site.url}index.html#attn-pattern`, { messages: true });
    await page.waitForText('attn-pattern >>> .badge', 'checked');
    await page.click(tool('attn-pattern'));
    const said = await page.waitForText('attn-pattern >>> .take', 'attn-take-along.js');
    assert.match(said, /must lie beside the script/);
  });

  test('under a strict policy, on a page of others, pictures and numbers come all the same', async () => {
    const host = `<!doctype html><meta charset="utf-8"><title>host</title><link rel="icon" href="favicon.svg"><script type="module" src="attn-widgets.js"></script><attn-pattern></attn-pattern>`;
    const site = await startSite({ csp: STRICT, files: { 'host.html': host } });
    test.after(() => site.close());
    const page = await open(`${site.url}host.html`);
    await openPanel(page, 'attn-pattern');
    await page.set(inTake('attn-pattern', '[data-choice="picture"]'), 'png-2');
    await page.click(inTake('attn-pattern', '[data-take="picture-download"]'));
    const [{ bytes }] = await downloaded(page, 1);
    assert.equal(sizeOf(bytes)[0] % 2, 0);
    await page.click(inTake('attn-pattern', '[data-take="numbers-download"]'));
    const files = await downloaded(page, 2);
    assert.equal(files[1].name, 'attn-pattern_it_row.csv');
    assert.match(String(files[1].bytes), /^key,score,masked score,weight\r\n/);
  });

  test('from file:// all matrices come as one NPZ', async () => {
    const page = await open(`${pathToFileURL(SINGLE.pathname).href}#attn-pattern`);
    await openPanel(page, 'attn-pattern');
    await page.set(inTake('attn-pattern', '[data-choice="matrix"]'), '*');
    await page.set(inTake('attn-pattern', '[data-choice="format"]'), 'npy');
    await page.click(inTake('attn-pattern', '[data-take="numbers-download"]'));
    const [{ name, bytes }] = await downloaded(page, 1);
    assert.equal(name, 'attn-pattern.npz');
    const names = bytes.toString('latin1').match(/attn-pattern_[\w-]+\.npy/g);
    const each = ['it_row', 'weights', 'scores', 'masked-scores'];
    const expected = each.map((one) => `attn-pattern_${one}.npy`);
    assert.deepEqual(names, [...expected, ...expected], 'each file, and all in the directory');
  });

  test('the script of NumPy is shown, copied or downloaded, and holds what the reader set', async () => {
    const page = await open('embed.html#attn-temperature?temperature=2');
    await openPanel(page, 'attn-temperature');
    await page.click(inTake('attn-temperature', '[data-take="script-download"]'));
    const [{ name, bytes }] = await downloaded(page, 1);
    assert.equal(name, 'attn-temperature.py');
    assert.match(
      String(bytes),
      /^# .+\n# attn-temperature\?v=1&temperature=2\nfrom decimal import/,
    );
    assert.match(String(bytes), /\nscaled = scores \/ 2\n/);
  });

  test('in a sandboxed frame the panel says so, and Copy leaves the text selected', async () => {
    const frame = `<!doctype html><title>host</title><iframe sandbox="allow-scripts" width="900" height="1500" src="embed.html#attn-pattern"></iframe>`;
    const site = await startSite({ files: { 'host.html': frame } });
    test.after(() => site.close());
    const page = await open(`${site.url}host.html`, { messages: true });
    const panel = (fn, ...args) => page.driver.inFrame('embed.html', fn, ...args);
    await page.driver.page
      .frameLocator('iframe')
      .locator('attn-pattern .badge', { hasText: 'checked' })
      .waitFor();
    const inside = page.driver.page.frameLocator('iframe').locator('attn-pattern');
    await inside.locator('[data-panel="take"]').click();
    await inside.locator('.take .note', { hasText: 'may forbid downloads' }).waitFor();
    await inside.locator('[data-take="numbers-copy"]').click();
    await inside.locator('.take [role="status"]', { hasText: /Copied|selected/ }).waitFor();
    const text = await panel(
      () => document.querySelector('attn-pattern').renderRoot.querySelector('.take textarea').value,
    );
    assert.match(text, /^key,score,masked score,weight\r?\n/);
  });

  for (const [i, name] of FIGURES.entries()) {
    const ramp = RAMP_NAMES[i % RAMP_NAMES.length];
    test(`${name}, in ${ramp}: the SVG opens alone and equals the screen`, async () => {
      const page = await open(`embed.html#${name}?ramp=${ramp}`, {
        viewport: { width: 900, height: 2400 },
      });
      await openPanel(page, name);
      await page.waitFor(`document.querySelector('${name}').work.isSettled`);
      await page.click(inTake(name, 'input[type="checkbox"]'));
      await page.set(inTake(name, '[data-choice="picture"]'), 'svg');
      await page.click(inTake(name, '[data-take="picture-copy"]'));
      await page.waitFor(
        `document.querySelector('${name}').renderRoot.querySelector('.take textarea').value.startsWith('<svg')`,
      );
      const svg = await page.value(textField(name));
      assert.doesNotMatch(svg, /var\(|color-mix|oklab/);
      const addresses = [...svg.matchAll(/(?:href|src|xmlns)="([^"]*)"/g)].map(([, to]) => to);
      assert.ok(
        addresses.every((to) => /^http:\/\/www\.w3\.org\/(2000\/svg|1999\/xhtml)$/.test(to)),
      );
      assert.doesNotMatch(svg, /<script|<foreignObject|url\((?!"?#)/);
      assert.match(
        svg,
        /<title id="title">[^<]+<\/title>\n<desc id="desc">[^<]{40,}<\/desc>\n<metadata>\n<table/,
      );

      const box = await page.on(`${name} >>> .picture`, (e) => {
        const { x, y } = e.getBoundingClientRect();
        return { x, y, width: e.offsetWidth, height: Math.ceil(e.offsetHeight) };
      });
      await page.driver.move(0, 0);
      const screen = await page.driver.page.screenshot({ clip: box });
      const file = join(mkdtempSync(join(tmpdir(), 'attn-')), `${name}.svg`);
      writeFileSync(file, svg);
      const alone = await open(pathToFileURL(file).href, {
        viewport: { width: 900, height: 2400 },
      });
      const shown = await alone.driver.page.screenshot({ clip: { ...box, x: 0, y: 0 } });
      const { share, sizes } = await difference(page, screen, shown);
      assert.deepEqual(sizes[0], sizes[1]);
      assert.ok(share < SHARE, `${(100 * share).toFixed(2)} % of the pixels differ`);
    });
  }
});
