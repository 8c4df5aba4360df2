// axe-core over the whole page with every figure awake, in light and dark.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inBrowsers } from './harness/index.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Scrolls past every figure, so that each wakes. */
async function wakeAll() {
  const figures = [...document.querySelectorAll('main *')].filter((e) => e.shadowRoot);
  for (const figure of figures) {
    figure.scrollIntoView({ block: 'center', behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function violations() {
  // Formulas are one picture and one MathML each; what axe says of KaTeX's spans is not ours.
  const { violations: found } = await globalThis.axe.run(
    { exclude: ['.katex-html'] },
    { resultTypes: ['violations'] },
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help}: ${target.flat().join(' >>> ')}`),
  );
}

// One engine suffices: axe judges the tree and the colours, which are the same in all three.
inBrowsers('accessibility', { only: ['chromium'] }, ({ open }) => {
  for (const colorScheme of ['light', 'dark']) {
    test(`axe finds nothing in the ${colorScheme} page`, async () => {
      const page = await open('index.html', { colorScheme });
      await page.evaluate(wakeAll);
      await page.driver.evaluate(`${AXE}; undefined`);
      assert.deepEqual(await page.evaluate(violations), []);
    });
  }

  for (const colorScheme of ['light', 'dark']) {
    test(`axe finds nothing in the ${colorScheme} page for authors`, async () => {
      const page = await open('authors.html', { colorScheme });
      await page.waitForText('.preview attn-lookup >>> .summary', /hard lookup/);
      await page.click('.rules summary');
      await page.driver.evaluate(`${AXE}; undefined`);
      assert.deepEqual(await page.evaluate(violations), []);
    });
  }

  test('axe finds nothing on a phone', async () => {
    const page = await open('index.html', { viewport: { width: 360, height: 720 } });
    await page.evaluate(wakeAll);
    await page.driver.evaluate(`${AXE}; undefined`);
    assert.deepEqual(await page.evaluate(violations), []);
  });
});
