// What ties the prose to its figures: live numbers, links that set a figure, the printed form.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { inBrowsers } from './harness/index.mjs';

/** Every figure awake, and every job of the background done. */
async function wakeAll(page) {
  const ready = (list) => {
    const figures = [...document.querySelectorAll('[id^="figure-"]')];
    // A figure that the script has not reached yet cannot wake.
    for (const figure of figures) figure.wake?.();
    const idle = figures.filter((figure) => !figure.results || !figure.work.isSettled);
    return list ? idle.map((figure) => figure.localName) : idle.length === 0;
  };
  await page.waitFor(`(${ready})(false)`, 'figures that never got ready');
}

/** The live numbers as they stand, each with the figure's own. */
const liveNumbers = () =>
  [...document.querySelectorAll('.live')].map((place) => ({
    figure: place.dataset.figure,
    name: place.dataset.value,
    shown: place.textContent,
    computed: document.querySelector(place.dataset.figure).values[place.dataset.value],
  }));

const stateOf = (page, name) => page.on(name, (figure) => figure.link.replace(/^.*\?/, ''));

inBrowsers('the numbers in the prose', { only: ['chromium'] }, ({ open }) => {
  test('are printed as their figures compute them, before any figure wakes', async () => {
    const still = await open('index.html', { javaScript: false });
    const printed = await still.evaluate(() =>
      [...document.querySelectorAll('.live')].map((place) => place.textContent),
    );
    const page = await open('index.html');
    await wakeAll(page);
    const live = await page.evaluate(liveNumbers);
    assert.ok(live.length >= 20, `${live.length} live numbers`);
    live.forEach(({ figure, name, shown, computed }, i) => {
      assert.equal(printed[i], computed, `${figure}, ${name}`);
      assert.equal(shown, computed, `${figure}, ${name}`);
    });
  });

  test('follow their figures when these change', async () => {
    const page = await open('index.html');
    await wakeAll(page);
    const CHANGES = {
      'attn-lookup': 'query=-1,-1.3',
      'attn-pattern': 'query=2',
      'attn-temperature': 'temperature=3',
      'attn-scaling': 'head-dim=100',
      'attn-alignment': 'query=-1,2',
      'attn-heads': 'query=2&neighbour=previous',
      'attn-seq2seq': 'memory=fixed&step=9',
      'attn-complexity': 'n=900&d=100',
      'attn-order': 'positions=sinusoidal',
      'attn-positional': 'd=128&delta=1000',
      'attn-rope': 'i=30&j=2&seed=4&shift=1000',
      'attn-block': 'blocks=12&d-model=768&heads=12&kv-heads=12&full=true',
      'attn-kv-cache': 'step=6&model=llama-2-7b',
      'attn-kv-sharing': 'kv-heads=1',
      'attn-tiling': 'seed=4&tile-k=1&tile=0',
    };
    const before = await page.evaluate(liveNumbers);
    for (const [name, query] of Object.entries(CHANGES))
      await page.on(name, (figure, text) => figure.applyLink(text), {}, query);
    const followed = () =>
      [...document.querySelectorAll('.live')].every(
        (place) =>
          document.querySelector(place.dataset.figure).values[place.dataset.value] ===
          place.textContent,
      );
    const isStill = await page.evaluate(() =>
      [...document.querySelectorAll('[id^="figure-"]')].flatMap((f) => f.notices),
    );
    assert.deepEqual(isStill, []);
    await wakeAll(page);
    await page.waitFor(followed, 'the prose never followed');
    const after = await page.evaluate(liveNumbers);
    for (const figure of new Set(before.map((number) => number.figure))) {
      // The cache is exact: its difference is 0 in every state.
      if (figure === 'attn-kv-cache') continue;
      const has = after.some(({ shown }, i) => before[i].figure === figure && before[i].shown !== shown); // prettier-ignore
      assert.ok(has, `no number of ${figure} changed`);
    }
  });
});

