// attn-tiling: a run that can be followed with a calculator from the numbers on the screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeCell, walkCells } from './harness/cells.mjs';
import { inBrowsers } from './harness/index.mjs';

const FIGURE = 'attn-tiling';
const SUMS = `${FIGURE} >>> [data-part="sums"]`;
const STEP = `${FIGURE} >>> [data-part="step"]`;
const SUMMARY = `${FIGURE} >>> .summary`;

/** The lines of arithmetic on the screen, by name, with true minus signs made plain. */
const linesOf = (page) =>
  page.on(SUMS, (sums) =>
    Object.fromEntries(
      [...sums.querySelectorAll('[data-sum]')].map((line) => {
        const clone = line.cloneNode(true);
        clone.querySelectorAll('.name, .note').forEach((part) => part.remove());
        return [
          line.dataset.sum,
          clone.textContent.replaceAll('−', '-').replace(/\s+/g, ' ').trim(),
        ];
      }),
    ),
  );

/** What a calculator makes of a sum of products such as "1.5 × 0.2 + 3 × (-1)". */
const calculate = (text) =>
  text
    .split(' + ')
    .map((term) => term.split(' × ').map((n) => Number(n.replace(/[()]/g, ''))))
    .reduce((sum, factors) => sum + factors.reduce((a, b) => a * b, 1), 0);

const close = (a, b, error, what) =>
  assert.ok(Math.abs(a - b) <= error, `${what}: ${a}, shown ${b}`);

const numberOf = (text) => (text === '-∞' ? -Infinity : Number(text));

/** Follow every line of a tile by hand. */
function follow(lines) {
  const scores = lines.scores.split(', ').map(numberOf);
  const [before, tile, top] = lines.row_max.match(/[-.\d∞]+(?=[,) ]|$)/g).map(numberOf);
  assert.equal(Math.max(before, tile), top);
  const [list, sum] = lines.exponentials.split('; sum ');
  const exponentials = list.split(', ').map(Number);
  scores.forEach((s, k) => close(Math.exp(s - top), exponentials[k], 5.1e-5, `exponential ${k}`));
  close(
    exponentials.reduce((a, b) => a + b),
    Number(sum),
    1.1e-3,
    'sum of the tile',
  );
  for (const [name, line] of Object.entries(lines)) {
    if (!/^(row_sum|accumulator)/.test(name)) continue;
    const parts = line.split(' = ');
    close(calculate(parts[0]), Number(parts.at(-1)), 1.6e-3, name);
  }
}

