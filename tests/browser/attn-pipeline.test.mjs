// attn-pipeline as a reader uses it: the arithmetic on the screen is checked with a calculator.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

const FIGURE = 'attn-pipeline';
const SUMMARY = `${FIGURE} >>> .summary`;
const matrix = (id) => `${FIGURE} >>> [data-matrix="${id}"] .hit`;
const cell = (id, row, column) => `${FIGURE} >>> [data-cell="${id}:${row}:${column}"]`;
const MASK = `${FIGURE} >>> [data-control="mask"] label`;
const FORWARD = `${FIGURE} >>> [data-action="forward"]`;
const BACK = `${FIGURE} >>> [data-action="back"]`;
const FIELD = `${FIGURE} >>> [data-control="text"] textarea`;

const number = (text) => Number(text.replaceAll('−', '-'));

/** The products of a sum as written, and its result: "= 0.34 × (−0.53) + … = −1.57". */
function readSum(text) {
  const products = [...text.matchAll(/([−\d.]+)( %)? × \(?([−\d.]+)\)?/g)].map(
    ([, a, isPercent, b]) => (number(a) / (isPercent ? 100 : 1)) * number(b),
  );
  const result = number(/= ([−\d.]+) /.exec(text.slice(text.lastIndexOf('=')).concat(' '))[1]);
  return { terms: products.length, byHand: products.reduce((sum, p) => sum + p, 0), result };
}

