// attn-pattern as a reader uses it: by mouse, by keyboard alone, by touch, and from a link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const SUMMARY = 'attn-pattern >>> .summary';
const token = (index) => `attn-pattern >>> [data-strip="${index}"]`;
const bar = (index) => `attn-pattern >>> [data-bar="${index}"]`;
const MASK = 'attn-pattern >>> [data-control="mask"] label';
const WRONG = 'attn-pattern >>> [data-control="zeroAfter"] input';

inBrowsers('attn-pattern', {}, ({ open, browser }) => {
  test('"it" is selected, and its weights and entropy are those of the chapter', async () => {
    const page = await open('embed.html#attn-pattern');
    const said = await page.waitForText(SUMMARY, '48.7');
    assert.match(said, /ball \(48\.7.%\), then at heavy \(26\.7.%\) and robot \(13\.3.%\)/);
    assert.match(said, /other 7 get 1\.6.% each/);
    assert.match(said, /Entropy 1\.439 nats = 2\.077 bits, of at most 2\.303 nats/);
  });

  test('by mouse: the causal mask cuts off "was" and "heavy", and the wrong way loses a part', async () => {
    const page = await open('embed.html#attn-pattern');
    await page.click(token(2));
    await page.waitForText(SUMMARY, '“picked” looks most at robot');
    await page.click(token(7));
    await page.click(MASK, { text: 'Causal mask' });
    const said = await page.waitForText(SUMMARY, '67.9');
    assert.match(said, /robot \(18\.5.%\)\. The other 6 get 2\.3.% each/);
    assert.match(said, /Masked: “was”, “heavy”/);
    assert.match(said, /Entropy 1\.090 nats/);
    assert.equal(await page.attribute(bar(8), 'aria-checked'), 'false');
    assert.match(await page.attribute(bar(9), 'aria-label'), /“it” to “heavy”: masked/);
    await page.click(WRONG);
    assert.match(await page.waitForText(SUMMARY, 'not 1'), /the row sums to 0\.717, not 1/);
    assert.match(await page.text(SUMMARY), /ball \(48\.7.%\)/);
  });

  test('by keyboard alone: choose, mask, hide a key, bring it back', async () => {
    const page = await open('embed.html#attn-pattern');
    await page.waitForText(SUMMARY, '48.7');
    await page.focus(token(7));
    await page.press('ArrowLeft', 2);
    await page.waitForText(SUMMARY, '“ball” looks most at picked');
    await page.press('End');
    await page.waitForText(SUMMARY, '“heavy” looks most at ball');
    await page.press('Home');
    await page.waitForText(SUMMARY, '“the (0)” looks most at robot');
    await page.press('ArrowRight', 7);
    await page.press('Tab');
    await page.press('Home');
    await page.press('ArrowRight', 5);
    await page.press('Space');
    await page.waitForText(SUMMARY, 'Masked: “ball”');
    await page.press('Space');
    await page.waitForText(SUMMARY, '48.7');
    await page.press('Tab');
    assert.match(
      await page.attribute('attn-pattern >>> [data-grid] [tabindex="0"]', 'aria-label'),
      /“it” to “the \(0\)”: 1\.6.%/,
    );
    await page.press('ArrowUp');
    await page.waitForText(SUMMARY, '“because” looks most at');
  });

  test('a row with no allowed key is zeros, and the figure says so', async () => {
    const page = await open('embed.html#attn-pattern');
    await page.click('attn-pattern >>> [data-action="hide-all"]');
    const said = await page.waitForText(SUMMARY, 'may look at no key');
    assert.match(said, /its weights, its output and its entropy are 0/);
    assert.equal(await page.on('attn-pattern', (e) => e.values['row-sum']), '0.000');
  });

  test('the numbers stand in a table, and the link brings the state back', async () => {
    const page = await open('embed.html#attn-pattern?v=1&query=5&mask=causal');
    await page.waitForText(SUMMARY, '“ball” looks most at picked');
    await page.click('attn-pattern >>> [data-panel="numbers"]');
    assert.match(await page.text('attn-pattern >>> [data-table="row"]'), /Row of “ball”/);
    assert.match(await page.text('attn-pattern >>> [data-table="row"]'), /heavy1\.60−∞0\.0.%/);
    await page.click('attn-pattern >>> [data-panel="link"]');
    const link = await page.value('attn-pattern >>> .link-field');
    assert.match(link, /embed\.html#attn-pattern\?v=1&query=5&mask=causal$/);
    const status = 'attn-pattern >>> .panel.link [role="status"]';
    await page.click('attn-pattern >>> .panel.link button');
    await page.waitForText(status, /Copied|The text is selected/);
    await page.on('attn-pattern', (figure) => (figure.query = 6));
    await page.waitForText(SUMMARY, '“because” looks most');
    assert.match(await page.value('attn-pattern >>> .link-field'), /query=6&mask=causal$/);
  });

  test('a link that cannot be gives the default figure and a small notice', async () => {
    const page = await open('embed.html#attn-pattern?query=99&mask=sideways&hide=1,2,77&x=1');
    const notice = await page.waitForText('attn-pattern >>> .notice', 'query');
    assert.match(notice, /“query” must be from 0 to 9, not “99”/);
    assert.match(notice, /“mask” must be one of none, causal, not “sideways”/);
    await page.waitForText(SUMMARY, '48.7');
    await page.click('attn-pattern >>> .notice button');
    assert.equal(await page.count('attn-pattern >>> .notice'), 0);
  });

  test('an own sentence has scores by rule, and pairs are set by click and by key', async () => {
    const page = await open('embed.html#attn-pattern');
    await page.waitForText(SUMMARY, '48.7');
    const provenance = () => page.text('attn-pattern >>> [part="provenance"]');
    assert.equal(await provenance(), 'hand-made scores');
    await page.fill('attn-pattern >>> textarea', 'A cat saw the cat.');
    await page.click(token(1));
    await page.waitForText(SUMMARY, '“cat (1)” looks most at cat (1) (45.5');
    assert.equal(await provenance(), 'scores by rule');
    await page.set('attn-pattern >>> [data-control="rule"] select', 'pairs');
    await page.waitForText('attn-pattern >>> .hint', 'Space on a cell');
    await page.click('attn-pattern >>> [data-cell="weights:1:3"]');
    assert.match(await page.waitForText(SUMMARY, 'at the'), /at the \(80\.1.%\)/);
    await page.focus('attn-pattern >>> [data-cell="weights:1:3"]');
    await page.press('ArrowRight');
    await page.press('Space');
    await page.waitForText(SUMMARY, 'then at cat (4)');
    assert.match(await page.on('attn-pattern', (e) => e.link), /rule=pairs&pairs=1,3,1,4&query=1$/);
    await page.press('Space');
    await page.waitForText(SUMMARY, 'at the (80.1');
    assert.equal(await provenance(), 'scores edited by you');
  });

  test('64 tokens are drawn as a map with its keys, and what is more is said', async () => {
    const text = Array.from({ length: 70 }, (_, i) => `w${i % 9}`).join('+');
    const page = await open(`embed.html#attn-pattern?rule=next&query=20&text=${text}`);
    await page.waitForText(SUMMARY, '“w2 (20)” looks most at w3 (21)');
    assert.equal(await page.count('attn-pattern >>> [data-strip]'), 64);
    await page.focus('attn-pattern >>> [data-cell="weights"]');
    await page.press('ArrowDown');
    await page.waitForText(SUMMARY, '“w3 (21)” looks most at w4 (22)');
    await page.press('End');
    const name = await page.attribute('attn-pattern >>> [data-cell="weights"]', 'aria-label');
    assert.match(name, /“w3 \(21\)” to “w0 \(63\)”: 0\.5.%/);
  });

  test('scores that the page gives come before the rules; wrong ones are refused', async () => {
    const page = await open(
      'embed.html#attn-pattern?text=a+b+c&query=0&scores=[[1,2,3],[0,0,0],[3,2,1]]',
    );
    await page.waitForText(SUMMARY, '“a” looks most at c (66.5');
    assert.equal(
      await page.text('attn-pattern >>> [part="provenance"]'),
      'scores given by the page',
    );
    await page.on('attn-pattern', (e) => (e.scores = '1,2;3,4'));
    await page.waitForText('attn-pattern >>> .notice', '“scores” must be 3 rows of 3 numbers');
    await page.waitForText(SUMMARY, '66.5');
  });

  test('it works after being taken off the page and put back', async () => {
    const page = await open('embed.html#attn-pattern');
    await page.waitForText(SUMMARY, '48.7');
    await page.on('attn-pattern', (e) => {
      const parent = e.parentNode;
      const after = e.nextSibling;
      for (let i = 0; i < 5; i++) {
        e.remove();
        parent.insertBefore(e, after);
      }
    });
    await page.click(token(2));
    await page.waitForText(SUMMARY, '“picked” looks most at robot');
  });

  test('properties set before the element is defined are honoured', async () => {
    const page = await open('embed.html#attn-pattern');
    await page.waitForText(SUMMARY, '48.7');
    const link = await page.evaluate(() => {
      const early = document.createElement('attn-pattern');
      early.setAttribute('query', '3');
      early.mask = 'causal';
      document.body.append(early);
      return early.link;
    });
    assert.equal(link, 'attn-pattern?v=1&query=3&mask=causal');
  });

  if (browser === 'chromium') {
    test('by touch, on a phone', async () => {
      const page = await open('embed.html#attn-pattern', {
        viewport: { width: 390, height: 800 },
        touch: true,
      });
      await page.tap(token(5));
      await page.waitForText(SUMMARY, '“ball” looks most at picked');
      await page.tap(token(7));
      const place = () => page.on('attn-pattern >>> .controls', (e) => e.offsetTop);
      const before = await place();
      await page.tap(MASK, { text: 'Causal mask' });
      await page.waitForText(SUMMARY, '67.9');
      await page.tap(bar(5));
      await page.waitForText(SUMMARY, 'Masked: “ball”, “was”, “heavy”');
      await page.set('attn-pattern >>> [data-control="rule"] select', 'next');
      await page.waitForText('attn-pattern >>> .chip', 'by rule');
      assert.equal(await place(), before, 'the controls stay where they are');
    });
  }
});
