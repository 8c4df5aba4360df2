// attn-alignment as a reader uses it: dragging, typing, by keyboard alone, and from a link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const inside = (selector) => `attn-alignment >>> ${selector}`;
const SUMMARY = inside('.summary');
const tip = (name) => inside(`[data-tip="${name}"]`);
const cell = (row, column) => inside(`[data-row="${row}"] [data-column="${column}"]`);
const VALUE = 1, ANGLE = 2, LENGTH = 3, DOT = 4, WEIGHT = 5; // prettier-ignore
const values = (page) => page.on('attn-alignment', (e) => e.values);
const ready = async (open, path = 'embed.html#attn-alignment', around = {}) => {
  const page = await open(path, around);
  await page.waitForText(SUMMARY, 'The weights blend');
  return page;
};

inBrowsers('attn-alignment', {}, ({ open, browser }) => {
  test('the numbers are those of the chapter', async () => {
    const page = await ready(open);
    const column = async (c) => [await page.text(cell(1, c)), await page.text(cell(2, c)), await page.text(cell(3, c)), await page.text(cell(4, c))]; // prettier-ignore
    assert.deepEqual(await column(DOT), ['2.00', '4.00', '0.00', '−3.00']);
    assert.match((await column(WEIGHT)).join(' '), /^18\.6.% 76\.4.% 4\.5.% 0\.5.%$/);
    assert.deepEqual((await column(ANGLE)).slice(0, 3), ['0.0°', '26.6°', '90.0°']);
    assert.deepEqual((await column(LENGTH)).slice(0, 2), ['0.89', '2.00']);
    assert.match(
      await page.text(SUMMARY),
      /2\.24 · 2\.00 · 0\.89 = 4\.00.*blend the values to 18\.70/,
    );
  });

  test('key 1 dragged to twice its length draws level with key 2', async () => {
    const page = await ready(open);
    const unit = await page.on(inside('[data-plane] rect'), (e) => e.width.baseVal.value / 8);
    await page.drag(inside('[data-tip="key-1"] .hit'), { by: [0.8 * unit, -0.4 * unit] });
    await page.waitForText(SUMMARY, /Keys 1 and 2 share the lead with 48\.4.% each/);
    assert.deepEqual(await page.on('attn-alignment', (e) => e.keys.slice(0, 2)), [1.6, 0.8]);
  });

  test('by keyboard alone: every tip is a stop, arrows move it, the query of twice the length is choosier', async () => {
    const page = await ready(open);
    await page.focus(tip('key-1'));
    for (const name of ['Key 2', 'Key 3', 'Key 4', 'Query']) {
      await page.press('Tab');
      assert.equal((await page.focused()).text.startsWith(name), true, name);
    }
    await page.press('Shift+ArrowRight', 4);
    await page.press('Shift+ArrowUp', 2);
    await page.waitForText(cell(2, WEIGHT), /94\.1.%/);
    assert.match(
      await page.attribute(tip('query'), 'aria-valuetext'),
      /^x 4\.00, y 2\.00, length 4\.47; output/,
    );
  });

  test('any arrow can be typed, with its value', async () => {
    const page = await ready(open);
    await page.set(inside('[data-field="arrow"]'), '1');
    await page.fill(inside('[data-field="x"]'), '1.6');
    await page.press('Tab');
    await page.fill(inside('[data-field="y"]'), '0.8');
    await page.press('Tab');
    await page.waitForText(SUMMARY, 'Keys 1 and 2 share the lead');
    await page.fill(inside('[data-field="value"]'), '-30');
    await page.press('Tab');
    await page.waitForText(cell(1, VALUE), '−30');
    await page.fill(inside('[data-field="x"]'), '9');
    await page.press('Tab');
    await page.waitForText(inside('.notice'), '“Key 1, x” must be from −4 to 4, not “9”');
    assert.equal(await page.value(inside('[data-field="x"]')), '9');
  });

  test('each button makes its situation', async () => {
    const page = await ready(open);
    await page.click(inside('[data-situation="equal"]'));
    await page.waitForText(SUMMARY, 'Keys 1 and 2 share the lead');
    await page.click(inside('[data-situation="long"]'));
    await page.waitForText(cell(1, LENGTH), '4.00');
    assert.equal(await page.text(cell(2, LENGTH)), '1.00');
    assert.match(
      await page.text(SUMMARY),
      /Key 1 has the largest dot product, 8\.00, and gets 98\.\d.%/,
    );
    await page.click(inside('[data-situation="orthogonal"]'));
    await page.waitForText(SUMMARY, /All keys score the same, so each gets 25\.0.%/);
    for (const k of [1, 2, 3, 4]) assert.equal(await page.text(cell(k, DOT)), '0.00');
    await page.click(inside('footer button'), { text: 'Reset' });
    await page.waitForText(SUMMARY, '18.70');
  });

  test('keys come and go, from one to six', async () => {
    const page = await ready(open);
    await page.click(inside('[data-action="add"]'));
    await page.click(inside('[data-action="add"]'));
    await page.waitForText(cell(6, VALUE), '60');
    assert.equal(await page.on(inside('[data-action="add"]'), (e) => e.disabled), true);
    const before = await page.on(
      'attn-alignment',
      (e) => e.renderRoot.querySelector('section').offsetHeight,
    );
    for (let k = 0; k < 5; k++) await page.click(inside('[data-action="remove"]'));
    await page.waitForText(SUMMARY, /Key 1 is alone and gets 100\.0.%/);
    assert.equal(await page.on(inside('[data-action="remove"]'), (e) => e.disabled), true);
    assert.equal(
      await page.on('attn-alignment', (e) => e.renderRoot.querySelector('section').offsetHeight),
      before,
    );
  });

  test('a key without length has no angle, and says so', async () => {
    const page = await ready(open, 'embed.html#attn-alignment?v=1&keys=0,0,1,1&selected=1');
    assert.match(
      await page.text(SUMMARY),
      /an arrow without length has no angle; the dot product is 0\.00/,
    );
    assert.equal(await page.text(cell(1, ANGLE)), '–');
    assert.equal((await values(page))['dot-1'], '0.00');
  });

  test('the numbers stand in a table, and the link brings the state back', async () => {
    const link = 'attn-alignment?v=1&query=1,1&keys=1,0,0,1,2,2&key-values=5,6,7&selected=3';
    const page = await ready(open, `embed.html#${link}`);
    await page.click(inside('[data-panel="numbers"]'));
    assert.match(
      await page.text(inside('[data-table="keys"]')),
      /32\.002\.0070\.0°2\.834\.002\.83/,
    );
    assert.equal(await page.on('attn-alignment', (e) => e.link), link);
  });

  test('a link that cannot be gives the default figure and a small notice', async () => {
    const page = await ready(
      open,
      'embed.html#attn-alignment?keys=1,2,3&query=1e9,0&selected=7&key-values=1,x',
    );
    const notice = await page.text(inside('.notice'));
    assert.match(notice, /“keys” must be numbers in groups of 2/);
    assert.match(notice, /“query” must be from −4 to 4, not “1e9,0”/);
    assert.match(notice, /“selected” must be from 0 to 4, not “7”/);
    assert.match(notice, /“key-values” must be a list of numbers, not “1,x”/);
    assert.match(await page.text(SUMMARY), /18\.70/);
  });

  if (browser === 'chromium') {
    test('on a phone: by touch, within the page, with a picture as high as promised', async () => {
      const page = await ready(open, 'embed.html#attn-alignment', {
        viewport: { width: 360, height: 800 },
        touch: true,
      });
      await page.tap(inside('[data-row="1"] rect'));
      await page.waitForText(SUMMARY, 'Key 1: |q| |k| cos θ');
      const [promised, drawn, wide] = await page.on('attn-alignment', (e) => [
        e.pictureHeight(e.state, e.layout),
        e.renderRoot.querySelector('.picture svg').getBoundingClientRect().height,
        document.documentElement.scrollWidth,
      ]);
      assert.equal(drawn, promised);
      assert.equal(wide, 360);
    });
  }
});
