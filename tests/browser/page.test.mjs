// The page around the figures: themes, chapter list, ways through the text.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { inBrowsers } from './harness/index.mjs';

const background = () => getComputedStyle(document.body).backgroundColor;

/** Figures that wake on the way may move the text, so the reader scrolls until it stands. */
function readUntilMarked(page, number) {
  const marked = (n) => {
    document.querySelector(`#chapter-${n}`).scrollIntoView({ behavior: 'instant' });
    return document.querySelector('.chapter-list [aria-current]')?.textContent.startsWith(`${n} `);
  };
  return page.waitFor(`(${marked})(${number})`, `chapter ${number} was never marked`);
}

/** What each figure on the page shows in its summary, and the numbers of the prose beside it. */
const figuresOnPage = () =>
  [...document.querySelectorAll('[id^="figure-"]')].map((figure) => ({
    name: figure.localName,
    says: figure.shadowRoot?.querySelector('.summary')?.textContent ?? '',
    differing: [...document.querySelectorAll(`.live[data-figure="${figure.localName}"]`)]
      .map((place) => [place.textContent, figure.values?.[place.dataset.value]])
      .filter(([shown, value]) => shown !== value),
  }));

/** The terms of the prose that light nothing in any figure of their chapter. */
const termsWithoutPart = () =>
  [...document.querySelectorAll('.chapter .term')]
    .filter((term) => {
      const figures = [...term.closest('.chapter').querySelectorAll('[id^="figure-"]')];
      const part = `[data-term~="${term.dataset.term}"]`;
      return !figures.some(({ shadowRoot }) => shadowRoot.querySelector(part));
    })
    .map((term) => `${term.closest('.chapter').id}: ${term.textContent}`);

