// Figures in parents that are narrow, scaled, turned, zoomed, mirrored or written downwards: what a pointer
// presses is what it points at, for every kind of hand that the figures have.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers, startSite } from './harness/index.mjs';

const FIGURES = [
  'attn-pattern',
  'attn-lookup',
  'attn-temperature',
  'attn-order',
  'attn-positional',
  'attn-tiling',
  'attn-pipeline',
  'attn-architectures',
  'attn-alignment',
];

/**
 * How a page presents each figure: styles of the box around it, language, direction of the page.
 * WebKit's own boxes ignore `zoom`, and are not where it draws what stands across the writing.
 */
const SURROUNDINGS = {
  'as it is': {},
  'a column of 240 pixels': { width: 240 },
  'a slide at 0.6': { style: 'transform: scale(0.6)' },
  'turned by 12°': { style: 'transform: rotate(12deg) scale(0.8)' },
  'zoomed to 150 %': { style: 'zoom: 1.5', only: ['chromium', 'firefox'] },
  'written downwards': { style: 'writing-mode: vertical-rl', only: ['chromium', 'firefox'] },
  'a page from right to left': { dir: 'rtl' },
  'mirrored, small and turned': { lang: 'ar', style: 'transform: rotate(-9deg) scale(0.7)' },
};

