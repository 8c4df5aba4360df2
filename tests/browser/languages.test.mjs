// Figures in other languages, from right to left, and tokens of many scripts, as a reader sees them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inBrowsers, startSite } from './harness/index.mjs';

const SUMMARY = 'attn-pattern >>> .summary';
const FIGURE = 'attn-pattern >>> .figure';
const token = (index) => `attn-pattern >>> [data-strip="${index}"]`;

/** Where an element stands on the screen. */
const boxOf = (page, selector) =>
  page.on(selector, (element) => {
    const { left, right, top, width } = element.getBoundingClientRect();
    return { left, right, top, width };
  });

inBrowsers('figures in other languages', {}, ({ open, browser }) => {
  // Firefox and WebKit tell where parts of a mirrored <svg> are as if it were not mirrored.
  const skip = browser !== 'chromium' && `${browser} measures a mirrored picture wrongly`;

  test('in Japanese the title, the controls and the summary are Japanese', async () => {
    const page = await open('embed.html#attn-pattern?lang=ja');
    const said = await page.waitForText(SUMMARY, '48.7%');
    assert.match(said, /「it」が最もよく見るのは ball（48\.7%）/);
    assert.equal(await page.attribute(FIGURE, 'lang'), 'ja');
    assert.equal(await page.attribute(FIGURE, 'dir'), 'ltr');
    assert.match(await page.attribute(token(7), 'aria-label'), /^it$/);
  });

  test(
    'in Arabic tokens, keys and labels run from right to left, and texts are not mirrored',
    { skip },
    async () => {
      const page = await open('embed.html#attn-pattern?lang=ar');
      await page.waitForText(SUMMARY, '48.7');
      assert.equal(await page.attribute(FIGURE, 'dir'), 'rtl');
      const [first, last] = [await boxOf(page, token(0)), await boxOf(page, token(9))];
      assert.ok(first.left > last.right, 'the first token stands at the right');
      const cell = (column) => `attn-pattern >>> [data-cell="weights:0:${column}"]`;
      assert.ok((await boxOf(page, cell(0))).left > (await boxOf(page, cell(9))).right);
      const name = await boxOf(page, 'attn-pattern >>> [role="rowheader"]');
      assert.ok(name.left > (await boxOf(page, cell(0))).right, 'the queries stand at the right');
      const turns = await page.on(`${token(7)} text`, (text) =>
        [text, text.ownerSVGElement].map((one) => getComputedStyle(one).transform),
      );
      assert.deepEqual(turns, Array(2).fill('matrix(-1, 0, 0, 1, 0, 0)'));
    },
  );

  test('in Arabic the arrow to the left goes to the token at the left', async () => {
    const page = await open('embed.html#attn-pattern?lang=ar');
    await page.waitForText(SUMMARY, '48.7');
    await page.focus(token(7));
    await page.press('ArrowLeft');
    await page.waitForText(SUMMARY, 'was');
    assert.equal(await page.attribute(token(8), 'aria-checked'), 'true');
    await page.press('ArrowRight', 2);
    await page.waitForText(SUMMARY, 'because');
    assert.equal(await page.attribute(token(6), 'aria-checked'), 'true');
  });

  test('in Arabic a click chooses what is under the pointer', { skip }, async () => {
    const page = await open('embed.html#attn-pattern?lang=ar');
    await page.waitForText(SUMMARY, '48.7');
    await page.click(token(2));
    await page.waitForText(SUMMARY, 'picked');
    assert.equal(await page.attribute(token(2), 'aria-checked'), 'true');
  });

  test('in Arabic a plane is not mirrored: the arrow to the right moves a tip to the right', async () => {
    const page = await open('embed.html#attn-alignment?lang=ar');
    const tip = 'attn-alignment >>> [data-tip="query"]';
    const before = await boxOf(page, tip);
    const x = Number(await page.attribute(tip, 'aria-valuenow'));
    await page.focus(tip);
    await page.press('ArrowRight');
    await page.on(`attn-alignment >>> [data-tip="query"]:not([aria-valuenow="${x}"])`, () => true);
    assert.ok(Number(await page.attribute(tip, 'aria-valuenow')) > x);
    assert.ok((await boxOf(page, tip)).left > before.left);
  });

  test('the language follows the page, and numbers for the page stay English', async () => {
    const page = await open('embed.html#attn-pattern');
    await page.waitForText(SUMMARY, 'looks most at');
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'ar'));
    await page.waitForText(SUMMARY, 'نات');
    assert.equal(await page.on('attn-pattern', (e) => e.values.entropy), '1.439');
    await page.evaluate(() => document.querySelector('attn-pattern').setAttribute('lang', 'ja-JP'));
    await page.waitForText(SUMMARY, 'ナット');
    await page.evaluate(() => document.querySelector('attn-pattern').setAttribute('lang', 'de'));
    await page.waitForText(SUMMARY, 'looks most at');
  });
});

