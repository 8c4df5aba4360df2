// A long text in attn-pipeline without a page: what the background computes a few queries at a time
// is what is computed at once, and tables, files and scripts keep to what is sensible.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { headless } from '../../tools/headless.mjs';
import { computeStages } from '../../web/widgets/pipeline/compute.js';
import { tokensIn } from '../../web/widgets/pipeline/parameters.js';
import { csv, inSlices } from '../../web/take-along/formats/text-tables.js';
import { npy } from '../../web/take-along/formats/npy.js';
import { matricesOf, tablesOf } from '../../web/take-along/matrices/index.js';
import { scriptOf } from '../../web/take-along/python/index.js';

const WORDS = 'a robot saw the red ball and it was happy because nobody else had seen one'.split(
  ' ',
);
const text = (count) => Array.from({ length: count }, (_, i) => WORDS[(i * i + 3) % 15]).join(' ');

const CASES = [
  [65, 'none'],
  [100, 'causal'],
  [197, 'causal'],
];

for (const [count, mask] of CASES) {
  test(`${count} tokens in pieces give the bits of ${count} at once, mask: ${mask}`, async () => {
    const state = { text: text(count), mask, stage: 'weights', row: count - 1, column: 3 };
    const figure = await headless('attn-pipeline', { state });
    assert.equal(figure.tokens.length, count);
    const { results } = figure;
    const isCausal = mask === 'causal';
    const whole = computeStages(figure.engine, tokensIn(state), { seed: 7, isCausal });
    for (const [id, { rows, columns, data, row }] of Object.entries(whole.matrices)) {
      const matrix = results.matrices[id];
      assert.deepEqual([matrix.rows, matrix.columns], [rows, columns], id);
      assert.deepEqual(matrix.data, data, id);
      for (const r of [0, 31, 32, 64].filter((one) => one < rows))
        assert.deepEqual(matrix.row(r), row(r), `${id}, row ${r}`);
    }
    assert.deepEqual(results.extents, whole.extents);
    for (const field of ['exponentials', 'rowMax', 'rowSum'])
      assert.deepEqual(results.run[field].data, whole.run[field].data, field);
    if (isCausal) assert.equal(results.isChanged('masked', 5, 6), true);
    assert.equal(results.isChanged('masked', 6, 5), false);
  });
}

test('the changes that the mask makes are counted as for a short sentence', async () => {
  const state = { text: text(70), mask: 'causal' };
  const figure = await headless('attn-pipeline', { state });
  const whole = computeStages(figure.engine, tokensIn(state), { seed: 7, isCausal: true });
  while (figure.results.changedCount.output === undefined) await new Promise(setImmediate);
  assert.deepEqual(figure.results.changedCount, whole.changedCount);
  assert.equal(whole.changedCount.masked, (70 * 69) / 2);
});

test('a long text’s tables show the window, and its files hold the whole matrices', async () => {
  const state = { text: text(300), stage: 'weights', mask: 'causal', row: 250, column: 123 };
  const figure = await headless('attn-pipeline', { state });
  const shown = tablesOf(figure).find(({ id }) => id === 'weights');
  assert.deepEqual(shown.shape, [10, 10]);
  assert.match(shown.caption, /300 × 300, rows 250–259, columns 120–129/);
  assert.equal(shown.rowNames[0], figure.names[250]);
  assert.equal(shown.data[3], figure.results.matrices.weights.row(250)[123]);
  const whole = matricesOf(figure).find(({ id }) => id === 'weights');
  assert.deepEqual(whole.shape, [300, 300]);
  assert.equal(whole.data, figure.results.matrices.weights.data);
  assert.equal(npy(whole).length % 64, (4 * 300 * 300) % 64);
  for (const name of ['csv']) assert.equal(await inSlices(name, whole, {}), csv(whole));
});

test('the script of a long text prints the window', async () => {
  const state = { text: text(70), stage: 'weights', row: 41, column: 12 };
  const figure = await headless('attn-pipeline', { state });
  const script = scriptOf(figure);
  assert.match(script, /weights\[40:50, 10:20\], percent\)/);
  assert.match(script, /output\[40:50, 0:4\], score\)/);
});

test('while a new text is computed the picture is of the old one, with the cell inside it', async () => {
  const figure = await headless('attn-pipeline', {
    state: { text: text(80), row: 79, column: 78 },
  });
  const before = figure.results.matrices.raw;
  figure.setState({ text: text(120) });
  figure.setState({ row: 110 });
  figure.results = figure.compute(figure.engine, figure.state);
  assert.equal(figure.results.matrices.raw, before);
  assert.equal(figure.tokens.length, 80);
  assert.equal(figure.state.row, 110);
  assert.ok(figure.shown.row < 80);
  // A choice in the old picture that the new text has no room for.
  figure.setState({ text: text(66) });
  figure.choose('raw', { row: 79, column: 79 });
  assert.deepEqual([figure.state.row, figure.state.column], [65, 65]);
  assert.deepEqual(figure.notices, []);
});
