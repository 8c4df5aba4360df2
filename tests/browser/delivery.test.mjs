// What is delivered opens everywhere: from a file, under a sub-path, under a strict policy.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { inBrowsers, startSite } from './harness/index.mjs';
import { complaints, STRICT } from './harness/policies.mjs';

const SINGLE = new URL('../../build/site/attention-explorer.html', import.meta.url);

/**
 * Every figure on the page shows numbers of the engine. A figure that was jumped over sleeps until it
 * comes near, for its height moves nobody's text: a reader who wants it scrolls there.
 */
const allAnswer = () => {
  const figures = [...document.querySelectorAll('[id^="figure-"]')];
  const says = (figure) => figure.shadowRoot?.querySelector('.summary')?.textContent ?? '';
  const silent = figures.find((figure) => !/\d/.test(says(figure)));
  silent?.scrollIntoView();
  return figures.length === 17 && !silent;
};

/** Figures wake when they are near; then the numbers of the engine are on the screen. */
async function patternAnswers(page) {
  await page.on('attn-pattern', (figure) => figure.scrollIntoView());
  await page.waitFor(
    () => document.querySelector('attn-pattern').shadowRoot?.textContent.includes('48.7'),
    'attn-pattern never showed 48.7 %',
  );
}

inBrowsers('the deliveries', {}, ({ open, browser }) => {
  async function served(options, surroundings) {
    const site = await startSite(options);
    test.after(() => site.close());
    return { page: await open(`${site.url}index.html`, surroundings), site };
  }

  // WebKit's driver cannot tell what a file's console says, but it can be looked at.
  test('the single file works from file:// with the network off', async () => {
    const page = await open(pathToFileURL(SINGLE.pathname).href);
    if (browser === 'chromium') await page.setOffline(true);
    await patternAnswers(page);
  });

  test('the page works under a sub-path, and asks for nothing outside it', async () => {
    const { page, site } = await served({ base: '/a/b/c/' });
    await patternAnswers(page);
    assert.deepEqual(
      site.requests.filter((path) => !path.startsWith('/a/b/c/')),
      [],
    );
  });

  test('the page works under a strict policy', async () => {
    const { page } = await served({ csp: STRICT }, { messages: true });
    await patternAnswers(page);
    await page.waitFor(allAnswer, 'not every figure answered');
    assert.deepEqual(await complaints(page), []);
  });

  test('the page works where .wasm has the wrong type', async () => {
    const { page } = await served({ types: { wasm: 'application/octet-stream' } });
    await patternAnswers(page);
  });
});