inBrowsers('attn-pipeline', {}, ({ open, browser }) => {
  const summaryOf = (page) => page.text(`${SUMMARY} .sum`);

  test('a raw score is the dot product of its query and its key, written out', async () => {
    const page = await open('embed.html#attn-pipeline');
    await page.waitForText(SUMMARY, 'Raw score of “it” and “ball”');
    const { terms, byHand, result } = readSum(await summaryOf(page));
    assert.equal(terms, 4);
    assert.ok(Math.abs(byHand - result) < 0.05, `${byHand} by hand, ${result} shown`);
    assert.match(await page.text(`${FIGURE} >>> .chip`), /random numbers, seed 7/);
  });

  test('stepping forward and back walks the nine stages, and every product adds up', async () => {
    const page = await open('embed.html#attn-pipeline');
    await page.waitForText(SUMMARY, 'Raw score');
    await page.click(BACK);
    await page.click(BACK);
    await page.click(BACK);
    await page.waitForText(SUMMARY, /^Q of “it”/);
    const q = readSum(await summaryOf(page));
    assert.equal(q.terms, 8);
    assert.ok(Math.abs(q.byHand - q.result) < 0.08);
    for (const said of [
      'K of “it”',
      'V of “it”',
      'Raw score',
      'Score of',
      'Masked score',
      'Weight of',
      'Output of “it”',
    ]) {
      await page.click(FORWARD);
      await page.waitForText(SUMMARY, said);
    }
    const output = readSum(await summaryOf(page));
    assert.equal(output.terms, 10);
    assert.ok(Math.abs(output.byHand - output.result) < 0.05);
    assert.equal(await page.on(FORWARD, (e) => e.disabled), true);
  });

  test('the score is half the raw score, and the weight its share of the row', async () => {
    const page = await open('embed.html#attn-pipeline?v=1&stage=scaled');
    const said = await page.waitForText(SUMMARY, /÷ √4/);
    const [, raw, score] = /= ([−\d.]+) ÷ √4 = [−\d.]+ ÷ 2 = ([−\d.]+)/.exec(said);
    assert.ok(Math.abs(number(raw) / 2 - number(score)) < 0.0101);
    await page.click(FORWARD);
    await page.click(FORWARD);
    const weight = await page.waitForText(SUMMARY, 'Weight of');
    const [, terms, sum] = /sum of the row ([\d. +]+) = ([\d.]+)/.exec(weight);
    const byHand = terms
      .split('+')
      .map(Number)
      .reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(byHand - Number(sum)) < 0.006);
    const [, own, total, share] = /weight ([\d.]+) ÷ ([\d.]+) = ([\d.]+).%/.exec(weight);
    assert.ok(Math.abs((Number(own) / Number(total)) * 100 - Number(share)) < 0.2);
  });

  test('the mask changes the masked scores and what comes after, and nothing before', async () => {
    const page = await open('embed.html#attn-pipeline');
    await page.waitForText(SUMMARY, 'Raw score');
    await page.click(MASK, { text: 'Causal mask' });
    await page.waitForText(`${FIGURE} >>> [data-matrix="masked"]`, '45 changed');
    assert.match(await page.text(`${FIGURE} >>> [data-matrix="weights"]`), /90 changed/);
    assert.match(await page.text(`${FIGURE} >>> [data-matrix="output"]`), /36 changed/);
    for (const id of ['x', 'q', 'k', 'v', 'raw', 'scaled']) {
      assert.doesNotMatch(await page.text(`${FIGURE} >>> [data-matrix="${id}"]`), /changed/);
    }
    await page.click(matrix('weights'));
    await page.click(cell('weights', 7, 9));
    await page.waitForText(SUMMARY, 'Weight of “it” on “heavy”');
    assert.match(await page.text(SUMMARY), /0 ÷ [\d.]+ = 0\.0.%/);
    assert.equal(
      await page.attribute(cell('weights', 7, 9), 'aria-label'),
      '“it” and “heavy”: masked',
    );
  });

  test('by keyboard alone: along the cells, and from stage to stage', async () => {
    const page = await open('embed.html#attn-pipeline');
    await page.waitForText(SUMMARY, 'Raw score');
    await page.focus(cell('raw', 7, 5));
    await page.press('ArrowUp');
    await page.waitForText(SUMMARY, 'Raw score of “because” and “ball”');
    await page.press('Home');
    await page.waitForText(SUMMARY, 'Raw score of “because” and “the (0)”');
    await page.press('PageDown');
    await page.waitForText(SUMMARY, /^Score of “because” and “the \(0\)”/);
    assert.equal((await page.focused()).role, 'gridcell');
    await page.focus(`${FIGURE} >>> [data-matrix="scaled"]`);
    await page.press('ArrowRight', 3);
    await page.waitForText(SUMMARY, /^Output of “because”/);
    assert.equal((await page.focused()).text, 'output, 10 × 4');
  });

  test('a click on an operand leads to where it was made', async () => {
    const page = await open('embed.html#attn-pipeline');
    await page.waitForText(SUMMARY, 'Raw score');
    await page.click(cell('k', 2, 5));
    const { terms } = readSum(await page.waitForText(SUMMARY, 'K of “ball”, channel 2'));
    assert.equal(terms, 8);
  });

  test('step by step, later stages are empty until they are reached', async () => {
    const page = await open('embed.html#attn-pipeline?v=1&stage=q&show=steps');
    await page.waitForText(SUMMARY, 'Q of “it”');
    const isEmpty = (id) =>
      page.count(`${FIGURE} >>> [data-matrix="${id}"] path`).then((n) => n === 0);
    assert.equal(await isEmpty('q'), false);
    assert.equal(await isEmpty('k'), true);
    await page.click(FORWARD);
    await page.waitForText(SUMMARY, 'K of “it”');
    assert.equal(await isEmpty('k'), false);
  });

  test('equal words have equal vectors, and so equal outputs: nothing knows its place', async () => {
    const page = await open('embed.html#attn-pipeline');
    await page.waitForText(SUMMARY, 'Raw score');
    await page.click(`${FIGURE} >>> [data-panel="numbers"]`);
    const rows = await page.on(`${FIGURE} >>> [data-table="output"]`, (table) =>
      [...table.rows].map((row) =>
        [...row.cells]
          .slice(1)
          .map((c) => c.textContent)
          .join(' '),
      ),
    );
    assert.equal(rows[1], rows[5]);
    assert.notEqual(rows[1], rows[2]);
    assert.equal(await page.count(`${FIGURE} >>> [data-table]`), 12);
  });

  test('18,016 numbers of 64 tokens come a part at a time, and then only what differs is written', async () => {
    const page = await open('embed.html#attn-pipeline');
    await page.waitForText(SUMMARY, 'Raw score');
    await page.set(FIELD, 'word '.repeat(64));
    await page.waitForText(`${FIGURE} >>> [data-matrix="weights"]`, '64 × 64');
    await page.on(FIGURE, (figure) => {
      globalThis.growth = [];
      const cells = () => figure.shadowRoot.querySelectorAll('.numbers td').length;
      new MutationObserver(() => globalThis.growth.push(cells())).observe(figure.shadowRoot, {
        subtree: true,
        childList: true,
      });
      figure.shadowRoot.querySelector('[data-panel="numbers"]').click();
    });
    await page.waitFor('globalThis.growth.at(-1) === 18016', 'the tables never were whole');
    const growth = await page.evaluate(() => globalThis.growth);
    const steps = growth.map((cells, i) => cells - (growth[i - 1] ?? 0));
    assert.ok(Math.max(...steps) <= 2000 + 64 * 64, `${Math.max(...steps)} cells at once`);

    const cell = `${FIGURE} >>> [data-table="masked"] tbody tr:first-child td:nth-of-type(2)`;
    await page.on(cell, (element) => (element.isMarked = true));
    await page.click(MASK, { text: 'Causal mask' });
    await page.waitForText(cell, '−∞');
    assert.equal(await page.on(cell, ({ isMarked }) => isMarked), true);

    // A figure that is elsewhere writes nothing; what changed meanwhile is there when it is back.
    await page.on(FIGURE, async (figure) => {
      const place = figure.parentNode;
      figure.remove();
      figure.mask = 'none';
      await figure.updateComplete;
      place.append(figure);
    });
    await page.waitForText(cell, /^[^∞]+$/);
  });

  test('the reader’s own sentence: counted as it is typed, the example where there is none', async () => {
    const page = await open('embed.html#attn-pipeline');
    await page.waitForText(SUMMARY, 'Raw score');
    await page.fill(FIELD, 'Hello, world');
    await page.waitForText(`${FIGURE} >>> [data-part="token-count"]`, '3 of 1024 tokens');
    await page.waitForText(`${FIGURE} >>> [data-matrix="weights"]`, '3 × 3');
    await page.set(FIELD, 'word '.repeat(64));
    await page.waitForText(`${FIGURE} >>> [data-matrix="weights"]`, '64 × 64');
    assert.ok((await page.count(`${FIGURE} >>> [data-matrix="weights"] path`)) > 0);
    await page.set(FIELD, '');
    await page.waitForText(`${FIGURE} >>> [data-part="limit"]`, 'the example is shown');
    await page.waitForText(`${FIGURE} >>> [data-matrix="weights"]`, '10 × 10');
  });

  test('emoji, right-to-left words, tabs and control characters are shown and computed', async () => {
    const page = await open('embed.html#attn-pipeline');
    await page.waitForText(SUMMARY, 'Raw score');
    await page.set(FIELD, '👩‍👩‍👧‍👦 שלום\tعالم \u0007 x');
    await page.waitForText(`${FIGURE} >>> [data-part="token-count"]`, '6 of 1024');
    const rows = await page.on(`${FIGURE} >>> [data-part="detail"]`, (g) => g.textContent);
    for (const shown of ['👩‍👩‍👧‍👦', 'שלום', '⇥', 'عالم', '␇']) assert.ok(rows.includes(shown), shown);
  });

  test('a broken link shows the default figure and says what it did not take', async () => {
    const page = await open('embed.html#attn-pipeline?v=1&stage=soup&row=99&seed=-1&column=x');
    await page.waitForText(SUMMARY, 'Raw score of “it” and “ball”');
    const notice = await page.text(`${FIGURE} >>> .notice`);
    for (const word of ['stage', 'row', 'seed', 'column']) assert.ok(notice.includes(word), word);
  });

  test('another seed gives other numbers, and the same seed the same ones', async () => {
    const page = await open('embed.html#attn-pipeline');
    const first = await page.waitForText(SUMMARY, 'Raw score');
    await page.click(`${FIGURE} >>> [data-control="seed"] button`);
    await page.waitForText(`${FIGURE} >>> .chip`, 'seed 8');
    assert.notEqual(await page.text(SUMMARY), first);
    await page.fill(`${FIGURE} >>> [data-control="seed"] input`, '7');
    await page.press('Enter');
    await page.waitForText(`${FIGURE} >>> .chip`, 'seed 7');
    assert.equal(await page.text(SUMMARY), first);
  });

  test('a word of 40 letters is shortened where it stands, and whole under the pointer', async () => {
    const word = 'abcdefghij'.repeat(4);
    for (const width of [1280, 390]) {
      const page = await open(`embed.html#attn-pipeline?text=${word}+saw+the+${word}`, {
        viewport: { width, height: 800 },
      });
      await page.waitForText(SUMMARY, 'Raw score');
      const { names, out, touching } = await page.on(`${FIGURE} >>> [data-part="detail"]`, boxes);
      assert.ok(names.length >= 4 && names.every((name) => name === word), `${width}: ${names}`);
      assert.deepEqual([out, touching], [[], []], `${width}`);
    }
  });

  test(
    'on a phone, by touch',
    { skip: browser !== 'chromium' && 'touch needs Chromium' },
    async () => {
      const page = await open('embed.html#attn-pipeline', {
        viewport: { width: 360, height: 740 },
        touch: true,
      });
      await page.waitForText(SUMMARY, 'Raw score');
      await page.tap(matrix('weights'));
      await page.waitForText(SUMMARY, 'Weight of');
      await page.tap(cell('weights', 1, 2));
      await page.waitForText(SUMMARY, 'Weight of “robot” on “picked”');
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `the page scrolls sideways by ${over} px`);
    },
  );

  test('rows and columns of the weights say who looks where most, in long sentences too', async () => {
    const text = Array.from({ length: 25 }, (_, i) => `w${i}`).join('+');
    const windows = [
      {
        link: 'stage=weights&text=the+robot+picked+a+ball+because+it+was+heavy+today',
        row: 0,
        column: 0,
      },
      { link: `stage=weights&row=22&column=15&text=${text}`, row: 15, column: 10 },
    ];
    for (const { link, row, column } of windows) {
      const page = await open(`embed.html#attn-pipeline?v=1&${link}`);
      const said = (parts) =>
        page.on(
          `${FIGURE} >>> [data-grid="weights"]`,
          (grid, selector) =>
            [...grid.querySelectorAll(selector)].map((part) => part.ariaLabel ?? part.textContent),
          {},
          parts,
        );
      const rowsSaid = await said('[role="rowheader"]');
      const columnsSaid = await said('[role="columnheader"]');
      const names = await page.on(FIGURE, (figure) => figure.names);
      const starts = (from, rest) =>
        names.slice(from, from + 10).map((name) => `“${name}” ${rest} “`);
      const begin = (labels, wanted) => labels.map((label, i) => label.slice(0, wanted[i]?.length));
      const rows = starts(row, 'looks most at');
      assert.deepEqual(begin(rowsSaid, rows), rows);
      const columns = starts(column, 'is looked at most by');
      assert.deepEqual(begin(columnsSaid, columns), columns);
    }
  });
});

/** The full names of what is cut, and which texts leave the picture or touch one another. */
function boxes(detail) {
  const all = [...detail.querySelectorAll('text')].map((text) => ({
    said: text.firstChild?.textContent.trim() || text.textContent.trim(),
    box: text.getBoundingClientRect(),
  }));
  const picture = detail.closest('svg').getBoundingClientRect();
  const cut = all.filter(({ said }) => said.includes('…'));
  const isOver = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return {
    names: [...detail.querySelectorAll('text title')].map((title) => title.textContent),
    out: cut.filter(({ box }) => box.left < picture.left + 1).map(({ said }) => said),
    touching: cut.flatMap((one) =>
      all.filter((two) => two !== one && isOver(one.box, two.box)).map(({ said }) => said),
    ),
  };
}