const HOST = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A course</title>
<link rel="icon" href="favicon.svg"><script type="module" src="attn-widgets.js"></script>
</head><body>${FIGURES.map((name) => `<div class="box"><${name}></${name}></div>`).join('\n')}
</body></html>`;

/** Runs in the page. */
const surround = ({ style = '', lang = 'en', dir = 'ltr', width = 700 }) => {
  document.documentElement.dir = dir;
  for (const box of document.querySelectorAll('.box')) {
    box.lang = lang;
    box.style.cssText = `width: ${width}px; margin: 20px auto; transform-origin: 0 0; ${style}`;
    box.firstElementChild.reset();
  }
};

/** All figures have a picture of their width, in their language; in narrow columns one of 318 is made smaller. */
const drawn = () =>
  [...document.querySelectorAll('.box > *')].every((figure) => {
    const section = figure.shadowRoot.querySelector('section');
    const picture = figure.shadowRoot.querySelector('.picture > svg');
    const drawnFor = picture?.width.baseVal.value + 2;
    const fits = Math.abs(drawnFor - Math.max(320, figure.offsetWidth)) < 2;
    return fits && figure.offsetWidth > 200 && section.lang === figure.parentElement.lang;
  });

/**
 * Where a place within a part of a picture is seen ([0, 0] where it was drawn from), measured by the
 * boxes of three dots: exact in any browser, whatever transforms there are. Runs in the page.
 */
const seen = (part, [across, down]) => {
  const { x, y, width, height } = part.getBBox();
  const dot = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
  dot.setAttribute('cx', x + across * width);
  dot.setAttribute('cy', y + down * height);
  dot.setAttribute('r', 0.5);
  part.parentNode.insertBefore(dot, part);
  const box = dot.getBoundingClientRect();
  dot.remove();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

inBrowsers('pointers in transformed parents', {}, ({ open, browser }) => {
  let page;

  /** Presses a place of a part, and lets go there or at another. */
  async function press(selector, at, to) {
    await page.on(selector, (part) => part.scrollIntoView({ block: 'center', inline: 'center' }));
    await page.settled();
    const start = await page.on(selector, seen, {}, at);
    const end = to && (await page.on(to.selector ?? selector, seen, {}, to.at));
    await page.pointer.move(start.x, start.y);
    await page.pointer.down();
    if (end) await page.pointer.move(end.x, end.y);
    await page.pointer.up();
    await page.settled();
  }
  const state = (name) => page.on(name, (figure) => figure.getState());
  const count = (selector, attribute) => page.attribute(selector, attribute).then(Number);

  const near = (got, expected, within, what) =>
    got.forEach((value, i) =>
      assert.ok(Math.abs(value - expected[i]) <= within, `${what}: ${got}, not ${expected}`),
    );

  /** Every kind of hand; each says what it did wrong. */
  const HANDS = {
    async tokens() {
      await press('attn-pattern >>> [data-strip="2"] rect', [0.5, 0.5]);
      assert.equal((await state('attn-pattern')).query, 2);
    },
    async 'cells of a matrix'() {
      await press('attn-pattern >>> [data-cell$=":4:6"] rect', [0.8, 0.8]);
      assert.equal((await state('attn-pattern')).query, 4);
    },
    async 'a plane'() {
      const extent = await count('attn-lookup >>> .tip', 'aria-valuemax');
      await press('attn-lookup >>> [data-map="hard"] rect.map', [0.9, 0.1]);
      near((await state('attn-lookup')).query, [0.8 * extent, 0.8 * extent], 0.11, 'pressed');
      const to = { selector: 'attn-lookup >>> [data-map="hard"] rect.map', at: [0.2, 0.7] };
      await press('attn-lookup >>> [data-tip="query-hard"] .hit', [0.5, 0.5], to);
      near((await state('attn-lookup')).query, [-0.6 * extent, -0.4 * extent], 0.11, 'dragged');
    },
    async 'tips of arrows'() {
      const to = { selector: 'attn-alignment >>> [data-plane] rect', at: [0.3, 0.2] };
      await press('attn-alignment >>> [data-tip="key-1"] .hit', [0.5, 0.5], to);
      near((await state('attn-alignment')).keys.slice(0, 2), [-1.6, 2.4], 0.11, 'dragged');
    },
    async 'bars of scores'() {
      // In narrow figures they lie.
      const isNarrow = await page.on('attn-temperature', ({ layout }) => layout.narrow);
      const bar = 'attn-temperature >>> [data-score="5"]';
      const low = await count(bar, 'aria-valuemin');
      const high = await count(bar, 'aria-valuemax');
      await press(`${bar} > .hit`, [0.5, 0.5], { at: isNarrow ? [0.7, 0.5] : [0.5, 0.3] });
      const { scores } = await state('attn-temperature');
      near([scores[5]], [high - 0.3 * (high - low)], 0.11, 'the score');
    },
    async 'tokens in rows'() {
      const row = (token) => `attn-order >>> [data-row="${token}"] > rect`;
      const places = await page.on('attn-order', (figure) =>
        [...figure.shadowRoot.querySelectorAll('[data-row]')].map((part) => part.dataset.row),
      );
      await press(row(places[1]), [0.5, 0.5], { selector: row(places.at(-1)), at: [0.5, 0.5] });
      const { order } = await state('attn-order');
      assert.equal(String(order.at(-1)), places[1]);
    },
    async 'a map of positions'() {
      const map = 'attn-positional >>> [data-grid="sines"] .hit';
      await press(map, [40.5 / 64, 0.5]);
      assert.equal((await state('attn-positional')).t, 40);
      await press('attn-positional >>> [data-channel="1"] .hit', [0.3, 0.5], {
        selector: map,
        at: [0.1, 50.5 / 64],
      });
      assert.equal((await state('attn-positional')).channels[1], 50);
    },
    async 'a grid without cells'() {
      await press('attn-tiling >>> [data-grid="weights"] .hit', [0.95, 0.75]);
      const { query, tile } = await state('attn-tiling');
      assert.deepEqual([query, tile], [7, 1]);
    },
    async 'a thumbnail'() {
      await press(
        'attn-pipeline >>> [data-matrix="weights"] rect:nth-last-of-type(2)',
        [0.75, 0.25],
      );
      const { stage, row, column } = await state('attn-pipeline');
      assert.deepEqual([stage, row, column], ['weights', 2, 7]);
    },
    async 'a heat map'() {
      const grid = 'attn-architectures >>> [data-grid="weights"]';
      const rows = await count(grid, 'aria-rowcount');
      const columns = await count(grid, 'aria-colcount');
      await press(`${grid} > .hit`, [1 - 0.5 / columns, 1 - 1.5 / rows]);
      const { row, column } = await state('attn-architectures');
      assert.deepEqual([row, column], [rows - 2, columns - 1]);
    },
  };

  test('a pointer hits what it points at, however the page turns and sizes its parents', async () => {
    const site = await startSite({ files: { 'slides.html': HOST } });
    test.after(() => site.close());
    page = await open(`${site.url}slides.html`, { reducedMotion: true });
    for (const name of FIGURES) {
      await page.on(name, (figure) => figure.scrollIntoView());
      await page.waitFor(
        `document.querySelector('${name}').values?.constructor && /\\d/.test(JSON.stringify(document.querySelector('${name}').values))`,
      );
    }
    const missed = [];
    for (const [where, { only, ...how }] of Object.entries(SURROUNDINGS)) {
      if (only && !only.includes(browser)) continue;
      await page.evaluate(surround, how);
      await page.waitFor(drawn, `no pictures where the page is ${where}`);
      for (const [hand, act] of Object.entries(HANDS)) {
        await act().catch((error) => missed.push(`${where}, ${hand}: ${error.message}`));
      }
    }
    assert.deepEqual(missed, []);
  });
});
