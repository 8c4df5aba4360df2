// attn-seq2seq as a reader uses it: step by step, with and without looking back, and from a link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const inside = (selector) => `attn-seq2seq >>> ${selector}`;
const SUMMARY = inside('.summary');
const action = (name) => inside(`[data-action="${name}"]`);
const choose = (page, key, text) => page.click(inside(`[data-control="${key}"] label`), { text });
const values = (page) => page.on('attn-seq2seq', (e) => e.updateComplete.then(() => e.values));
const written = (page) =>
  page.on('attn-seq2seq', (e) =>
    [...e.shadowRoot.querySelectorAll('[data-strip] text')].map((t) => t.textContent).join(' ').trim(),
  ); // prettier-ignore
const ready = async (open, path = 'embed.html#attn-seq2seq', around = {}) => {
  const page = await open(path, around);
  await page.waitForText(SUMMARY, /the decoder/);
  return page;
};

inBrowsers('attn-seq2seq', {}, ({ open }) => {
  test('“auf” looks back at “up” across “the ball”, and the figure says how it was fitted', async () => {
    const page = await ready(open);
    assert.match(
      await page.text(SUMMARY),
      /“auf” the decoder looks most at up \(99\.1.%\).*6 of 6 steps/,
    );
    assert.equal(await written(page), 'der Roboter hob den Ball auf');
    assert.equal(await page.text(inside('.chip')), 'fitted by a script, seed 11');
    assert.match(
      await page.attribute(inside('[data-cell="alignment:5:3"]'), 'aria-label'),
      /“auf” to “up”: 99\.1.%, the true place/,
    );
    assert.match(
      await page.attribute(inside('[data-cell="alignment:6:6"]'), 'aria-label'),
      /not written yet/,
    );
  });

  test('the matrix grows step by step, and all at once', async () => {
    const page = await ready(open);
    await page.click(action('forward'));
    await page.waitForText(inside('[data-part="step"]'), 'step 7 of 10');
    assert.equal((await values(page)).word, 'weil');
    await page.click(action('back'));
    await page.click(action('back'));
    await page.waitForText(inside('[data-part="step"]'), 'step 5 of 10');
    await page.click(action('all'));
    await page.waitForText(SUMMARY, /“war” the decoder looks most at was .*10 of 10 steps/);
    assert.equal(await page.on(action('forward'), (e) => e.disabled), true);
  });

  test('with every score function all ten steps look at the true place; the dot score least surely', async () => {
    const page = await ready(open, 'embed.html#attn-seq2seq?step=10');
    const means = {};
    for (const score of ['additive', 'dot', 'general', 'concat']) {
      await choose(page, 'score', score);
      const got = await values(page);
      assert.equal(got['right-steps'], '10', score);
      assert.equal(got['right-words'], '10', score);
      means[score] = parseFloat(got['mean-true-weight']);
    }
    assert.equal(Math.min(...Object.values(means)), means.dot);
  });

  test('one fixed vector: nothing to look back at, and most words are wrong', async () => {
    const page = await ready(open);
    await page.click(action('all'));
    const place = () =>
      page.on('attn-seq2seq', (figure) => {
        const { top, height } = figure.getBoundingClientRect();
        return [figure.shadowRoot.querySelector('svg').getBoundingClientRect().top - top, height];
      });
    const before = await place();
    await choose(page, 'memory', 'one fixed vector');
    const said = await page.waitForText(SUMMARY, /nothing to look back at/);
    assert.deepEqual(await place(), before, 'nothing moves');
    assert.match(said, /So far 5 of 10 words are right/);
    assert.match(await written(page), /^ein Stein hob den Stein weg/);
    assert.equal(await page.on(inside('[data-control="score"]'), (e) => e.disabled), true);
    assert.match(
      await page.attribute(inside('[data-cell="alignment:5:3"]'), 'aria-label'),
      /no weight, the true place/,
    );
  });

  test('by keyboard alone: words and matrix', async () => {
    const page = await ready(open);
    await page.focus(inside('[data-strip="5"]'));
    await page.press('ArrowRight');
    await page.waitForText(SUMMARY, /“weil”/);
    await page.press('Home');
    await page.waitForText(SUMMARY, /“der”/);
    await page.press('Tab');
    await page.press('ArrowDown', 2);
    await page.waitForText(SUMMARY, /“hob”/);
    await page.press('ArrowLeft');
    const at = await page.on('attn-seq2seq', (e) => e.shadowRoot.activeElement.dataset.cell);
    assert.equal(at, 'alignment:2:2');
  });

  test('another sentence is shorter, and a step beyond it is brought back', async () => {
    const page = await ready(open, 'embed.html#attn-seq2seq?step=10');
    await page.set(inside('[data-control="sentence"] select'), 'plain');
    await page.waitForText(inside('[data-part="step"]'), 'step 4 of 4');
    assert.equal(await written(page), 'der Ball ist rot');
  });

  test('a bad link shows the default and a notice', async () => {
    const page = await ready(open, 'embed.html#attn-seq2seq?step=40&score=cosine');
    await page.waitForText(inside('.notice'), '“score” must be one of');
    await page.waitForText(inside('.notice'), '“step” must be from 1 to 10');
    assert.equal((await values(page)).word, 'auf');
  });

  test('on a phone it fits', async () => {
    const page = await ready(open, 'embed.html#attn-seq2seq', {
      viewport: { width: 320, height: 700 },
    });
    const over = await page.on('attn-seq2seq', (e) => {
      const box = e.getBoundingClientRect();
      return [...e.shadowRoot.querySelectorAll('svg *')].filter((n) => {
        const { left, right, width } = n.getBoundingClientRect();
        return width > 0 && (left < box.left - 1 || right > box.right + 1);
      }).length;
    });
    assert.equal(over, 0);
  });
});