inBrowsers(FIGURE, {}, ({ open }) => {
  test('"it" in two tiles of five keys: the numbers of the prose', async () => {
    const page = await open('embed.html#attn-tiling');
    await page.waitForText(STEP, 'tile 4 of 4');
    const lines = await linesOf(page);
    assert.match(lines.row_max, /max\(2\.10, 3\.40\) = 3\.40/);
    assert.match(lines.factor, /= 0\.2725$/);
    assert.equal(lines.row_sum, '1.490 × 0.2725 + 1.649 = 0.406 + 1.649 = 2.055');
    assert.match(lines.weight, /1 ÷ 2\.055 = 48\.7/);
  });

  test('every tile of a run, in several tile sizes, comes out by hand', async () => {
    for (const link of [
      'tile-q=5&tile-k=5',
      'tile-q=1&tile-k=10',
      'tile-q=4&tile-k=3&causal=true',
    ]) {
      const page = await open(`embed.html#attn-tiling?query=0&tile=0&${link}`);
      await page.waitForText(STEP, 'tile 1 of');
      const count = Number((await page.text(STEP)).match(/of (\d+)/)[1]);
      for (let i = 1; i <= count; i++) {
        await page.waitForText(STEP, `tile ${i} of`);
        const lines = await linesOf(page);
        if (lines.scores) follow(lines);
        if (i < count) await page.click(`${FIGURE} >>> [data-action="next"]`);
      }
    }
  });

  test('a sentence of 64 tokens, too, is followed by hand, and its names do not touch', async () => {
    const words = 'the robot picked up a ball because it was very heavy'.split(' ');
    const text = Array.from({ length: 70 }, (_, i) => words[i % words.length]).join(' ');
    const link = new URLSearchParams({ text, query: 40, tile: 3, 'tile-q': 9, 'tile-k': 7 });
    const page = await open(`embed.html#attn-tiling?v=1&${link}`);
    await page.waitForText(STEP, 'tile 44 of 80');
    follow(await linesOf(page));
    assert.equal(await page.on(FIGURE, ({ tokens }) => tokens.length), 64);
    for (const width of [1200, 390]) {
      await page.on(FIGURE, (figure, most) => (figure.style.maxWidth = `${most}px`), {}, width);
      await page.waitFor(`document.querySelector('attn-tiling').width === ${width - 2}`);
      const touching = await page.on(`${FIGURE} >>> .picture svg`, (picture) => {
        const names = [...picture.querySelectorAll('text[transform^="rotate(-90"]')];
        // WebKit measures turned text wrongly; where it stands is known.
        const places = names.map((name) => name.x.baseVal[0].value);
        return [
          names.length,
          places.filter((place, i) => i > 0 && place < places[i - 1] + 12).length,
        ];
      });
      assert.ok(touching[0] >= 12, `${touching[0]} names`);
      assert.equal(touching[1], 0);
    }
  });

  test('any tile size gives the plain output within rounding', async () => {
    const page = await open('embed.html#attn-tiling');
    await page.waitForText(STEP, 'tile 4 of 4');
    for (const size of [1, 2, 3, 4, 6, 7, 8, 9, 10]) {
      for (const key of ['tileQ', 'tileK']) {
        await page.fill(`${FIGURE} >>> [data-control="${key}"] .number`, String(size));
        await page.press('Enter');
      }
      const said = await page.waitForText(SUMMARY, `${size} × ${size}`);
      const shown = said.match(/at most ([\d.e−]+?)[:,]/)[1].replace('−', '-');
      assert.ok(Number(shown) < 1e-6, shown);
    }
  });

  test('under a causal mask the tile above the diagonal is skipped', async () => {
    const page = await open('embed.html#attn-tiling');
    await page.click(`${FIGURE} >>> [data-control="causal"]`);
    await page.waitForText(SUMMARY, 'Tiles skipped: 1.');
    await page.click(`${FIGURE} >>> [data-strip="2"]`);
    await page.waitForText(SUMS, 'Nothing is read, nothing changes.');
  });

  test('by keyboard alone: rows and tiles', async () => {
    const page = await open('embed.html#attn-tiling');
    await page.waitForText(STEP, 'tile 4 of 4');
    await page.focus(`${FIGURE} >>> [data-strip="7"]`);
    await page.press('ArrowLeft');
    await page.waitForText(SUMMARY, 'The first tile of “it”: row_max 2.10, row_sum 1.490');
    await page.press('ArrowUp');
    await page.waitForText(SUMMARY, '“because”');
  });

  test('cells are walked by keys and taken by a click alike; skipped, masked and unwritten ones say so', async () => {
    const page = await open('embed.html#attn-tiling?causal=true&query=7&tile=1');
    await page.waitForText(STEP, 'tile 4 of 4');
    await walkCells(page, FIGURE, 'weights', [
      ['Home', 'it, the (0): 0.12'],
      ['End', 'it, heavy: masked'],
      ['Control+Home', 'the (0), the (0): 1.00'],
      ['End', 'the (0), heavy: skipped'],
    ]);
    await page.waitForText(STEP, 'tile 2 of 4');
    await page.waitForText(SUMS, 'Nothing is read, nothing changes.');
    await walkCells(page, FIGURE, 'tiled', [
      ['Control+Home', 'the (0), channel 0: 1.00'],
      ['Shift+ArrowDown', 'ball, channel 0: −0.09'],
    ]);
    await page.click(`${FIGURE} >>> [data-action="back"]`);
    await page.waitForText(STEP, 'tile 3 of 4');
    await walkCells(page, FIGURE, 'tiled', [['Home', 'ball, channel 0: not written yet']]);
    await walkCells(page, FIGURE, 'plain', [['Home', 'ball, channel 0: −0.09']]);
    await walkCells(page, FIGURE, 'value', [['Control+End', 'channel 2, heavy: 1.1']]);
    await takeCell(page, FIGURE, 'weights', [0.75, 0.75], 'it, it: 0.03');
    await page.waitForText(STEP, 'tile 4 of 4');
    await walkCells(page, FIGURE, 'weights', [['ArrowRight', 'it, was: masked']]);
  });

  test('a tile size beyond the sentence is refused, and the default shown', async () => {
    const page = await open('embed.html#attn-tiling?tile-q=11');
    await page.waitForText(`${FIGURE} >>> .notice`, 'must be from 1 to 10');
    await page.waitForText(SUMMARY, '5 × 5');
  });

  test('on a phone both cases of the costs are seen whole, the larger one under its field', async () => {
    const page = await open(`embed.html#${FIGURE}`, { viewport: { width: 360, height: 800 } });
    await page.waitForText(`${FIGURE} >>> .traffic`, '17,039,360');
    const box = await page.on(`${FIGURE} >>> .traffic`, (e) => [e.scrollWidth, e.clientWidth]);
    assert.ok(box[0] <= box[1], `${box[0]} of ${box[1]} pixels`);
    const order = await page.on(`${FIGURE} >>> .traffic`, (e) =>
      [...e.querySelectorAll('caption, input')].map(({ localName }) => localName),
    );
    assert.deepEqual(order, ['caption', 'input', 'caption']);
  });
});
