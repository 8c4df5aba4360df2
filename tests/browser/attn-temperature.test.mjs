// attn-temperature: both ends of the slider, presets, typed values, dragged scores.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const SUMMARY = 'attn-temperature >>> .summary';
const SLIDER = 'attn-temperature >>> input[type="range"]';
const FIELD = 'attn-temperature >>> [data-control="temperature"] .number';
const preset = (spelling) => `attn-temperature >>> [data-preset="${spelling}"]`;
const score = (key) => `attn-temperature >>> [data-score="${key}"]`;

inBrowsers('attn-temperature', {}, ({ open }) => {
  test('none of several equals is named before the others', async () => {
    const page = await open('embed.html#attn-temperature?temperature=inf');
    await page.waitForText('attn-temperature >>> .summary', 'gives 10 keys the most, 10.0 % each');
    const pattern = await open('embed.html#attn-pattern?query=3');
    const said = await pattern.waitForText('attn-pattern >>> .summary', 'The other 9 get');
    assert.match(said, /^“up” looks most at picked \(69\.1 %\)\. The other 9 get 3\.4 % each\./);
  });

  test('ball takes 72.3 % at 0.5, 28.2 % at 2; the entropy at 4 is 2.240 nats', async () => {
    const page = await open('embed.html#attn-temperature');
    await page.waitForText(SUMMARY, /At T = 1, “it” gives ball 48\.7.%/);
    await page.click(preset('0.5'));
    await page.waitForText(SUMMARY, /ball 72\.3.%/);
    await page.click(preset('2'));
    await page.waitForText(SUMMARY, /ball 28\.2.%/);
    await page.click(preset('4'));
    await page.waitForText(SUMMARY, 'Entropy 2.240 nats');
  });

  test('the slider reaches both ends by keys: argmax at 0, uniform at infinity', async () => {
    const page = await open('embed.html#attn-temperature');
    await page.waitForText(SUMMARY, '48.7');
    await page.focus(SLIDER);
    await page.press('Home');
    await page.waitForText(SUMMARY, /At T = 0, “it” gives ball 100\.0.%\. Entropy 0\.000 nats/);
    await page.press('End');
    await page.waitForText(SUMMARY, /At T = ∞, .* 10\.0.% each\. Entropy 2\.303 nats/);
    const values = await page.on('attn-temperature', (e) => e.values);
    assert.equal(values['weight-robot'], '10.0\u00a0%');
  });

  test('bars move after a click, and follow a key and a dragged slider at once', async () => {
    const page = await open('embed.html#attn-temperature');
    const BAR = `document.querySelector('attn-temperature').shadowRoot.querySelector('rect.moves')`;
    const barsTake = (time) =>
      page.waitFor(`getComputedStyle(${BAR}).transitionDuration.startsWith('${time}')`);
    await page.waitForText(SUMMARY, '48.7');
    await page.click(preset('0.5'));
    await page.waitForText(SUMMARY, /ball 72\.3.%/);
    await barsTake('0.25s');
    await page.focus(SLIDER);
    await page.press('End');
    await page.waitForText(SUMMARY, /At T = ∞/);
    await barsTake('0s');
    await page.click(preset('1'));
    await page.waitForText(SUMMARY, '48.7');
    await barsTake('0.25s');
    await page.drag(SLIDER, { by: [40, 0] });
    await page.waitFor(() => document.querySelector('attn-temperature').temperature !== 1);
    await barsTake('0s');
  });

  test('a typed temperature is taken; a wrong one is refused and stays in its field', async () => {
    const page = await open('embed.html#attn-temperature');
    await page.waitForText(SUMMARY, '48.7');
    await page.fill(FIELD, '0.25');
    await page.press('Enter');
    await page.waitForText(SUMMARY, /ball 91\.2.%.* is 0\.080/);
    await page.fill(FIELD, 'banana');
    await page.press('Enter');
    await page.waitForText(
      'attn-temperature >>> .notice',
      '“Attention temperature T” must be a number, not “banana”',
    );
    assert.equal(await page.value(FIELD), 'banana');
    await page.waitForText(SUMMARY, /At T = 0\.25/);
  });

  test('scores move by dragging, by keys and by typing', async () => {
    const page = await open('embed.html#attn-temperature');
    await page.waitForText(SUMMARY, '48.7');
    await page.focus(score(5));
    await page.press('ArrowDown', 2);
    await page.waitForText(SUMMARY, /ball 43\.\d.%/);
    assert.equal(await page.attribute(score(5), 'aria-valuetext'), '3.20');
    await page.drag(score(8), { at: [0.5, 0.6], by: [0, -60] });
    const dragged = Number(await page.attribute(score(8), 'aria-valuenow'));
    assert.ok(dragged > 2, `the score followed the pointer up, it is ${dragged}`);
    await page.fill('attn-temperature >>> [data-control="score"] input', '-1.5');
    await page.press('Enter');
    await page.waitFor(() => document.querySelector('attn-temperature').scores[8] === -1.5);
    assert.match(await page.text('attn-temperature >>> .chip'), /edited by you/);
    await page.click('attn-temperature >>> footer button', { text: 'Reset' });
    await page.waitForText(SUMMARY, /ball 48\.7.%/);
  });

  test('equal highest scores share at T = 0', async () => {
    const page = await open('embed.html#attn-temperature?temperature=0&scores=3,3,0,0,0,0,0,0,0,0');
    await page.waitForText(SUMMARY, /2 keys the most, 50\.0.% each\. Entropy 0\.693 nats/);
  });

  test('a banana in the link gives the default figure and a notice', async () => {
    const page = await open('embed.html#attn-temperature?temperature=banana');
    await page.waitForText('attn-temperature >>> .notice', 'must be a number');
    await page.waitForText(SUMMARY, /At T = 1/);
  });
});
