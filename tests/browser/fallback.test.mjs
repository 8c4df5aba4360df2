// Where the SIMD build is not there or computes wrongly, and where WebAssembly is forbidden.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inBrowsers, startSite } from './harness/index.mjs';
import { NO_WASM } from './harness/policies.mjs';

const PAGE = readFileSync(new URL('../../build/site/index.html', import.meta.url), 'utf8');

/** The page with a wish for tests set before its scripts run. @param {string} pretend */
const pretending = (pretend) =>
  PAGE.replace(
    '<head>',
    `<head><script>globalThis[Symbol.for('attention-explorer.pretend')] = '${pretend}'</script>`,
  );

inBrowsers('without SIMD, and without WebAssembly', {}, ({ open }) => {
  async function serve(options) {
    const site = await startSite(options);
    test.after(() => site.close());
    return site;
  }

  for (const [pretend, why] of [
    ['simd-unavailable', 'does not start here'],
    ['simd-wrong', 'gives wrong answers here'],
  ]) {
    test(`${pretend}: the scalar build shows the same numbers, and the figure says so`, async () => {
      const site = await serve({ files: { 'pretend.html': pretending(pretend) } });
      const page = await open(`${site.url}pretend.html#attn-pattern?mask=causal`);
      const said = await page.waitForText('attn-pattern >>> .summary', '67.9');
      assert.match(said, /Entropy 1\.090 nats = 1\.573 bits/);
      const badge = await page.text('attn-pattern >>> .badge');
      assert.match(badge, /scalar/);
      assert.match(badge, new RegExp(why));
    });
  }

  test('a policy that forbids WebAssembly: one sentence says why, text and fallbacks stay', async () => {
    const site = await serve({ csp: NO_WASM });
    const page = await open(`${site.url}index.html#attn-pattern`, { messages: true });
    const why = await page.waitForText('attn-pattern >>> .no-engine', 'wasm-unsafe-eval');
    assert.match(why, /Content-Security-Policy forbids WebAssembly/);
    assert.match(await page.text('attn-pattern'), /With “it” selected, ball takes 48\.7.%/);
    const shown = await page.on(
      'attn-pattern',
      (e) => e.querySelector('p').getBoundingClientRect().height > 10,
    );
    assert.ok(shown, 'the fallback sentence is visible');
    assert.match(await page.text('#chapter-2'), /Hiding the future/);
  });
});