inBrowsers('texts beside the widgets', {}, ({ open }) => {
  const host = (lang) =>
    `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>t</title>
<link rel="icon" href="data:,"><script src="attn-widgets.iife.js"></script>
<attn-pattern></attn-pattern></html>`;
  let site;
  before(async () => {
    const files = { 'ar.html': host('ar'), 'ja.html': host('ja'), 'attn-texts.ja.js': '' };
    site = await startSite({ files });
  });
  after(() => site.close());

  test('a page in Arabic loads the Arabic texts from beside the widgets', async () => {
    const page = await open(new URL('/ar.html', site.url).href);
    await page.waitForText(SUMMARY, 'نات');
    assert.equal(await page.attribute(FIGURE, 'dir'), 'rtl');
  });

  test('where the texts are missing the figure speaks English and says so, until dismissed', async () => {
    const page = await open(new URL('/ja.html', site.url).href);
    await page.waitForText(SUMMARY, 'looks most at');
    await page.waitForText('attn-pattern >>> .notice', 'attn-texts.ja.js could not be loaded');
    assert.equal(await page.attribute(FIGURE, 'lang'), 'en');
    await page.click('attn-pattern >>> .notice button');
    await page.waitFor(
      () => !document.querySelector('attn-pattern').shadowRoot.querySelector('.notice'),
    );
  });
});

const SENTENCE =
  'السلام שלום 日本語 สวัสดี 👩‍👩‍👧‍👦 e\u0301cole pneumonoultramicroscopicsilicovolcanoconioses x';

inBrowsers('a sentence of many scripts', {}, ({ open }) => {
  for (const name of [
    'attn-pattern',
    'attn-heads',
    'attn-pipeline',
    'attn-order',
    'attn-block',
    'attn-kv-cache',
    'attn-tiling',
  ]) {
    test(`${name} shows every token whole, in its own direction, within its place`, async () => {
      const text = encodeURIComponent(SENTENCE);
      const page = await open(`embed.html#${name}?text=${text}`);
      await page.on(`${name} >>> .picture svg text`, () => true);
      const shown = await page.on(`${name} >>> .picture`, (picture) =>
        [...picture.querySelectorAll('svg text')].map((one) => {
          const whole = one.querySelector('title')?.textContent ?? '';
          return one.textContent.replace(whole, '').trim();
        }),
      );
      for (const whole of ['السلام', 'שלום', '👩‍👩‍👧‍👦', 'école'.normalize('NFC')]) {
        assert.ok(
          shown.some((one) => one.includes(whole)),
          `${whole} in ${shown.join(' | ')}`,
        );
      }
      assert.ok(shown.some((one) => one.startsWith('pneumo') && one.endsWith('…')));
      assert.ok(!shown.some((one) => one.includes('\ufffd')));
    });
  }

  test('attn-positional shows the token at each position whole', async () => {
    const text = encodeURIComponent(SENTENCE);
    const page = await open(`embed.html#attn-positional?text=${text}&t=0`);
    const wanted = [
      'السلام',
      'שלום',
      '日本語',
      'สวัสดี',
      '👩‍👩‍👧‍👦',
      'école'.normalize('NFC'),
      'pneumo',
      'x',
    ];
    for (const [t, token] of wanted.entries()) {
      await page.evaluate(
        (at) => document.querySelector('attn-positional').setAttribute('t', at),
        t,
      );
      const shown = await page.waitForText('attn-positional >>> .picture', `t: ${token}`);
      assert.doesNotMatch(shown, /\ufffd/);
    }
  });

  test('a Hebrew token in an English summary is isolated', async () => {
    const text = encodeURIComponent('שלום to all');
    const page = await open(`embed.html#attn-tiling?text=${text}&query=0`);
    assert.match(
      await page.waitForText('attn-tiling >>> .summary', 'שלום'),
      /“\u2068?שלום\u2069?”/,
    );
  });
});
