// attn-complexity: the counts can be made by hand, the sliders move by keys, and it fits a phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const FIGURE = 'attn-complexity';
const SUMMARY = `${FIGURE} >>> .summary`;
const control = (key, part) => `${FIGURE} >>> [data-control="${key}"] ${part}`;
const values = (page) => page.on(FIGURE, (e) => e.updateComplete.then(() => e.values));
const count = (text) => Number(text.replaceAll(',', ''));

inBrowsers(FIGURE, {}, ({ open }) => {
  test('the table is seen whole, however wide the figure is', async () => {
    const page = await open(`embed.html#${FIGURE}`);
    await page.waitForText(`${FIGURE} >>> .summary`, /128/);
    for (const width of [390, 568, 640, 712, 728, 760, 1000]) {
      await page.on(FIGURE, (figure, px) => (figure.style.width = `${px}px`), {}, width);
      const isWhole = `(({ width, shadowRoot }) => {
        const table = shadowRoot.querySelector('.counts');
        return width === ${width - 2} && table.scrollWidth <= table.clientWidth;
      })(document.querySelector('${FIGURE}'))`;
      await page.waitFor(isWhole, `a part of the table is out of sight at ${width}`);
    }
  });

  test('the counts are those of the formulas for n = 128, d = 512, k = 3, r = 32', async () => {
    const page = await open(`embed.html#${FIGURE}`);
    const said = await page.waitForText(SUMMARY, 'n is below d: attention is the cheaper one');
    assert.match(said, /attention takes 8,388,608 operations, a recurrent layer 33,554,432/);
    assert.match(said, /in 128 steps one after another/);
    assert.match(said, /At n = d both take 134,217,728/);
    const got = await values(page);
    assert.equal(count(got['self-attention-operations']), 128 ** 2 * 512);
    assert.equal(count(got['recurrent-operations']), 128 * 512 ** 2);
    assert.equal(count(got['convolution-operations']), 3 * 128 * 512 ** 2);
    assert.equal(count(got['restricted-operations']), 32 * 128 * 512);
  });

  test('by keyboard alone: the sliders step, double with Shift, and reach their ends', async () => {
    const page = await open(`embed.html#${FIGURE}`);
    await page.waitForText(SUMMARY, 'n = 128 tokens');
    await page.focus(control('n', 'input[type="range"]'));
    await page.press('Shift+ArrowRight', 2);
    await page.waitForText(SUMMARY, 'n equals d: they cost the same');
    await page.press('ArrowRight');
    await page.waitForText(SUMMARY, /n = 558 tokens.*n is above d/);
    await page.press('Home');
    await page.waitForText(SUMMARY, 'n = 1 tokens');
    await page.press('ArrowRight');
    await page.waitForText(SUMMARY, 'n = 2 tokens');
    await page.press('Tab');
    await page.press('Tab');
    await page.press('End');
    await page.waitForText(SUMMARY, 'd = 16,384 channels');
  });

  test('typed sizes are taken, and a wrong one is refused and stays in its field', async () => {
    const page = await open(`embed.html#${FIGURE}`);
    await page.waitForText(SUMMARY, 'n = 128 tokens');
    await page.fill(control('n', '.number'), '1,000');
    await page.press('Enter');
    await page.waitForText(SUMMARY, 'n = 1,000 tokens');
    await page.fill(control('k', '.number'), '1');
    await page.press('Enter');
    await page.waitForText(`${FIGURE} >>> .notice`, '“kernel k” must be from 2 to 64, not “1”');
    assert.equal(await page.value(control('k', '.number')), '1');
  });

  test('a link brings its sizes, the table shows them; a wrong one is refused', async () => {
    const page = await open(`embed.html#${FIGURE}?v=1&n=1024&d=64&k=2&r=8`);
    await page.waitForText(SUMMARY, 'n = 1,024 tokens of d = 64 channels');
    await page.click(`${FIGURE} >>> [data-panel="numbers"]`);
    const table = await page.text(`${FIGURE} >>> [data-table="layers"]`);
    assert.match(table, /self-attention67,108,86411/);
    assert.match(table, /recurrent4,194,3041,0241,024/);
    // A kernel of 2 reaches 1,024 places in log₂ 1,024 layers, a neighbourhood of 8 in 1,024 ÷ 8.
    assert.match(table, /convolutional8,388,608110/);
    assert.match(table, /restricted self-attention524,2881128/);
    const wrong = await open(`embed.html#${FIGURE}?n=0&d=many`);
    const notice = await wrong.waitForText(`${FIGURE} >>> .notice`, '“n” must be from 1 to');
    assert.match(notice, /“d” must be a whole number, not “many”/);
    await wrong.waitForText(SUMMARY, 'n = 128 tokens');
  });

  test('at 320 pixels nothing sticks out, and the picture is about as high as promised', async () => {
    const page = await open(`embed.html#${FIGURE}`, { viewport: { width: 320, height: 700 } });
    await page.waitForText(SUMMARY, 'n = 128 tokens');
    const { over, promised, drawn } = await page.on(FIGURE, (e) => {
      const box = e.getBoundingClientRect();
      const sticksOut = (part) => {
        const { left, right, width } = part.getBoundingClientRect();
        return width > 0 && (left < box.left - 1 || right > box.right + 1);
      };
      return {
        over: [...e.shadowRoot.querySelectorAll('.picture svg *')].filter(sticksOut).length,
        promised: e.pictureHeight(e.state, e.layout),
        drawn: e.shadowRoot.querySelector('.picture').getBoundingClientRect().height,
      };
    });
    assert.equal(over, 0);
    // Of the table under the chart the height is estimated.
    assert.ok(Math.abs(drawn - promised) < 30, `${drawn} instead of ${promised}`);
    const place = () => page.on(`${FIGURE} >>> .controls`, (e) => e.offsetTop);
    const before = await place();
    await page.set(control('n', 'input[type="range"]'), '16');
    await page.waitForText(SUMMARY, 'n = 65,536 tokens');
    assert.equal(await place(), before, 'the controls stay where they are');
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(sideways <= 0, `${sideways} pixels too wide`);
  });
});