inBrowsers('the page', {}, ({ open }) => {
  test('follows the system, and the switch overrules it and is remembered', async () => {
    const page = await open('index.html', { colorScheme: 'dark' });
    const dark = await page.evaluate(background);
    await page.click('.theme-switch label', { text: 'Light' });
    const light = await page.evaluate(background);
    assert.notEqual(light, dark);
    const url = await page.evaluate(() => location.href);
    await page.goto(url);
    assert.equal(await page.evaluate(background), light);
    await page.click('.theme-switch label', { text: 'Auto' });
    assert.equal(await page.evaluate(background), dark);
  });

  test('a term stays lit, untouched, while the focus moves among the parts that it names', async () => {
    const page = await open('index.html#attn-pattern');
    await page.waitForText('attn-pattern >>> .summary', 'looks most');
    await page.focus('attn-pattern >>> [data-bar="5"]');
    const lit = () => document.querySelectorAll('.term.lit').length;
    const before = await page.evaluate(lit);
    assert.ok(before > 0);
    await page.evaluate(() => {
      globalThis.changes = 0;
      const observer = new MutationObserver((list) => (globalThis.changes += list.length));
      for (const term of document.querySelectorAll('.term'))
        observer.observe(term, { attributeFilter: ['class'] });
    });
    await page.press('ArrowRight', 3);
    assert.equal(await page.evaluate(() => globalThis.changes), 0);
    assert.equal(await page.evaluate(lit), before);
    await page.focus('.skip-link');
    assert.equal(await page.evaluate(lit), 0);
  });

  test('the ramp and the language of the figures are chosen in the head of the page and remembered', async () => {
    const page = await open('index.html');
    const url = await page.evaluate(() => location.href);
    await page.waitForText('attn-pattern >>> .summary', 'looks most');
    await page.set('.theme-switch [name="ramp"]', 'olive');
    await page.set('.theme-switch [name="lang"]', 'ja');
    await page.goto(url);
    await page.waitForText('attn-lookup >>> h3', /[\u3040-\u30ff]/);
    assert.equal(await page.count('attn-lookup >>> .figure.olive'), 1);
    assert.equal(await page.value('.theme-switch [name="ramp"]'), 'olive');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
    await page.set('.theme-switch [name="ramp"]', '');
    await page.set('.theme-switch [name="lang"]', '');
    await page.waitForText('attn-lookup >>> h3', 'One query');
    assert.equal(await page.count('attn-lookup >>> .figure.olive'), 0);
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
  });

  test('the chapter list stays in sight and marks the chapter that is being read', async () => {
    const page = await open('index.html', { viewport: { width: 390, height: 800 } });
    await readUntilMarked(page, 9);
    const isInSight = () => {
      const mark = document.querySelector('.chapter-list [aria-current]').getBoundingClientRect();
      return mark.top >= 0 && mark.bottom < 80 && mark.left >= 0 && mark.right <= innerWidth;
    };
    await page.waitFor(isInSight, 'the mark was never in sight');
    await readUntilMarked(page, 1);
  });

  test('the first Tab reaches the skip link, and Enter goes to the text', async () => {
    const page = await open('index.html');
    await page.press('Tab');
    assert.match((await page.focused()).text, /Skip to the text/);
    await page.press('Enter');
    assert.equal((await page.focused()).id, 'content');
  });

  test('a link before each figure leads past it, by Tab and Enter', async () => {
    const page = await open('index.html');
    assert.equal(await page.count('.skip-figure + [id^="figure-"]'), 17);
    await page.focus('.skip-figure[href="#past-lookup"]');
    assert.match((await page.focused()).text, /^Skip “One query, two lookups”$/);
    await page.press('Enter');
    await page.press('Tab');
    assert.ok(
      await page.evaluate(() => {
        const figure = document.querySelector('attn-lookup');
        const FOLLOWING = Node.DOCUMENT_POSITION_FOLLOWING;
        return (figure.compareDocumentPosition(document.activeElement) & FOLLOWING) > 0;
      }),
      'the next place to stop at stands behind the figure',
    );
  });

  test('all seventeen figures answer, the prose shows their numbers, and each of its terms has a part there', async () => {
    const page = await open('index.html');
    const all = `(${figuresOnPage})().every(({ says }) => /\\d/.test(says))`;
    await page.waitFor(all, 'not every figure answered');
    // What is computed in the background comes in a second round.
    const isAtRest =
      '[...document.querySelectorAll("main *")].every(({ work, isUpdatePending }) => !work || (work.isSettled && !isUpdatePending))';
    await page.waitFor(isAtRest, 'work in the background never ended');
    await page.settled();
    const figures = await page.evaluate(figuresOnPage);
    assert.equal(new Set(figures.map(({ name }) => name)).size, 17);
    for (const { name, differing } of figures) assert.deepEqual(differing, [], name);
    assert.deepEqual(await page.evaluate(termsWithoutPart), []);
  });

  test('a number in the prose follows what the reader does in the figure', async () => {
    const page = await open('index.html#attn-lookup?query=0.9,1.2');
    const live = '.live[data-figure="attn-lookup"][data-value="soft"]';
    await page.waitForText(live, '16.92');
    await page.focus('attn-lookup >>> [data-tip="query-hard"]');
    await page.press('ArrowRight', 3);
    await page.press('ArrowDown', 3);
    await page.waitForText(live, '15.03');
  });

  for (const width of [390, 1280]) {
    test(`a figure above the reader keeps its place when it wakes, at ${width} pixels`, async () => {
      const page = await open('index.html#chapter-10', { viewport: { width, height: 800 } });
      const heights = () =>
        [...document.querySelectorAll('[id^="figure-"]')].map(({ shadowRoot, results, width }) => ({
          width,
          height: shadowRoot?.querySelector('.picture')?.getBoundingClientRect().height ?? 0,
          isAwake: results !== null,
        }));
      await page.waitFor(`(${heights})().every(({ width }) => width > 0)`, 'no figure came');
      await page.settled();
      const before = await page.evaluate(heights);
      assert.ok(before.filter(({ isAwake }) => !isAwake).length >= 10, 'most of them sleep');
      await page.evaluate(() =>
        document.querySelectorAll('[id^="figure-"]').forEach((figure) => figure.wake()),
      );
      await page.waitFor(`(${heights})().every(({ isAwake }) => isAwake)`, 'not all of them woke');
      await page.settled();
      const after = await page.evaluate(heights);
      for (const [i, { height }] of after.entries())
        assert.ok(
          Math.abs(height - before[i].height) < 80,
          `figure ${i + 1} grew from ${before[i].height} to ${height}`,
        );
    });
  }

  test('every chapter leads to the one before and the one after', async () => {
    const page = await open('index.html');
    // Until the figures of the chapter have come, its links move.
    for (const figure of ['attn-lookup', 'attn-pipeline'])
      await page.waitForText(`${figure} >>> .summary`, /\d/);
    await page.click('#chapter-1 a[rel=next]');
    await page.waitFor(() => location.hash === '#chapter-2');
    await page.click('#chapter-2 a[rel=prev]');
    await page.waitFor(() => location.hash === '#chapter-1');
  });

  test('a link to a far chapter ends at its head, whatever wakes on the way', async () => {
    const page = await open('index.html', { viewport: { width: 390, height: 800 } });
    await page.evaluate(() => document.querySelector('.chapter-list a[href="#chapter-9"]').click());
    const top = () => document.querySelector('#chapter-9').getBoundingClientRect().top;
    await page.waitForText('#chapter-9 [id^="figure-"] >>> .summary', /\d/);
    await page.settled();
    const at = await page.evaluate(top);
    assert.ok(Math.abs(at) < 80, `it stands at ${at}`);
  });

  test('nothing sticks out sideways at 360 pixels', async () => {
    const page = await open('index.html', { viewport: { width: 360, height: 720 } });
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }));
    assert.ok(scroll <= client, `${scroll} pixels wide in ${client}`);
  });

  test('the fonts of all formulas are there', async () => {
    const page = await open('index.html');
    await page.evaluate(async () => {
      document.querySelectorAll('.katex').forEach((formula) => formula.scrollIntoView());
      await document.fonts.ready;
    });
    const broken = await page.evaluate(() =>
      [...document.fonts].filter((face) => face.status === 'error').map((face) => face.family),
    );
    assert.deepEqual(broken, []);
  });
});

inBrowsers('the page without scripts', { only: ['chromium'] }, ({ open }) => {
  test('has its text, its formulas and a sentence that says what is missing', async () => {
    const page = await open('index.html', { javaScript: false });
    const png = await page.screenshot();
    assert.ok(png.length > 10_000);
  });
});
