// attn-pipeline with a text of up to 1,024 tokens: computed in the background, painted on canvases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers, startSite } from './harness/index.mjs';

const FIGURE = 'attn-pipeline';
const SUMMARY = `${FIGURE} >>> .summary`;
const FIELD = `${FIGURE} >>> [data-control="text"] textarea`;
const COUNT = `${FIGURE} >>> [data-part="token-count"]`;
const MAP = `${FIGURE} >>> [data-part="map"] .hit`;
const WINDOW = `${FIGURE} >>> [data-window]`;
const WORDS =
  'the robot picked up the ball because it was heavy and nobody else had seen one'.split(' ');

/** Words that repeat, but in no short cycle. */
const words = (count) =>
  Array.from({ length: count }, (_, i) => WORDS[(i * i + 7 * Math.floor(i / 5)) % 16]).join(' ');
const link = (count, more = '') =>
  `embed.html#attn-pipeline?v=1${more}&text=${words(count).replaceAll(' ', '+')}`;

/** Until every canvas shows the present numbers. Runs in the page. */
const isPainted = (count) => {
  const figure = document.querySelector('attn-pipeline');
  const canvases = [...(figure?.renderRoot?.querySelectorAll('.sheet canvas') ?? [])];
  return (
    figure?.work.isSettled &&
    figure.tokens.length === count &&
    canvases.length > 0 &&
    canvases.every((canvas) => canvas.dataset.painted)
  );
};
const painted = (page, count) =>
  page.waitFor(`(${isPainted})(${count})`, `${count} tokens were never painted`);

/**
 * Where pixels of a canvas differ from the colour of the number furthest from 0 under them, which
 * comes from the engine's matrix and the style sheet's own mixing. Runs in the page.
 */
const wrongPixels = (canvas, id, names) => {
  const figure = canvas.getRootNode().host;
  const { matrices, extentOf } = figure.results;
  const { rows, columns, data } = matrices[id];
  const turned = id === 'k';
  const { width, height } = canvas;
  const copy = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
    willReadFrequently: true,
  });
  copy.drawImage(canvas, 0, 0);
  const { data: seen } = copy.getImageData(0, 0, width, height);
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const style = getComputedStyle(canvas);
  const colourOf = (value) => {
    const share = Math.min(1, Math.abs(value) / extentOf(id));
    const [to, from] = names[id === 'weights' ? 0 : value < 0 ? 1 : 2].map((role) =>
      style.getPropertyValue(`--c-${role}`).trim(),
    );
    canvas.style.color = `color-mix(in oklab, ${to} ${100 * share}%, ${from})`;
    probe.fillStyle = style.color;
    probe.fillRect(0, 0, 1, 1);
    return [...probe.getImageData(0, 0, 1, 1).data];
  };
  const under = (pixel, cells, pixels) => {
    const from = Math.floor((pixel * cells) / pixels);
    return [from, Math.max(from + 1, Math.floor(((pixel + 1) * cells) / pixels))];
  };
  const wrong = [];
  for (let i = 0; i < 60; i++) {
    const [x, y] = [(i * 37 + 5) % width, (i * 53 + 11) % height];
    const [r0, r1] = turned ? under(x, rows, width) : under(y, rows, height);
    const [c0, c1] = turned ? under(y, columns, height) : under(x, columns, width);
    let most = 0;
    for (let r = r0; r < r1; r++)
      for (let c = c0; c < c1; c++) {
        const value = data[r * columns + c];
        if (Math.abs(value) > Math.abs(most)) most = value;
      }
    const want = colourOf(most);
    const is = [...seen.slice(4 * (y * width + x), 4 * (y * width + x) + 4)];
    if (want.some((byte, c) => Math.abs(byte - is[c]) > 5)) wrong.push({ x, y, most, want, is });
  }
  canvas.style.color = '';
  return wrong;
};
const RAMPS = [
  ['weight1', 'weight0'],
  ['score-negative', 'score-zero'],
  ['score-positive', 'score-zero'],
];
const wrongOn = (page, name, id = name) =>
  page.on(`${FIGURE} >>> [data-canvas="${name}"]`, wrongPixels, {}, id, RAMPS);

/** How much of a canvas is hatched: between its lines it is empty. Runs in the page. */
const emptyShare = (canvas, fromX, fromY, toX, toY) => {
  const [x, y] = [Math.floor(fromX * canvas.width), Math.floor(fromY * canvas.height)];
  const size = [Math.floor(toX * canvas.width) - x, Math.floor(toY * canvas.height) - y];
  const copy = Object.assign(document.createElement('canvas'), {
    width: size[0],
    height: size[1],
  }).getContext('2d', { willReadFrequently: true });
  copy.drawImage(canvas, -x, -y);
  const { data } = copy.getImageData(0, 0, ...size);
  return data.filter((_, i) => i % 4 === 3 && data[i] === 0).length / (data.length / 4);
};

