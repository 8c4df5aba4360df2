// Every figure in embed.html with its panels open: axe-core, the size of targets, large text.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { FIGURES } from './harness/figures.mjs';
import { inBrowsers } from './harness/index.mjs';
import { lost } from './harness/lost.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violations(only) {
  const options = {
    resultTypes: ['violations'],
    // The page around the frame has the first heading; the figure has one of its own.
    rules: { 'page-has-heading-one': { enabled: false } },
  };
  if (only) Object.assign(options, { runOnly: only, rules: {} });
  const { violations: found } = await globalThis.axe.run(options);
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help}: ${target.flat().join(' >>> ')}`),
  );
}

/** Shows a figure by its link, settled, and with the panels that these buttons open. */
async function show(page, name, panels = []) {
  await page.evaluate((to) => void (location.hash = to), name);
  await page.waitForText(`${name} >>> .summary`, /\d/);
  await page.waitFor(`document.querySelector('${name}').work.isSettled`);
  for (const text of panels) await page.on(`${name} >>> .tool`, (tool) => tool.click(), { text });
  if (panels.includes('Download')) await page.waitForText(`${name} >>> .take form`, 'PNG');
  await page.settled();
}

/** What can be pressed and is less than 24 pixels high or wide. */
function small(name) {
  const root = document.querySelector(name).shadowRoot;
  // A choice is as large as its label, which can be pressed too.
  const boxOf = (e) => (e.matches('[type="radio"], [type="checkbox"]') ? e.closest('label') : e);
  return [...root.querySelectorAll('button, input, select, textarea, a[href], [tabindex]')]
    .filter((e) => !e.matches('[role="gridcell"]'))
    .map((e) => ({ e, box: boxOf(e).getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
    .map(
      ({ e, box }) =>
        `${e.localName} ${e.getAttribute('aria-label') ?? e.textContent.trim()}: ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`,
    );
}

// One engine suffices: axe judges the tree and the colours, which are the same in all three.
inBrowsers('accessibility of single figures', { only: ['chromium'] }, ({ open }) => {
  /** Every figure in one page, its link changed; what `look` finds, by figure. */
  async function each(page, panels, look) {
    const found = {};
    for (const name of FIGURES) {
      await show(page, name, panels);
      const list = await look(name);
      if (list.length > 0) found[name] = list;
    }
    return found;
  }

  // The tree is the same in light and dark, and much of the time is for reading it.
  const LOOKS = [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 320 },
    { colorScheme: 'dark', width: 1280, only: ['color-contrast'] },
    // Who asks for more contrast gets 7:1.
    { colorScheme: 'light', width: 320, contrast: 'more', only: ['color-contrast-enhanced'] },
  ];
  for (const { width, only, ...looks } of LOOKS) {
    const named = [...Object.values(looks), `${width} pixels wide`].join(', ');
    test(`axe finds nothing in any figure with its panels open, ${named}`, async () => {
      const page = await open('embed.html', { ...looks, viewport: { width, height: 900 } });
      await page.driver.evaluate(`${AXE}; undefined`);
      const look = () => page.evaluate(violations, only);
      assert.deepEqual(await each(page, ['Numbers', 'Link', 'Keys', 'Download'], look), {});
    });
  }

  test('axe finds nothing in any figure in forced colours', async () => {
    const page = await open('embed.html', { contrast: 'forced' });
    await page.driver.evaluate(`${AXE}; undefined`);
    assert.deepEqual(await each(page, [], () => page.evaluate(violations)), {});
  });

  test('in forced colours what is pressed and what is on look otherwise than what is not', async () => {
    const page = await open('embed.html', { contrast: 'forced' });
    const ground = (selector, part) =>
      page.on(selector, (e, of) => getComputedStyle(e, of).backgroundColor, {}, part);
    await show(page, 'attn-temperature');
    const preset = (place) => `attn-temperature >>> .presets [aria-pressed="${place}"]`;
    assert.notEqual(await ground(preset('true')), await ground(preset('false')));
    await show(page, 'attn-tiling');
    const track = 'attn-tiling >>> .track';
    const off = await ground(track);
    assert.notEqual(await ground(track, '::after'), off);
    await page.click('attn-tiling >>> .switch');
    assert.notEqual(await ground(track), off);
  });

  // WCAG 2.5.8: cells of a grid may be smaller where the same is chosen otherwise, as rows are by
  // the chips of their tokens and every cell by the keys.
  test('on phones what is pressed has 24 pixels and more, but cells of grids, and no text sticks out or is cut', async () => {
    const page = await open('embed.html', { viewport: { width: 320, height: 640 } });
    const look = async (name) => {
      const found = await page.evaluate(small, name);
      for (const width of [320, 360, 390]) {
        await page.setViewport(width, 640);
        await page.waitFor(`document.querySelector('${name}').width === ${width} - 2`);
        await page.settled();
        found.push(...(await page.evaluate(lost, name)).map((one) => `at ${width}: ${one}`));
      }
      return found;
    };
    assert.deepEqual(await each(page, ['Numbers', 'Link', 'Keys', 'Download'], look), {});
  });

  test('with text of twice the size nothing is cut and nothing sticks out', async () => {
    const page = await open('embed.html', { viewport: { width: 640, height: 800 } });
    await page.evaluate(() => void (document.documentElement.style.fontSize = '32px'));
    const look = (name) => page.evaluate(lost, name);
    assert.deepEqual(await each(page, ['Link', 'Keys'], look), {});
  });
});
