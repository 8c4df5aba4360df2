// attn-rope: the score stays under a shift of both, in both pairings; the two tests; the slopes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const SUMMARY = 'attn-rope >>> .summary';
const TESTS = 'attn-rope >>> [data-texts="tests"]';
const size = (text) => Math.abs(Number(text.replace('−', '-').replace('e−', 'e-')));

inBrowsers('attn-rope', {}, ({ open }) => {
  test('both positions shifted by 100, 1,000 or a million: the score stays, in both pairings', async () => {
    const page = await open('embed.html#attn-rope');
    await page.waitForText(SUMMARY, 'Both moved by 100');
    for (const pairing of ['interleaved', 'halves']) {
      for (const shift of [100, 1000, 1_000_000]) {
        await page.on('attn-rope', (e, state) => e.change(state), {}, { pairing, shift });
        await page.waitForText(SUMMARY, `Both moved by ${shift.toLocaleString('en-GB')}`);
        const values = await page.on('attn-rope', (e) => e.values);
        assert.equal(values['score-both-shifted'], values.score);
        assert.ok(size(values['shift-difference']) < 1e-5);
        assert.notEqual(values['score-one-shifted'], values.score);
        assert.notEqual(values['score-other-pairing'], values.score);
      }
    }
  });

  test('the slowest of four pairs needs 6,283 positions for a turn', async () => {
    const page = await open('embed.html#attn-rope');
    await page.waitForText(SUMMARY, 'Both moved by 100');
    const values = await page.on('attn-rope', (e) => e.values);
    assert.equal(values['slowest-turn'], '6,283');
    await page.focus('attn-rope >>> [data-pair="0"]');
    await page.press('End');
    await page.waitForText('attn-rope >>> .picture', 'channels 6 and 7 of q and k');
  });

  test('learned and sinusoidal positions fail the shift, none fails the shuffle, RoPE and ALiBi pass', async () => {
    const page = await open('embed.html#attn-rope');
    await page.waitForText(TESTS, /none\s*no · \S+\s*yes · 0/);
    await page.waitForText(TESTS, /learned\s*yes · \S+\s*no · /);
    await page.waitForText(TESTS, /sinusoidal\s*yes · \S+\s*no · /);
    await page.waitForText(TESTS, /RoPE\s*yes · \S+\s*yes · /);
    await page.waitForText(TESTS, /ALiBi\s*yes · \S+\s*yes · 0/);
  });

  test('12 heads of ALiBi: those of 8, then every second of 16', async () => {
    const page = await open('embed.html#attn-rope');
    await page.waitForText(SUMMARY, 'Both moved by 100');
    await page.on('attn-rope', (e) => e.change({ heads: 12 }));
    await page.waitForText(
      'attn-rope >>> .picture',
      /1\/2\s*1\/4[\s\S]*1\/256\s*0\.707\s*0\.354\s*0\.177\s*0\.088/,
    );
  });
});
