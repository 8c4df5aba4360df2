// attn-architectures: each attention with its matrix, its shape, its mask and its sources.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const FIGURE = 'attn-architectures';
const SUMMARY = `${FIGURE} >>> .summary`;
const NAMES = {
  encoder: 'Self-attention of the encoder',
  decoder: 'Self-attention of the decoder',
  only: 'Self-attention, decoder-only',
};
const values = (page) => page.on(FIGURE, (e) => e.values);
const weights = (page) =>
  page.on(FIGURE, (e) => {
    const { data, rows, columns } = e.results.shown;
    return { data: Array.from(data), rows, columns };
  });

inBrowsers(FIGURE, {}, ({ open }) => {
  test('cross-attention has a row a target token, a column a source token, and no mask', async () => {
    const page = await open(`embed.html#${FIGURE}`);
    await page.waitForText(SUMMARY, 'Cross-attention');
    const said = await values(page);
    assert.equal(said.shape, '7 × 6');
    assert.match(said['queries-from'], /decoder’s stream, 7 × 16/);
    assert.match(said['keys-from'], /encoder’s output, 6 × 16/);
    const { data } = await weights(page);
    assert.ok(data.every((weight) => weight > 0));
  });

  test('the encoder is not masked; the decoder and the decoder-only machine are causal', async () => {
    const page = await open(`embed.html#${FIGURE}`);
    for (const [id, isCausal] of Object.entries({ encoder: false, decoder: true, only: true })) {
      await page.click(`${FIGURE} >>> [data-attention="${id}"]`);
      await page.waitForText(SUMMARY, NAMES[id]);
      const { data, rows, columns } = await weights(page);
      assert.equal(rows, columns);
      data.forEach((weight, i) => {
        const isLater = i % columns > Math.floor(i / columns);
        assert.equal(weight === 0, isCausal && isLater, `${id}, ${i}`);
      });
    }
  });

  test('by keyboard alone: from attention to attention, and into the matrix', async () => {
    const page = await open(`embed.html#${FIGURE}`);
    await page.waitForText(SUMMARY, 'Cross-attention');
    await page.focus(`${FIGURE} >>> [data-attention="cross"]`);
    await page.press('ArrowLeft');
    await page.waitForText(SUMMARY, 'Self-attention of the decoder');
    await page.press('Tab');
    await page.press('End');
    await page.waitForText(SUMMARY, '“Ball” reads “auf”: masked');
  });

  test('a link that is wrong shows the default and says so', async () => {
    const page = await open(`embed.html#${FIGURE}?attention=both`);
    await page.waitForText(`${FIGURE} >>> .notice`, '“attention” must be one of');
    await page.waitForText(SUMMARY, 'Cross-attention');
  });
});
