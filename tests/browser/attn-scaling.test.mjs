// attn-scaling: measured variances against the predicted ones, and the same picture everywhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const SUMMARY = 'attn-scaling >>> .summary';
const numbers = (page) =>
  page.on('attn-scaling', (e) => {
    const { variance } = e.results;
    return {
      variance: variance.variance,
      error: variance.standardError,
      scaled: variance.scaledVariance,
      scaledError: variance.scaledStandardError,
      histogram: Array.from(variance.histogram),
    };
  });

inBrowsers('attn-scaling', {}, ({ open }) => {
  test('at d_k = 64 the variance is 64 and, divided, 1, each within its sampling error', async () => {
    const page = await open('embed.html#attn-scaling?head-dim=64');
    await page.waitForText(SUMMARY, 'predicted 64');
    const { variance, error, scaled, scaledError } = await numbers(page);
    assert.ok(Math.abs(variance - 64) <= 2 * error, `${variance} ± ${error}`);
    assert.ok(Math.abs(scaled - 1) <= 2 * scaledError, `${scaled} ± ${scaledError}`);
    assert.ok(error > 0.5 && error < 3, 'the error bar has the size that 4,000 pairs give');
  });

  test('the same seed gives the same counts to the bit; another seed others', async () => {
    const page = await open('embed.html#attn-scaling?head-dim=64&seed=5');
    await page.waitForText(SUMMARY, 'seed 5');
    const first = await numbers(page);
    // Counted in Node by the scalar and the SIMD build, see tests/engine.
    assert.equal(
      first.histogram.reduce((sum, n) => sum + n, 0),
      4000,
    );
    await page.click('attn-scaling >>> [data-control="seed"] button');
    await page.waitForText(SUMMARY, 'seed 6');
    assert.notDeepEqual((await numbers(page)).histogram, first.histogram);
    await page.fill('attn-scaling >>> [data-control="seed"] input', '5');
    await page.press('Enter');
    await page.waitForText(SUMMARY, 'seed 5');
    assert.deepEqual(await numbers(page), first);
  });

  test('the width moves by keys, one by one where the slider is finer than a whole number', async () => {
    const page = await open('embed.html#attn-scaling?head-dim=4');
    await page.waitForText(SUMMARY, 'predicted 4');
    await page.focus('attn-scaling >>> input[type="range"]');
    await page.press('ArrowRight');
    await page.waitForText(SUMMARY, 'predicted 5');
    await page.press('Shift+ArrowRight');
    await page.waitForText(SUMMARY, 'predicted 10');
  });

  test('a press that ends what was typed is not lost to the notice about it', async () => {
    const page = await open('embed.html#attn-scaling');
    await page.waitForText(SUMMARY, 'predicted 64');
    await page.fill('attn-scaling >>> [data-control="headDim"] .number', '999');
    const centre = (e) => {
      const { left, top, width, height } = e.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const button = 'attn-scaling >>> [data-control="seed"] button';
    const [x, y] = await page.on(button, centre);
    await page.pointer.move(x, y);
    await page.pointer.down();
    // A person holds it for some frames.
    for (let i = 0; i < 4; i++) await page.settled();
    assert.deepEqual(await page.on(button, centre), [x, y]);
    await page.pointer.up();
    await page.waitFor(() => document.querySelector('attn-scaling').state.seed === 2);
    await page.waitForText('attn-scaling >>> .notice', 'must be from 1 to 512, not “999”');
  });

  test('a width of a thousand million is refused with the range', async () => {
    const page = await open('embed.html#attn-scaling?head-dim=1000000000');
    await page.waitForText('attn-scaling >>> .notice', 'must be from 1 to 512');
    await page.waitForText(SUMMARY, 'predicted 64');
  });

  test('long work shows its progress and Stop; stopped, the last numbers stay, and Compute goes on', async () => {
    const page = await open('embed.html#attn-scaling?head-dim=64&seed=5');
    await page.waitForText(SUMMARY, 'seed 5');
    const first = await numbers(page);
    // The figure waits for a runner that does nothing but hear Stop; its own one comes back below.
    await page.on('attn-scaling', (figure) => {
      const { work } = figure;
      const own = work.background;
      const run = (_, { signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      work.background = Promise.resolve({ run });
      figure.giveBack = () => (work.background = own);
      figure.setAttribute('seed', '6');
    });
    await page.on('attn-scaling >>> .work progress', () => true);
    await page.click('attn-scaling >>> .work button');
    await page.waitForText('attn-scaling >>> .work', 'Stopped.');
    assert.deepEqual(await numbers(page), first);
    assert.equal(await page.on('attn-scaling', (figure) => figure.state.seed), 6);
    await page.on('attn-scaling', (figure) => void figure.giveBack());
    await page.click('attn-scaling >>> .work button');
    await page.waitForText(SUMMARY, 'seed 6');
    assert.notDeepEqual((await numbers(page)).histogram, first.histogram);
    await page.waitFor(
      () => !document.querySelector('attn-scaling').renderRoot.querySelector('.work'),
    );
  });
});