inBrowsers('attn-pipeline with a long text', {}, ({ open }) => {
  test('1,024 tokens are computed in the background, and each pixel is the furthest from 0 under it', async () => {
    const page = await open('embed.html#attn-pipeline');
    await page.waitForText(SUMMARY, 'Raw score');
    const text = words(1100);
    await page.set(FIELD, text);
    await page.waitForText(COUNT, '1024 of 1024 tokens');
    await page.waitForText(`${FIGURE} >>> [data-part="limit"]`, 'Only the first 1024 tokens');
    assert.equal(await page.value(FIELD), text, 'nothing that was typed is lost');
    await painted(page, 1024);
    const where = await page.on(FIGURE, async (figure) => (await figure.work.background).where());
    assert.equal(where, 'worker');
    for (const id of ['x', 'k', 'raw', 'weights', 'output']) {
      assert.deepEqual(await wrongOn(page, id), [], id);
    }
    assert.deepEqual(await wrongOn(page, 'map', 'raw'), []);
    assert.ok((await page.count(`${FIGURE} >>> svg path`)) < 400, 'few paths');
    assert.match(await page.text(`${FIGURE} >>> .reading`), /share a pixel.*furthest from 0/);

    // Back to a short sentence: paths again, and at once.
    await page.set(FIELD, 'A short one.');
    await page.waitForText(`${FIGURE} >>> [data-matrix="weights"]`, '4 × 4');
    assert.equal(await page.count(`${FIGURE} >>> canvas`), 0);
  });

  test('a click and keys move the window over the map, and the map keeps the focus', async () => {
    const page = await open(link(1024, '&stage=weights&row=500&column=300'));
    await painted(page, 1024);
    await page.waitForText(`${FIGURE} >>> [data-part="map"]`, 'rows 500–509, columns 300–309');
    const cellOf = () =>
      page.on(FIGURE, ({ state: { stage, row, column } }) => [stage, row, column]);
    await page.click(MAP, { at: [0.25, 0.75] });
    const [stage, row, column] = await cellOf();
    assert.equal(stage, 'weights');
    assert.ok(Math.abs(row - 768) <= 4 && Math.abs(column - 256) <= 4, `${row}, ${column}`);
    await page.waitForText(SUMMARY, `(${row})`);
    await page.waitForText(`${FIGURE} >>> [data-part="detail"]`, `rows ${row - (row % 10)}–`);

    await page.focus(WINDOW);
    await page.press('ArrowDown');
    assert.deepEqual(await cellOf(), ['weights', row + 10, column]);
    await page.press('Shift+ArrowRight');
    assert.deepEqual(await cellOf(), ['weights', row + 10, column + 50]);
    await page.press('PageUp');
    assert.deepEqual(await cellOf(), ['weights', row - 90, column + 50]);
    await page.press('Control+End');
    assert.deepEqual((await cellOf()).slice(1), [1020 + (row % 10 > 3 ? 3 : row % 10), 1020 + (column % 10 > 3 ? 3 : column % 10)]); // prettier-ignore
    await page.press('Control+Home');
    assert.ok((await cellOf())[1] < 10);
    const { role, text } = await page.focused();
    assert.deepEqual([role, text], ['gridcell', 'rows 0–9, columns 0–9']);

    // The small picture of another matrix, and single cells in the window.
    await page.click(`${FIGURE} >>> [data-matrix="raw"] .hit`, { at: [0.9, 0.6] });
    assert.equal((await cellOf())[0], 'raw');
    assert.ok((await cellOf())[2] > 800);
    await page.focus(`${FIGURE} >>> [data-part="detail"] [data-cell][tabindex="0"]`);
    const before = await cellOf();
    await page.press('ArrowLeft');
    assert.deepEqual(await cellOf(), ['raw', before[1], before[2] - 1]);
    assert.deepEqual(await wrongOn(page, 'map', 'raw'), []);
  });

  test('masked cells are hatched, in either theme and ramp; the picture goes into files', async () => {
    const page = await open(link(300, '&mask=causal&stage=weights&row=200&column=100'));
    await painted(page, 300);
    await page.waitForText(`${FIGURE} >>> [data-matrix="masked"]`, '44,850');
    const map = `${FIGURE} >>> [data-canvas="map"]`;
    const above = await page.on(map, emptyShare, {}, 0.6, 0.05, 0.95, 0.4);
    assert.ok(above > 0.6 && above < 0.95, `${above} of the masked part is between the lines`);
    assert.equal(await page.on(map, emptyShare, {}, 0.05, 0.6, 0.4, 0.95), 0);
    assert.equal(
      await page.on(`${FIGURE} >>> [data-canvas="scaled"]`, emptyShare, {}, 0, 0, 1, 1),
      0,
    );
    assert.match(await page.text(`${FIGURE} >>> .reading`), /Hatched: masked\..*from 3\.3.% up/);

    const colour = () =>
      page.on(map, (canvas) => {
        const copy = document
          .createElement('canvas')
          .getContext('2d', { willReadFrequently: true });
        copy.drawImage(canvas, -canvas.width / 4, -canvas.height * 0.9);
        return [...copy.getImageData(0, 0, 1, 1).data].join();
      });
    const seen = new Set([await colour()]);
    for (const [name, value] of [
      ['theme', 'dark'],
      ['ramp', 'olive'],
    ]) {
      const times = await page.attribute(map, 'data-painted');
      await page.on(FIGURE, (figure, key, to) => figure.setAttribute(key, to), {}, name, value);
      await page.waitFor(
        `document.querySelector('${FIGURE}').renderRoot.querySelector('[data-canvas="map"]').dataset.painted > ${times}`,
      );
      seen.add(await colour());
    }
    assert.equal(seen.size, 3, [...seen].join(' '));

    await page.click(`${FIGURE} >>> [data-panel="take"]`);
    await page.set(`${FIGURE} >>> [data-choice="theme"]`, 'light');
    await page.click(`${FIGURE} >>> [data-take="picture-copy"]`);
    await page.waitFor(
      `document.querySelector('${FIGURE}').renderRoot.querySelector('.take textarea').value.includes('</svg>')`,
    );
    const svg = await page.value(`${FIGURE} >>> .take textarea`);
    const pictures = [...svg.matchAll(/<image x="([-\d.]+)" [^>]*href="(data:image\/png[^"]+)"/g)];
    assert.equal(pictures.length, 10);
    assert.ok(svg.length < 3e6, `${svg.length} characters`);
    // The file is light, and the dark page stays as it was.
    assert.match(svg, /<rect width="\d+" height="\d+" fill="#ffffff">/);
    const light = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const { width, height } = image;
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d'); // prettier-ignore
      context.drawImage(image, 0, 0);
      return [...context.getImageData(width * 0.9, height * 0.95, 1, 1).data];
    }, pictures[9][2]);
    assert.ok(
      light.slice(0, 3).every((byte) => byte > 90),
      light.join(),
    );
    assert.equal(await colour(), [...seen][2]);
  });

  test('ten thousand words, emoji, from right to left, control characters: shown, and nothing is lost', async () => {
    const page = await open('embed.html#attn-pipeline?v=1&text=%00%00&row=99999&column=-4&lang=ar');
    await page.waitForText(`${FIGURE} >>> .notice`, 'row');
    const field = FIELD;
    await page.set(field, 'word '.repeat(10_000));
    await page.waitForText(COUNT, '1024');
    await painted(page, 1024);
    assert.equal((await page.value(field)).length, 50_000);
    await page.set(field, '👩‍👩‍👧‍👦 שלום\tعالم \u0007 x, '.repeat(40));
    await painted(page, 40 * 7);
    assert.equal(
      await page.on(FIGURE, (figure) => figure.tokens.slice(0, 6).join(' ')),
      '👩‍👩‍👧‍👦 שלום ⇥ عالم ␇ x',
    );
    // The page reads from right to left: the first key stands at the right.
    await page.click(MAP, { at: [0.97, 0.5] });
    const { row, column } = await page.on(FIGURE, (figure) => figure.getState());
    assert.ok(column < 20 && Math.abs(row - 140) < 8, `${row}, ${column}`);
  });

  test('in a page of somebody else its part comes from beside, under a strict policy; without it a notice says so', async () => {
    const page = (
      script,
    ) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>A course</title>
<link rel="icon" href="favicon.svg"><script src="attn-widgets.iife.js" defer></script>${script}
<attn-pipeline text="${words(200)}" stage="raw"></attn-pipeline>`;
    const csp =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self'; connect-src 'self'";
    const site = await startSite({ csp, files: { 'one.html': page('') }, witness: false });
    test.after(() => site.close());
    const strict = await open(`${site.url}one.html`, { messages: true });
    await strict.waitFor(
      `[...document.querySelector('${FIGURE}').shadowRoot.querySelectorAll('canvas')].some((c) => c.dataset.painted)`,
    );
    assert.ok(site.requests.includes('/attn-large.js'));
    const places = await strict.on(`${FIGURE} >>> [data-canvas="map"]`, (canvas) => {
      const [a, b] = [canvas, canvas.getRootNode().querySelector('[data-part="map"] .hit')].map((e) => e.getBoundingClientRect()); // prettier-ignore
      return [a.left - b.left, a.top - b.top, a.width - b.width, a.height - b.height];
    });
    assert.ok(
      places.every((by) => Math.abs(by) < 1),
      places.join(),
    );

    const poor = await startSite({ files: { 'one.html': page(''), 'attn-large.js': 'no script' } });
    test.after(() => poor.close());
    const without = await open(`${poor.url}one.html`, { messages: true });
    await without.waitForText(`${FIGURE} >>> .notice`, 'attn-large.js');
    await without.set(FIELD, 'A short one.');
    await without.waitForText(`${FIGURE} >>> [data-matrix="weights"]`, '4 × 4');
  });
});
