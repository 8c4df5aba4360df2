// attn-order: blind without positions and mask, not with them; tokens moved by keys and by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeCell, walkCells } from './harness/cells.mjs';
import { inBrowsers } from './harness/index.mjs';

const SUMMARY = 'attn-order >>> .summary';
const MAX = 'attn-order >>> [data-part="max"]';
const row = (token) => `attn-order >>> [data-row="${token}"]`;
const number = (text) => Number(text.replace('−', '-').replace(/\s/g, ''));

inBrowsers('attn-order', {}, ({ open }) => {
  test('without positions and mask the outputs agree after unshuffling, but for rounding', async () => {
    const page = await open('embed.html#attn-order');
    await page.waitForText(SUMMARY, /“robot” has moved to place 5 and got the same output/);
    const max = number(await page.text(MAX));
    assert.ok(max >= 0 && max < 1e-5, `it is ${max}`);
    const values = await page.on('attn-order', (e) => e.values);
    assert.equal(values.shuffled, 'the (4) ball picked up the (0) robot');
  });

  test('with sinusoidal positions, or the causal mask, they clearly do not', async () => {
    const page = await open('embed.html#attn-order');
    await page.waitForText(SUMMARY, 'same output');
    await page.on('attn-order', (e) => e.change({ positions: 'sinusoidal' }));
    await page.waitForText(SUMMARY, 'The positions tell the orders apart');
    const positions = number(await page.text(MAX));
    assert.ok(positions > 0.05, `it is ${positions}`);
    await page.on('attn-order', (e) => e.change({ positions: 'none', mask: 'causal' }));
    await page.waitForText(SUMMARY, 'The mask lets each place see');
    const mask = number(await page.text(MAX));
    assert.ok(mask > 0.05, `it is ${mask}`);
  });

  test('a token is taken by Space, moved by arrow keys, and dragged', async () => {
    const page = await open('embed.html#attn-order');
    await page.waitForText(SUMMARY, 'place 5');
    await page.focus(row(1));
    await page.press(' ');
    await page.press('ArrowUp', 2);
    await page.waitForText(SUMMARY, '“robot” has moved to place 3');
    await page.press(' ');
    await page.press('ArrowUp');
    await page.waitForText(SUMMARY, '“picked” has moved to place 2');
    await page.drag(row(5), { at: [0.5, 0.5], by: [0, 68] });
    await page.waitForText(SUMMARY, '“ball” has moved to place 3');
  });

  test('numbers of the outputs are walked by keys and taken by a click alike, in both orders at once', async () => {
    const page = await open('embed.html#attn-order');
    await page.waitForText(SUMMARY, 'place 5');
    await walkCells(page, 'attn-order', 'before', [
      ['Control+Home', 'the (0), channel 0: 0.49'],
      ['ArrowDown', 'robot, channel 0: 1.11'],
      ['Shift+ArrowRight', 'robot, channel 5: −0.82'],
    ]);
    await page.waitForText('attn-order >>> [data-part="cell"]', 'channel 5: −0.82 | −0.82');
    await walkCells(page, 'attn-order', 'after', [
      ['ArrowRight', 'robot, channel 6: 0.09'],
      ['Control+Home', 'the (4), channel 0: 0.49'],
    ]);
    await takeCell(page, 'attn-order', 'after', [0.95, 0.25], 'ball, channel 7: −1.14');
    await page.waitForText(SUMMARY, '“ball” has moved to place 1');
  });

  test('the first order gives exactly 0; a wrong order is refused, wherever it comes from', async () => {
    const page = await open('embed.html#attn-order');
    await page.waitForText(SUMMARY, 'place 5');
    await page.click('attn-order >>> [data-action="in-order"]');
    await page.waitForText(SUMMARY, 'the largest difference is 0:');
    await page.on('attn-order', (e) => e.applyLink('order=1,1,1'));
    await page.waitForText('attn-order >>> .notice', 'order');
    const given = await page.on('attn-order', async (figure) => {
      const says = async (set) => {
        figure.refuse([]);
        set();
        await figure.updateComplete;
        return [
          figure.renderRoot.querySelector('.notice li')?.textContent ?? null,
          figure.order.length,
        ];
      };
      figure.removeAttribute('order');
      return [
        // Nobody gave the order of the example's own sentence, which does not fit another one.
        await says(() => figure.reset()),
        await says(() => (figure.text = 'one two three')),
        await says(() => figure.reset()),
        await says(() => (figure.order = [0, 0, 0])),
        await says(() => figure.setAttribute('order', '1,1')),
      ];
    });
    assert.deepEqual(given, [
      [null, 6],
      [null, 0],
      [null, 6],
      ['“order” must be 6 numbers, not “0,0,0”.', 0],
      ['“order” must be 6 numbers, not “1,1”.', 0],
    ]);
  });
});
