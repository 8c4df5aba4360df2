// attn-widgets.js and attn-widgets.iife.js in a page of somebody else: every element answers, and
// with unchecked calls it says what the figures of embed.html say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { inBrowsers, startSite } from './harness/index.mjs';
import { en } from '../../web/model/texts/en.js';

const SCRIPTS = {
  'module.html': '<script type="module" src="attn-widgets.js"></script>',
  'classic.html': '<script src="attn-widgets.iife.js" defer></script>',
};
const names = Object.keys(en.figures);
const pretending = (wish) =>
  `<script>globalThis[Symbol.for('attention-explorer.pretend')] = '${wish}'</script>`;
const pageWith = (head, figures) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title>
<link rel="icon" href="favicon.svg">${head}<body>
${figures.map((name) => `<${name}></${name}>`).join('\n')}</body></html>`;

/** Sets one state and waits until its numbers are there. Runs in the page. */
const settled = async (figure, state) => {
  figure.reset();
  if (state) figure[state.key] = state.value;
  const frame = () => new Promise(requestAnimationFrame);
  // In the frame after this one the figure asks for what it needs.
  for (let i = 0; i < 3; i++) await frame();
  while (!figure.results || !figure.work.isSettled || figure.isUpdatePending) await frame();
  await figure.updateComplete;
};

/** Sets one state in the small bundle, whose names are short. Runs in the page. */
const put = (figure, state) => {
  figure.scrollIntoView();
  figure.reset();
  if (state) figure[state.key] = state.value;
};

/** What a figure says: its link, its named numbers, its summary. Runs in the page. */
const said = (figure) => ({
  link: figure.link,
  values: figure.values,
  summary: figure.shadowRoot.querySelector('.summary').textContent.replace(/\s+/g, ' ').trim(),
});

/** Another value for each parameter that has one. Runs in the page. */
const otherStates = (figure) => {
  const bound = (limit) => (typeof limit === 'function' ? limit(figure.state) : limit);
  const other = {
    choice: (p, now) => p.values.find((value) => value !== now),
    boolean: (_, now) => !now,
    integer: (p, now) => (now < bound(p.max) ? now + 1 : bound(p.min)),
  };
  return figure.parameters
    .filter(({ type }) => type in other)
    .map((p) => ({ key: p.key, value: other[p.type](p, figure.state[p.key]) }));
};

/** Waits until both pages say the same; some figures compute in two rounds. */
async function same(right, small, name) {
  for (let i = 0; i < 200; i++) {
    const [expected, got] = [await right.on(name, said), await small.on(name, said)];
    if (isDeepStrictEqual(expected, got)) return;
    await delay(50);
  }
  assert.deepEqual(await small.on(name, said), await right.on(name, said));
}

inBrowsers('the widgets in a plain page', {}, ({ open, browser }) => {
  async function host(files) {
    const site = await startSite({ files });
    test.after(() => site.close());
    return site.url;
  }

  for (const [file, script] of Object.entries(SCRIPTS)) {
    test(`${file}: all ${names.length} elements answer with numbers`, async () => {
      const page = await open((await host({ [file]: pageWith(script, names) })) + file);
      for (const name of names) {
        await page.on(name, (figure) => figure.scrollIntoView());
        await page.waitFor(
          `/\\d/.test(JSON.stringify(document.querySelector('${name}').values ?? {}))`,
          `${name} has no numbers`,
        );
      }
    });

    test(`${file}: without SIMD the scalar build comes from the file beside`, async () => {
      const head = pretending('simd-wrong') + script;
      const page = await open((await host({ [file]: pageWith(head, ['attn-pattern']) })) + file);
      await page.waitForText('attn-pattern >>> .summary', '48.7');
      assert.match(await page.text('attn-pattern >>> .badge'), /scalar/);
    });
  }

  test('attn-seq2seq fetches its part once, when it wakes, and speaks the language of its place', async () => {
    const two = pageWith(SCRIPTS['classic.html'], ['attn-seq2seq', 'attn-seq2seq']);
    const files = { 'two.html': two.replace('<attn-seq2seq>', '<attn-seq2seq lang="ar">') };
    const page = await open(`${await host(files)}two.html`);
    await page.waitForText('attn-seq2seq:not([lang]) >>> .summary', '“auf”');
    await page.waitForText('attn-seq2seq[lang] >>> .summary', '«');
    const texts = await page.evaluate(() =>
      [...document.querySelectorAll('attn-seq2seq')].map(
        ({ shadowRoot }) => shadowRoot.querySelector('.summary').textContent,
      ),
    );
    // Arabic isolates its numbers, English sets a no-break space before the sign.
    assert.match(texts[0], /\u2066[^\u2069]*\d[^\u2069]*%/);
    assert.match(texts[1], /\d\u00a0%/);
    const asked = await page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes('seq2seq'))
          .length,
    );
    assert.equal(asked, 1);
  });

  test('without its part attn-seq2seq says which file is missing, and keeps what the page says', async () => {
    const one = pageWith(SCRIPTS['module.html'], ['attn-seq2seq']).replace('</attn-', '<p>Hello</p></attn-'); // prettier-ignore
    const url = await host({ 'one.html': one, 'attn-seq2seq.js': 'this is no script' });
    const page = await open(`${url}one.html`, { messages: true });
    const said = await page.waitForText('attn-seq2seq >>> .no-engine', 'attn-seq2seq.js');
    assert.match(said, /must lie beside the script/);
    assert.ok(await page.on('attn-seq2seq p', (p) => p.checkVisibility()));
  });

  // One browser is enough to find a check that was needed after all.
  if (browser !== 'chromium') return;
  for (const name of names) {
    test(`${name} says in every state what it says in embed.html`, async () => {
      const right = await open(`embed.html#${name}`);
      const url = await host({ 'one.html': pageWith(SCRIPTS['module.html'], [name]) });
      const small = await open(`${url}one.html`);
      await right.waitFor(`document.querySelector('${name}')?.results`);
      for (const state of [null, ...(await right.on(name, otherStates))]) {
        await right.on(name, settled, {}, state);
        await small.on(name, put, {}, state);
        await same(right, small, name);
      }
    });
  }
});
