// attn-heads: three patterns, one that hedges, and what heads cost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const SUMMARY = 'attn-heads >>> .summary';
const COUNT = 'attn-heads >>> [data-count]';

inBrowsers('attn-heads', {}, ({ open }) => {
  test('"it": A at ball, B at was, C at the three content words', async () => {
    const page = await open('embed.html#attn-heads');
    const said = await page.waitForText(SUMMARY, '48.7');
    assert.match(said, /A looks most at ball \(48\.7.%\), B at was \(94\.3.%\)/);
    assert.match(said, /C at robot, ball and heavy \(29\.9.% each\)/);
    assert.match(said, /entropies of 1\.439, 0\.345 and 1\.521 nats/);
  });

  test('switched to the previous token, B looks at "because"; the first token at itself', async () => {
    const page = await open('embed.html#attn-heads');
    await page.click('attn-heads >>> [data-control="neighbour"] label', { text: 'the previous' });
    await page.waitForText(SUMMARY, /B at because \(94\.3.%\)/);
    await page.click('attn-heads >>> [data-strip="0"]');
    await page.waitForText(SUMMARY, /For “the \(0\)”.*B at the \(0\) \(94\.3.%\)/);
  });

  test('one head hedges: its entropy is above each of the three', async () => {
    const page = await open('embed.html#attn-heads');
    await page.click('attn-heads >>> [data-control="heads"] label', { text: '1 head' });
    const said = await page.waitForText(SUMMARY, '26.3');
    assert.match(
      said,
      /ball \(26\.3.%\), heavy \(21\.5.%\), robot \(17\.0.%\) and was \(16\.5.%\)/,
    );
    assert.match(said, /Entropy 1\.929 nats; the three heads had 1\.439, 0\.345 and 1\.521/);
  });

  test('h heads cost what one costs, and a number that does not divide is said to', async () => {
    const page = await open('embed.html#attn-heads');
    await page.waitForText(
      COUNT,
      /262,144 params each, 1,048,576 in all\. One head of 512 channels: 1,048,576/,
    );
    await page.fill('attn-heads >>> [data-control="nHeads"] input', '7');
    await page.press('Enter');
    await page.waitForText(COUNT, '7 heads do not divide dmodel 512');
    await page.fill('attn-heads >>> [data-control="nHeads"] input', '16');
    await page.press('Enter');
    await page.waitForText(COUNT, /16 heads of 32 channels.*1,048,576 in all/);
  });

  test('by keyboard alone: strip and matrices', async () => {
    const page = await open('embed.html#attn-heads');
    await page.waitForText(SUMMARY, '48.7');
    await page.focus('attn-heads >>> [data-strip="7"]');
    await page.press('ArrowRight');
    await page.waitForText(SUMMARY, /For “was”, A looks most at it/);
    await page.press('Tab');
    await page.press('ArrowDown');
    await page.waitForText(SUMMARY, /For “heavy”/);
    await page.press('End');
    const at = await page.on('attn-heads', (e) => e.shadowRoot.activeElement.dataset.cell);
    assert.equal(at, 'a:9:9');
  });
});
