// attn-kv-sharing: neighbours share, the cache shrinks in proportion, the outputs move.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const FIGURE = 'attn-kv-sharing';
const SUMMARY = `${FIGURE} >>> .summary`;

/** Which KV head each query head's line leads to. */
const linesOf = (page) =>
  page.on(FIGURE, (figure) =>
    [...figure.shadowRoot.querySelectorAll('[data-line]')].map((line) => line.dataset.line),
  );

inBrowsers(FIGURE, {}, ({ open }) => {
  test('with two KV heads the groups are the neighbours 0 to 3 and 4 to 7', async () => {
    const page = await open('embed.html#attn-kv-sharing');
    await page.waitForText(
      SUMMARY,
      'Query heads 0 to 3 read KV head 0, query heads 4 to 7 read KV head 1.',
    );
    assert.deepEqual(await linesOf(page), ['0:0', '1:0', '2:0', '3:0', '4:1', '5:1', '6:1', '7:1']);
    await page.waitForText(SUMMARY, 'a quarter of MHA’s 1,280');
  });

  test('the slider goes from MQA to MHA by keys, and MHA moves nothing', async () => {
    const page = await open('embed.html#attn-kv-sharing');
    await page.waitForText(SUMMARY, '320 bytes');
    const height = () => page.on(FIGURE, (figure) => figure.getBoundingClientRect().height);
    const before = await height();
    await page.focus(`${FIGURE} >>> [data-control="kvHeads"] input`);
    await page.press('ArrowRight');
    await page.waitForText(
      SUMMARY,
      /All eight query heads read the one KV head.*160 bytes, an eighth/,
    );
    await page.press('Home');
    await page.waitForText(SUMMARY, /1,280 bytes, and nothing is averaged/);
    assert.equal(await height(), before, 'a shorter summary takes as much room');
    assert.match(
      await page.attribute(`${FIGURE} >>> [data-way="8"]`, 'aria-label'),
      /1,280 bytes|0\.000/,
    );
  });

  test('three KV heads cannot share eight query heads: refused, and the default shown', async () => {
    const page = await open('embed.html#attn-kv-sharing?kv-heads=3');
    await page.waitForText(`${FIGURE} >>> .notice`, 'must be one of');
    await page.waitForText(SUMMARY, '320 bytes');
  });
});
