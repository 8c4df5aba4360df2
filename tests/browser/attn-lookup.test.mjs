// attn-lookup as a reader uses it: dragging, typing, by keyboard alone, by touch, from a link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const inside = (selector) => `attn-lookup >>> ${selector}`;
const SUMMARY = inside('.summary');
const SOFT = inside('[data-result="soft"]');
const HARD = inside('[data-result="hard"]');
const QUERY = inside('[data-tip="query-hard"] .hit');
const values = (page) => page.on('attn-lookup', (e) => e.values);

inBrowsers('attn-lookup', {}, ({ open, browser }) => {
  test('the numbers are those of the chapter', async () => {
    const page = await open('embed.html#attn-lookup');
    await page.waitForText(SOFT, '15.03');
    assert.equal(await page.text(HARD), '10');
    assert.equal(await page.text(inside('[data-gradient="hard"]')), '(0, 0)');
    assert.equal(await page.text(inside('[data-gradient="soft"]')), '(−4.50, 1.60)');
    const said = await page.text(SUMMARY);
    assert.match(said, /The best match is east: the hard lookup returns 10\./);
    assert.match(
      said,
      /blends 10 \(57\.5.%\), 20 \(37\.6.%\), 30 \(1\.9.%\) and 40 \(3\.0.%\) to 15\.03/,
    );
  });

  test('dragged across the diagonal, the hard answer jumps and the soft one glides', async () => {
    const page = await open('embed.html#attn-lookup');
    await page.waitForText(SOFT, '15.03');
    const unit = await page.on(
      inside('[data-map="hard"] rect.map'),
      (e) => e.width.baseVal.value / 6,
    );
    await page.drag(QUERY, { by: [-0.3 * unit, -0.3 * unit] });
    await page.waitForText(SOFT, '16.92');
    assert.equal(await page.text(HARD), '20');
    await page.drag(inside('[data-tip="query-soft"] .hit'), { by: [0.3 * unit, 0.3 * unit] });
    await page.waitForText(SOFT, '15.03');
    assert.equal(await page.text(HARD), '10');
  });

  test('by keyboard alone, through the border, where the hard lookup has no gradient', async () => {
    const page = await open('embed.html#attn-lookup');
    await page.waitForText(SOFT, '15.03');
    await page.focus(inside('[data-field="query-1"]'));
    await page.press('Tab');
    assert.match((await page.focused()).text, /Query/);
    await page.press('ArrowUp', 3);
    const said = await page.waitForText(SUMMARY, 'The best matches are east and north');
    assert.match(said, /the hard one jumps here and has none/);
    assert.equal((await values(page))['gradient-hard'], 'none');
    await page.press('ArrowUp');
    await page.waitForText(HARD, '20');
    await page.press('Shift+ArrowDown', 4);
    await page.waitForText(SUMMARY, 'The best match is east');
    assert.equal(
      await page.attribute(inside('[data-tip="query-hard"]'), 'aria-valuetext'),
      'x 1.20, y −0.70; hard lookup 10, soft lookup 20.12',
    );
  });

  test('typed numbers move the query; a wrong one is refused and stays in its field', async () => {
    const page = await open('embed.html#attn-lookup');
    await page.waitForText(SOFT, '15.03');
    await page.fill(inside('[data-field="query-0"]'), '-1.2');
    await page.press('Tab');
    await page.waitForText(SUMMARY, 'The best match is west: the hard lookup returns 30');
    await page.fill(inside('[data-field="query-0"]'), '7');
    await page.press('Tab');
    await page.waitForText(inside('.notice'), '“Query, x” must be from −3 to 3, not “7”');
    assert.equal(await page.value(inside('[data-field="query-0"]')), '7');
    assert.match(await page.text(SUMMARY), /west/);
    await page.click(inside('.notice button'));
    await page.waitFor(`!document.querySelector('attn-lookup').notices.length`);
    assert.equal(await page.value(inside('[data-field="query-0"]')), '-1.2');
  });

  test('a number is read in the spelling of any language, and arrow keys step it', async () => {
    const page = await open('embed.html#attn-lookup');
    await page.waitForText(SOFT, '15.03');
    const field = inside('[data-field="query-0"]');
    const isAt = (x) =>
      page.waitFor(`document.querySelector('attn-lookup').query[0] === ${x}`, `x is never ${x}`);
    for (const [typed, x] of [
      ['0,2', 0.2],
      ['٠٫٣', 0.3],
      ['−１．１', -1.1],
      ['1e-1', 0.1],
    ]) {
      // prettier-ignore
      await page.fill(field, typed);
      await page.press('Enter');
      await isAt(x);
      assert.equal(await page.value(field), String(x));
    }
    await page.press('ArrowUp', 2);
    await isAt(0.3);
    await page.press('Shift+ArrowDown');
    await isAt(-0.7);
    await page.press('Shift+ArrowDown', 3);
    await isAt(-3);
    const of = (name) => page.attribute(field, name);
    assert.deepEqual(
      [await of('role'), await of('aria-valuemin'), await of('aria-valuenow'), await of('aria-valuemax')], // prettier-ignore
      ['spinbutton', '-3', '-3', '3'],
    );
  });

  test('a click on a map puts the query there', async () => {
    const page = await open('embed.html#attn-lookup');
    await page.waitForText(SOFT, '15.03');
    await page.click(inside('[data-map="soft"] rect.map'), { at: [0.5, 0.75] });
    await page.waitForText(HARD, '40');
    assert.deepEqual(await page.on('attn-lookup', (e) => e.query), [0, -1.5]);
  });

  test('the cut through both maps can be turned', async () => {
    const page = await open('embed.html#attn-lookup');
    assert.match(await page.waitForText(inside('[data-slopes]'), 'soft'), /hard 0 ?soft −4\.50/);
    await page.click(inside('[data-control="cut"] label'), { text: 'south to north' });
    await page.waitForText(inside('[data-slopes]'), 'soft 1.60');
  });

  test('the numbers stand in tables, and the link brings the state back', async () => {
    const page = await open('embed.html#attn-lookup?v=1&query=0.9,1.2&cut=y');
    await page.waitForText(SOFT, '16.92');
    await page.click(inside('[data-panel="numbers"]'));
    assert.match(await page.text(inside('[data-table="keys"]')), /east2010/);
    assert.match(
      await page.text(inside('[data-table="results"]')),
      /hard20\.000\.000\.00soft16\.92/,
    );
    assert.equal(
      await page.on('attn-lookup', (e) => e.link),
      'attn-lookup?v=1&query=0.9,1.2&cut=y',
    );
  });

  test('a link that cannot be gives the default figure and a small notice', async () => {
    const page = await open('embed.html#attn-lookup?query=banana,1&cut=z&soft=4');
    const notice = await page.waitForText(inside('.notice'), 'query');
    assert.match(notice, /“query” must be a list of numbers, not “banana,1”/);
    assert.match(notice, /“cut” must be one of x, y, not “z”/);
    await page.waitForText(SOFT, '15.03');
    const short = await open('embed.html#attn-lookup?query=');
    await short.waitForText(inside('.notice'), 'must be at least 2 numbers');
    await short.waitForText(SOFT, '15.03');
  });

  if (browser === 'chromium') {
    test('by touch, on a phone, with a picture as high as promised', async () => {
      const page = await open('embed.html#attn-lookup', {
        viewport: { width: 360, height: 800 },
        touch: true,
      });
      await page.waitForText(SOFT, '15.03');
      await page.tap(inside('[data-map="hard"] rect.map'), { at: [0.5, 0.1] });
      await page.waitForText(HARD, '20');
      const scrolls = (selector) =>
        page.on(selector, (e) =>
          e.dispatchEvent(new Event('touchstart', { cancelable: true, bubbles: true })),
        );
      assert.equal(await scrolls(QUERY), false, 'a finger on the query drags it');
      assert.equal(
        await scrolls(inside('[data-map="hard"] rect.map')),
        true,
        'beside it, the page',
      );
      const [promised, drawn, wide] = await page.on('attn-lookup', (e) => [
        e.pictureHeight(e.state, e.layout),
        e.renderRoot.querySelector('.picture svg').getBoundingClientRect().height,
        document.documentElement.scrollWidth,
      ]);
      assert.equal(drawn, promised);
      assert.equal(wide, 360);
    });
  }
});
