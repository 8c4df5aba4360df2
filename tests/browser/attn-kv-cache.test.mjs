// attn-kv-cache: the cache changes no output, saves what the formula says, and takes what it says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeCell, walkCells } from './harness/cells.mjs';
import { inBrowsers } from './harness/index.mjs';

const FIGURE = 'attn-kv-cache';
const SUMMARY = `${FIGURE} >>> .summary`;
const PER_TOKEN = `${FIGURE} >>> [data-part="per-token"]`;

inBrowsers(FIGURE, {}, ({ open }) => {
  test('ten tokens: 55 and 385 without a cache, 10 and 55 with it, no difference', async () => {
    const page = await open('embed.html#attn-kv-cache');
    const said = await page.waitForText(SUMMARY, 'Step 10');
    assert.match(
      said,
      /55 tokens were projected and 385 scores a head computed without a cache, 10 and 55 with it/,
    );
    assert.match(said, /differ by at most 0;/);
    assert.equal(await page.text(`${FIGURE} >>> [data-part="difference"]`), '0');
  });

  test('the slider goes back to the first step by keys', async () => {
    const page = await open('embed.html#attn-kv-cache');
    await page.waitForText(SUMMARY, 'Step 10');
    await page.focus(`${FIGURE} >>> [data-control="step"] input[type="range"]`);
    await page.press('ArrowLeft');
    await page.waitForText(SUMMARY, /Step 9 is “was”.*45 tokens.*285 scores.*9 and 45 with it/);
    await page.press('Home');
    await page.waitForText(SUMMARY, /Step 1 is “the”.*1 tokens.*1 scores/);
  });

  test('tokens that the model draws are the same both ways', async () => {
    const page = await open('embed.html#attn-kv-cache');
    await page.click(`${FIGURE} >>> [data-control="draw"] label`, { text: 'drawn by the model' });
    await page.waitForText(SUMMARY, /Step 10 is.*differ by at most 0;/);
  });

  test('the named models take exactly their bytes a token', async () => {
    const page = await open('embed.html#attn-kv-cache');
    await page.waitForText(PER_TOKEN, '36,864 bytes');
    for (const [model, bytes] of [
      ['llama-2-7b', '524,288'],
      ['llama-2-70b', '327,680'],
      ['llama-3-8b', '131,072'],
      ['llama-3-70b', '327,680'],
      ['mistral-7b', '131,072'],
      ['gpt-2-small', '36,864'],
    ]) {
      await page.set(`${FIGURE} >>> [data-control="model"] select`, model);
      await page.waitForText(PER_TOKEN, `${bytes} bytes`);
    }
  });

  test('Llama-2-7B at 4,096 tokens takes 2 GiB; a changed size makes the model your own', async () => {
    const page = await open('embed.html#attn-kv-cache?model=llama-2-7b&cache-tokens=4096');
    await page.waitForText(`${FIGURE} >>> [data-part="bytes"]`, /2,147,483,648 bytes = 2 GiB/);
    await page.waitForText(
      `${FIGURE} >>> [data-part="counted"]`,
      /8,390,656 scores a head with the cache, 22,914,881,536 without/,
    );
    await page.fill(`${FIGURE} >>> [data-control="kvHeads"] input`, '8');
    await page.press('Enter');
    await page.waitForText(PER_TOKEN, '131,072 bytes');
    assert.equal(await page.value(`${FIGURE} >>> [data-control="model"] select`), 'own');
  });

  test('cells are walked by keys and taken by a click alike, and say what the step does to them', async () => {
    const page = await open('embed.html#attn-kv-cache?step=8');
    await page.waitForText(SUMMARY, 'Step 8');
    await walkCells(page, FIGURE, 'scores-plain', [
      ['Control+Home', 'the (0), the (0): computed now'],
      ['Shift+ArrowRight', 'the (0), ball: computed, then masked'],
      ['End', 'the (0), heavy: not there'],
      ['Control+End', 'heavy, heavy: not there'],
    ]);
    // The other way has the same cell in hand.
    await walkCells(page, FIGURE, 'scores-cached', [
      ['Home', 'heavy, the (0): not there'],
      ['ArrowUp', 'was, the (0): not there'],
      ['ArrowUp', 'it, the (0): computed now'],
      ['ArrowUp', 'because, the (0): kept, or done before'],
    ]);
    await walkCells(page, FIGURE, 'made-cached', [
      ['Control+Home', 'query, the (0): not there'],
      ['ArrowDown', 'key, the (0): kept, or done before'],
    ]);
    await takeCell(page, FIGURE, 'made-cached', [0.75, 0.5], 'query, it: computed now');
    const rows = `${FIGURE} >>> [data-grid="made-cached"] .hit[data-term="value"]`;
    await page.click(rows, { at: [0.75, 0.5] });
    await walkCells(page, FIGURE, 'made-cached', [['ArrowRight', 'value, was: not there']]);
  });

  test('a model that nobody knows is refused, and the default shown', async () => {
    const page = await open('embed.html#attn-kv-cache?model=llama-9');
    await page.waitForText(`${FIGURE} >>> .notice`, 'must be one of');
    await page.waitForText(PER_TOKEN, '36,864 bytes');
  });
});
