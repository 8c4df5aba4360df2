// attn-positional: similarities, wavelengths and the turn by a step; the edge of the learned table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { takeCell, walkCells } from './harness/cells.mjs';
import { inBrowsers } from './harness/index.mjs';

const SUMMARY = 'attn-positional >>> .summary';
const DELTA = 'attn-positional >>> [data-control="delta"] .number';
const handle = (index) => `attn-positional >>> [data-channel="${index}"]`;

/** Waits for a handle to stand at a channel. */
async function reaches(page, selector, channel) {
  for (let i = 0; i < 100; i++) {
    if ((await page.attribute(selector, 'aria-valuenow')) === channel) return;
    await delay(50);
  }
  assert.equal(await page.attribute(selector, 'aria-valuenow'), channel);
}

inBrowsers('attn-positional', {}, ({ open }) => {
  test('64 channels: waves of 6.28 to 47,117 positions; similarity 32, 30.92 and 21.05', async () => {
    const page = await open('embed.html#attn-positional');
    await page.waitForText(SUMMARY, '32.00 at offset 0, 30.92 at 1 and 21.05 at 10');
    const values = await page.on('attn-positional', (e) => e.values);
    assert.equal(values['first-wavelength'], '6.28');
    assert.equal(values['last-wavelength'], '47,117');
  });

  test('each map has a legend of its own, whose ends are its largest number, on phones too', async () => {
    for (const width of [1280, 390]) {
      const page = await open('embed.html#attn-positional', { viewport: { width, height: 900 } });
      await page.waitForText(SUMMARY, 'position 7');
      const [ends, most] = await page.on('attn-positional', ({ shadowRoot, results }) => [
        [...shadowRoot.querySelectorAll('[data-part="legend"]')].map(
          (legend) => legend.lastElementChild.textContent,
        ),
        Math.max(...results.learned.vectors.map(Math.abs)),
      ]);
      assert.deepEqual(ends, ['1.0', most.toFixed(1)]);
      assert.ok(most > 1);
    }
  });

  test('each PE(t) turned is PE(t + Δ), for any Δ that the reader sets', async () => {
    const page = await open('embed.html#attn-positional');
    await page.waitForText(SUMMARY, 'With Δ = 10, every PE(t) turned');
    await page.fill(DELTA, '-777');
    await page.press('Enter');
    await page.waitForText(SUMMARY, 'With Δ = −777, every PE(t) turned');
    const values = await page.on('attn-positional', (e) => e.values);
    const difference = Number(values['rotation-difference'].replace('−', '-'));
    assert.ok(difference < 1e-5, `it is ${difference}`);
  });

  test("the tokens of the reader's own sentence take the first positions", async () => {
    const page = await open('embed.html#attn-positional');
    const mark = 'attn-positional >>> [data-part="sentence"] text';
    await page.waitForText(mark, 't: it');
    await page.waitForText(SUMMARY, '“it” stands at position 7');
    await page.waitForText(SUMMARY, '30.92 with “was”, one away');
    await page.fill('attn-positional >>> textarea', 'a b c d e f g h');
    await page.waitForText(mark, 't: h');
    await page.waitForText(SUMMARY, '30.92 with “g”, one away');
    await page.fill('attn-positional >>> textarea', 'a b c');
    await page.waitForText(SUMMARY, 'The sentence ends at position 2.');
    await page.fill('attn-positional >>> [data-control="t"] .number', '0');
    await page.press('Enter');
    await page.waitForText(SUMMARY, '“a” stands at position 0');
  });

  test('channels move by keys; the table has no row past its edge', async () => {
    const page = await open('embed.html#attn-positional');
    await page.waitForText(SUMMARY, 'ends at 47; position 48 has no vector');
    await page.focus(handle(2));
    await page.press('ArrowDown', 3);
    await reaches(page, handle(2), '43');
    await page.press('End');
    await reaches(page, handle(2), '63');
    await page.on('attn-positional', (e) => e.change({ t: 50 }));
    await page.waitForText('attn-positional >>> .picture', 'the table has no row 50');
  });

  test('numbers of both maps are walked by keys and taken by a click alike; past the table there is none', async () => {
    const page = await open('embed.html#attn-positional');
    await page.waitForText(SUMMARY, 'position 7');
    await walkCells(page, 'attn-positional', 'sines', [
      ['Control+Home', 'channel 0, position 0, the (0): 0.00'],
      ['ArrowDown', 'channel 1, position 0, the (0): 1.00'],
      ['Shift+ArrowDown', 'channel 6, position 0, the (0): 0.00'],
      ['ArrowRight', 'channel 6, position 1, robot: 0.41'],
    ]);
    await page.waitForText(SUMMARY, '“robot” stands at position 1');
    await walkCells(page, 'attn-positional', 'learned', [
      ['Control+End', 'channel 63, position 63: no vector'],
    ]);
    await takeCell(
      page,
      'attn-positional',
      'sines',
      [7.5 / 64, 10.5 / 64],
      'channel 10, position 7, it: 1.00',
    );
    await page.waitForText(SUMMARY, '“it” stands at position 7');
    await page.waitForText('attn-positional >>> [data-part="cell"]', 'position 7, it: 1.00');
    await takeCell(
      page,
      'attn-positional',
      'learned',
      [60.5 / 64, 0.5 / 64],
      'channel 0, position 60: no vector',
    );
  });
});