inBrowsers('a link that sets a figure', {}, ({ open, browser }) => {
  const TEMPERATURE = '#chapter-3 a.try[href$="temperature=0.5"]';

  test('sets it again when it is followed again', async () => {
    const page = await open('index.html');
    await page.click(TEMPERATURE);
    await page.waitFor(() => document.querySelector('attn-temperature').state.temperature === 0.5);
    await page.on('attn-temperature', (figure) => figure.change({ temperature: 3 }));
    await page.click(TEMPERATURE);
    await page.waitFor(() => document.querySelector('attn-temperature').state.temperature === 0.5);
    assert.match(await page.evaluate(() => location.hash), /#attn-temperature\?.*temperature=0\.5/);
  });

  test('works by the Enter key, and the focus stays', async () => {
    const page = await open('index.html');
    await page.focus(TEMPERATURE);
    await page.press('Enter');
    await page.waitFor(() => document.querySelector('attn-temperature').state.temperature === 0.5);
    assert.match((await page.focused()).text, /0\.5/);
  });

  test('leaves the rest of the figure as the reader had set it, and the other figures too', async () => {
    const page = await open('index.html');
    // An element is a figure only when the script has come.
    for (const name of ['attn-temperature', 'attn-pattern'])
      await page.on(`${name} >>> .summary`, () => true);
    await page.on('attn-temperature', (figure) => figure.change({ scores: [1, 2, 3, 4, 5, 6, 0, 0, 0, 1] })); // prettier-ignore
    await page.on('attn-pattern', (figure) => figure.change({ query: 3, hide: [2] }));
    await page.click(TEMPERATURE);
    await page.waitFor(() => document.querySelector('attn-temperature').state.temperature === 0.5);
    assert.match(await stateOf(page, 'attn-temperature'), /scores=1,2,3,4,5,6,0,0,0,1/);
    assert.equal(await stateOf(page, 'attn-pattern'), 'v=1&query=3&hide=2');
  });

  test('does not scroll away from the text where the figure is in sight', async () => {
    const page = await open('index.html', { viewport: { width: 1280, height: 960 } });
    await wakeAll(page);
    const place = () => document.querySelector('#chapter-3 a.try').getBoundingClientRect().top;
    await page.evaluate(() => {
      const link = document.querySelector('#chapter-3 a.try').getBoundingClientRect();
      scrollBy({ top: link.top - 900, behavior: 'instant' });
    });
    await page.focus(TEMPERATURE);
    const before = await page.evaluate(place);
    await page.press('Enter');
    await page.waitFor(() => document.querySelector('attn-temperature').state.temperature === 0.5);
    assert.ok(Math.abs((await page.evaluate(place)) - before) < 2);
  });

  test('brings the figure into sight where it is not', async () => {
    const page = await open('index.html');
    await wakeAll(page);
    await page.click('#chapter-10 a.try');
    const seen = () => {
      const { top, bottom } = document.querySelector('attn-pattern').getBoundingClientRect();
      return top < innerHeight * 0.75 && bottom > innerHeight * 0.25;
    };
    await page.waitFor(seen, 'attn-pattern was never in sight');
  });

  test('goes back with the browser', async () => {
    const page = await open('index.html');
    const isAt = (temperature) =>
      page.waitFor(
        `document.querySelector('attn-temperature').state.temperature === ${temperature}`,
        `T is never ${temperature}`,
      );
    // What the reader has set before is what the way back ends with.
    await page.waitForText('attn-temperature >>> .summary', '48.7');
    await page.evaluate(() =>
      document.querySelector('attn-temperature').change({ temperature: 3 }),
    );
    await page.click('#chapter-3 a.try[href$="temperature=2"]');
    await isAt(2);
    await page.click(TEMPERATURE);
    await isAt(0.5);
    await page.evaluate(() => history.back());
    await isAt(2);
    await page.evaluate(() => history.back());
    await isAt(3);
    await page.evaluate(() => history.go(2));
    await isAt(0.5);
  });

  if (browser === 'chromium') {
    test('is understood in every chapter, and changes what it says', async () => {
      const page = await open('index.html');
      await wakeAll(page);
      const links = await page.evaluate(() =>
        [...document.querySelectorAll('a.try')].map((link) => link.getAttribute('href')),
      );
      assert.ok(links.length > 40, `${links.length} links`);
      for (const [i, href] of links.entries()) {
        const [, name, query] = /^#(attn-[\w-]+)\?v=1&(.+)$/.exec(href);
        const got = await page.evaluate(
          (index, figureName) => {
            document.querySelectorAll('a.try')[index].click();
            const figure = document.querySelector(figureName);
            return { notices: figure.notices, link: figure.link, initial: figure.initialState, state: figure.state }; // prettier-ignore
          },
          i,
          name,
        );
        assert.deepEqual(got.notices, [], href);
        const spelled = new URLSearchParams(got.link.replace(/^.*\?/, ''));
        for (const [key, value] of new URLSearchParams(query)) {
          const camel = key.replace(/-(\w)/g, (_, c) => c.toUpperCase());
          // What is the default is not spelled.
          const now = spelled.get(key) ?? String(got.initial[camel] ?? '');
          assert.equal(now, value, `${href}: ${key}`);
        }
      }
    });
  }
});

/** What a figure shows on paper: its controls, its summary, its colours, and whether it fits. */
const onPaper = (name) => {
  const figure = document.querySelector(name);
  const root = figure.shadowRoot;
  const isSeen = (element) => element.getClientRects().length > 0;
  const CONTROLS = 'button, input, select, textarea, footer, .controls, .field, progress';
  const svg = [...root.querySelectorAll('.picture svg')].find(isSeen);
  return {
    controls: [...root.querySelectorAll(CONTROLS)].filter(isSeen).map((e) => e.outerHTML.slice(0, 80)), // prettier-ignore
    summary: root.querySelector('.summary').textContent.replace(/\s+/g, ' ').trim(),
    background: getComputedStyle(root.querySelector('.figure')).backgroundColor,
    hasPicture: Boolean(svg),
    sticksOut: svg
      ? svg.getBoundingClientRect().width > figure.getBoundingClientRect().width
      : false,
    fallback: [...root.querySelectorAll('.fallback')].some(isSeen),
  };
};

/** A figure of the same kind that nothing wakes, with its words. */
const asleep = (name) => {
  const figure = document.querySelector(name);
  const other = figure.cloneNode(true);
  other.wake = () => {};
  figure.replaceWith(other);
  return other.updateComplete.then(() => true);
};

// Only Chromium's driver can be told to lay a page out for paper.
inBrowsers('the page on paper', { only: ['chromium'] }, ({ open }) => {
  const NAMES = () => [...document.querySelectorAll('[id^="figure-"]')].map((f) => f.localName);

  test('has every figure as it stands, without controls, and in light colours', async () => {
    const page = await open('index.html', { colorScheme: 'dark' });
    await wakeAll(page);
    await page.click('#chapter-2 a.try', { text: 'Switch the causal mask on' });
    await page.waitForText('attn-pattern >>> .summary', '67.9');
    await page.click('.theme-switch label', { text: 'Dark' });
    await page.print();
    for (const name of await page.evaluate(NAMES)) {
      const paper = await page.evaluate(onPaper, name);
      assert.deepEqual(paper.controls, [], name);
      assert.ok(paper.hasPicture && !paper.fallback, `${name} has its picture`);
      assert.ok(!paper.sticksOut, `${name} fits`);
      assert.ok(paper.summary.length > 20, name);
      assert.match(paper.background, /rgb\(2[3-5]\d, 2[3-5]\d, 2[3-5]\d\)/, name);
    }
    assert.match((await page.evaluate(onPaper, 'attn-pattern')).summary, /67\.9.%/);
  });

  test('has nothing lit of what a term in focus lights on the screen, nor a ring around it', async () => {
    const page = await open('index.html');
    await wakeAll(page);
    await page.focus('#chapter-2 .term[data-term="weights"]');
    await page.waitFor(`document.querySelector('attn-pattern').litTerm === 'weights'`);
    const looks = () =>
      page.evaluate(() => {
        const term = document.activeElement;
        const part = document
          .querySelector('attn-pattern')
          .shadowRoot.querySelector('[data-lit] [data-term~="weights"]');
        const { backgroundColor, outlineStyle } = getComputedStyle(term);
        return [backgroundColor, outlineStyle, getComputedStyle(part).filter];
      });
    assert.ok((await looks()).every((one) => one !== 'none' && one !== 'rgba(0, 0, 0, 0)'));
    await page.print();
    assert.deepEqual(await looks(), ['rgba(0, 0, 0, 0)', 'none', 'none']);
  });

  test('has the default in words where a figure has not woken', async () => {
    const page = await open('index.html');
    await page.evaluate(asleep, 'attn-tiling');
    await page.print();
    const { controls, fallback, hasPicture } = await page.evaluate(onPaper, 'attn-tiling');
    assert.deepEqual(controls, []);
    assert.ok(fallback && !hasPicture);
  });

  test('prints the addresses of the literature, and nothing that only helps to get about', async () => {
    const page = await open('index.html');
    await page.print();
    const address = await page.evaluate(
      () => getComputedStyle(document.querySelector('.literature a'), '::after').content,
    );
    assert.match(address, /arxiv\.org|attr\(href\)/);
    const left = await page.evaluate(() =>
      ['.chapter-list', '.theme-switch', '.chapter-turn', '.skip-link'].filter(
        (selector) => document.querySelector(selector)?.getClientRects().length > 0,
      ),
    );
    assert.deepEqual(left, []);
  });
});
