// attn-block: every tensor opens, the stack grows or does not, and the params add up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const SUMMARY = 'attn-block >>> .summary';
const COUNTS = 'attn-block >>> .counts';

inBrowsers('attn-block', {}, ({ open }) => {
  test('the named layers have the params that the chapter gives', async () => {
    const page = await open('embed.html#attn-block');
    await page.waitForText(`${COUNTS} [data-part="total"]`, '3,145,728');
    await page.waitForText(`${COUNTS} [data-part="feedForward"]`, /2,097,152\s*66\.7.%/);
    await page.click('attn-block >>> [data-preset="decoder"]');
    await page.waitForText(`${COUNTS} [data-part="total"]`, '4,194,304');
    await page.click('attn-block >>> [data-preset="gpt2"]');
    await page.waitForText(`${COUNTS} [data-part="total"]`, '7,087,872');
    await page.waitForText(`${COUNTS} [data-part="model"]`, '124,439,808');

    // In a narrow column too the whole table is there.
    for (const width of [320, 260]) {
      await page.on('attn-block', (figure, px) => (figure.style.width = `${px}px`), {}, width);
      await page.waitFor(`document.querySelector('attn-block').width === ${width - 2}`);
      const outside = await page.on('attn-block', async (figure) => {
        await figure.updateComplete;
        const { left, right } = figure.getBoundingClientRect();
        return [...figure.renderRoot.querySelectorAll('.counts :is(th, td, p)')]
          .map((part) => [part.textContent.trim(), part.getBoundingClientRect()])
          .filter(([text, box]) => text && (box.left < left - 1 || box.right > right + 1))
          .map(([text]) => text);
      });
      assert.deepEqual(outside, [], `${width} pixels`);
    }
  });

  test('heads that do not divide the channels are said to', async () => {
    const page = await open('embed.html#attn-block');
    await page.fill('attn-block >>> [data-control="heads"] input', '7');
    await page.press('Enter');
    await page.waitForText(COUNTS, '7 heads do not divide 512 channels');
  });

  test('over 24 blocks the stream grows with pre-LN and stays at √32 with post-LN', async () => {
    const page = await open('embed.html#attn-block');
    await page.waitForText(SUMMARY, 'After block 24');
    const { pre, post } = await page.on('attn-block', (e) => ({
      pre: Array.from(e.results.norms.pre),
      post: Array.from(e.results.norms.post),
    }));
    assert.equal(pre.length, 25);
    assert.ok(pre[24] > 3 * pre[0], `${pre[24]} after, ${pre[0]} before`);
    for (const norm of post.slice(1)) assert.ok(Math.abs(norm - Math.sqrt(32)) < 1e-3, `${norm}`);
  });

  test('by keyboard alone: from tensor to tensor, and into its cells', async () => {
    const page = await open('embed.html#attn-block?tensor=scores');
    await page.waitForText(SUMMARY, 'scores of head 0');
    await page.focus('attn-block >>> [data-tensor="scores"]');
    await page.press('ArrowRight');
    await page.waitForText(SUMMARY, /weights of head 0: it, .*%/);
    await page.press('Tab');
    await page.press('Home');
    await page.waitForText(SUMMARY, 'it, the (0)');
    await page.press('ArrowUp');
    await page.waitForText(SUMMARY, 'because, the (0)');
  });

  test('ReLU leaves no negative number, GELU does', async () => {
    const page = await open('embed.html#attn-block?tensor=activated');
    await page.waitForText(SUMMARY, 'activated');
    const least = () => page.on('attn-block', (e) => Math.min(...e.results.shown.data));
    assert.ok((await least()) < 0);
    await page.click('attn-block >>> [data-control="activation"] label', { text: 'ReLU' });
    await page.waitForText('attn-block >>> .picture', 'ReLU of each number');
    assert.equal(await least(), 0);
  });

  test('a sentence of one’s own goes through; a link that is wrong shows the default', async () => {
    const page = await open('embed.html#attn-block?tensor=nothing');
    await page.waitForText('attn-block >>> .notice', '“tensor” must be one of');
    await page.waitForText(SUMMARY, 'activated: it');
    await page.fill('attn-block >>> textarea', 'stones sink');
    await page.waitForText(SUMMARY, 'activated: stones');
    assert.equal((await page.on('attn-block', (e) => e.values)).shape, '2 × 32');
  });
});
