// embed.html: one figure for an <iframe>, chosen and set up by its link.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { RAMPS } from '../../web/model/palette.js';
import { inBrowsers, startSite } from './harness/index.mjs';

const FILE = new URL('../../build/site/embed.html', import.meta.url);
const PAGE = readFileSync(FILE, 'utf8');
const SUMMARY = 'attn-pattern >>> .summary';

/** The policy of a careful host: nothing but what stands in this very file. */
function strictPolicy() {
  const hashes = (tag) =>
    [...PAGE.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))]
      .map(([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join(' ');
  return [
    "default-src 'none'",
    `script-src ${hashes('script')} 'wasm-unsafe-eval'`,
    `style-src ${hashes('style')}`,
    'img-src data:',
    'worker-src blob:',
  ].join('; ');
}

inBrowsers('embed.html', {}, ({ open }) => {
  const go = (page, hash) => page.evaluate((to) => void (location.hash = to), hash);

  test('shows the figure of its link alone, in the linked state', async () => {
    const page = await open('embed.html#attn-pattern?v=1&query=3&mask=causal');
    await page.waitForText(SUMMARY, /“up” looks most at picked \(87\.0.%/);
    assert.equal(await page.evaluate(() => document.title), 'Where one token looks');
    assert.equal(await page.evaluate(() => document.querySelector('main').children.length), 1);
  });

  test('without a figure, with an unknown one, or with a broken link one sentence says what to write', async () => {
    const page = await open('embed.html');
    await page.waitForText('.guide p', 'Write the name of a figure behind the address');
    assert.equal(await page.count('.guide a'), 17);
    for (const [hash, said] of [
      ['attn-nonsense?x=1', 'There is no figure called “attn-nonsense”'],
      ['chapter-2', 'The link “chapter-2” was not understood'],
      ['T=<b>', 'The link “T='],
      ['attn-pattern-element', 'no figure called'],
    ]) {
      await go(page, hash);
      await page.waitForText('.guide p', said);
    }
    await page.click('.guide a', { text: 'attn-pattern' });
    await page.waitForText(SUMMARY, '48.7');
  });

  test('follows a changed link, to another state and to another figure', async () => {
    const page = await open('embed.html#attn-pattern');
    await page.waitForText(SUMMARY, '48.7');
    await go(page, 'attn-pattern?mask=causal');
    await page.waitForText(SUMMARY, '67.9');
    await go(page, 'attn-temperature?temperature=2');
    await page.waitForText('attn-temperature >>> .summary', '28.2');
    assert.equal(await page.count('attn-pattern'), 0);
  });

  test('Reset goes back to what the link said', async () => {
    const page = await open('embed.html#attn-pattern?mask=causal');
    await page.waitForText(SUMMARY, '67.9');
    await page.click('attn-pattern >>> label', { text: 'No mask' });
    await page.waitForText(SUMMARY, '48.7');
    await page.click('attn-pattern >>> .tool', { text: 'Reset' });
    await page.waitForText(SUMMARY, '67.9');
  });

  test('the frame’s options: theme, ramp and title; what is wrong in a link is refused in words', async () => {
    const page = await open('embed.html#attn-pattern?theme=dark&ramp=grey&title=0');
    await page.waitForText(SUMMARY, '48.7');
    assert.equal(await page.count('attn-pattern >>> .figure.dark.grey'), 1);
    const colour = (e) => getComputedStyle(e).getPropertyValue('--c-weight1');
    assert.equal(await page.on('attn-pattern >>> .figure', colour), RAMPS.grey.dark.weight1);
    const title = (h3) => h3.getBoundingClientRect().height;
    assert.equal(await page.on('attn-pattern >>> h3', title), 0);
    await go(page, 'attn-pattern?theme=pink&query=99&nonsense=1');
    const said = await page.waitForText('attn-pattern >>> .notice', '“theme” must be one of');
    assert.match(said, /“query” must be from 0 to 9, not “99”/);
    assert.match(said, /“nonsense” is not known here/);
    assert.equal(await page.count('attn-pattern >>> .figure.light'), 1);
    assert.ok((await page.on('attn-pattern >>> h3', title)) > 10);
  });

  test('works from file://', async () => {
    const page = await open(`${FILE.href}#attn-pattern?query=3`);
    await page.waitForText(SUMMARY, '“up”');
  });
});

inBrowsers('embed.html, every figure', {}, ({ open }) => {
  test('all seventeen answer, under a policy that allows its own script and style by hash alone', async () => {
    const files = { 'strict.html': PAGE };
    const site = await startSite({ files, csp: strictPolicy(), witness: false });
    test.after(() => site.close());
    const page = await open(`${site.url}strict.html`);
    await page.waitForText('.guide p', 'Write');
    // The style sheet of the file was allowed too.
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).marginTop), '0px');
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('.guide a')].map((a) => a.hash.slice(1)),
    );
    assert.equal(names.length, 17);
    for (const name of names) {
      await page.evaluate((to) => void (location.hash = to), name);
      await page.waitForText(`${name} >>> .summary`, /\d/);
      assert.equal(await page.count(`${name} >>> .notice`), 0, name);
    }
  });
});
