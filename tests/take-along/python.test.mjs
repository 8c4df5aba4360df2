// The scripts of NumPy and of PyTorch print the numbers of the figures, digit for digit.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { figureNames, headless } from '../../tools/headless.mjs';
import { SCRIPTS, scriptOf } from '../../web/take-along/python/index.js';
import { hasTorch } from '../../web/take-along/python/torch.js';

/** A Python that has NumPy: Debian's, where the one on the path has none. */
const PYTHON = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import numpy']).status === 0,
);
const skip = PYTHON ? false : 'no python3 with NumPy here: Debian has it as python3-numpy';

/** As long as a sentence may be. */
const LONG = Array.from({ length: 64 }, (_, i) => `w${i % 19}`).join(' ');

const STAND_IN = fileURLToPath(new URL('torch-stand-in', import.meta.url));

/** Emoji in several UTF-16 units, a lone one, quotes, line separators, control and turning characters. */
const ODD = '👨‍👩‍👧 saw "\ud800" \\ \u2028 tab\tnul\u0000 \u202eabc ẕ̃͂ اقرأ 👨‍👩‍👧';

/** States beside the default, which take other ways through a script. */
const STATES = {
  'attn-lookup': [{ query: [1, 1] }],
  'attn-pipeline': [
    { mask: 'causal', seed: 8 },
    { text: ODD },
    { text: `${LONG} ${LONG}`, mask: 'causal', row: 99, column: 40 },
  ],
  'attn-pattern': [{ mask: 'causal' }, { mask: 'causal', zeroAfter: true }, { hide: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }, { text: 'A cat saw the cat.', rule: 'pairs', pairs: [1, 4], query: 1 }], // prettier-ignore
  'attn-temperature': [{ temperature: 0 }, { temperature: 0.5 }, { temperature: Infinity }],
  'attn-scaling': [{ headDim: 16, pairs: 1000, seed: 2 }],
  'attn-alignment': [{ query: [0, 0] }],
  'attn-heads': [
    { heads: 'one', neighbour: 'previous' },
    { text: 'A cat saw the cat.', rule: 'content', query: 2 },
  ],
  'attn-seq2seq': [{ score: 'dot' }, { score: 'general' }, { score: 'concat' }, { memory: 'fixed' }, { sentence: 'put' }], // prettier-ignore
  'attn-complexity': [
    { n: 1, d: 3, k: 2, r: 4 },
    { n: 1000, r: 7 },
  ],
  'attn-order': ['learned', 'sinusoidal', 'rope', 'alibi'].map((positions) => ({ positions })).concat({ mask: 'causal' }, { text: ODD }, { text: LONG, order: [] }), // prettier-ignore
  'attn-positional': [{ d: '16', delta: -7 }],
  'attn-rope': [{ pairing: 'halves', heads: 12, seed: 3 }],
  'attn-block': [{ order: 'post', activation: 'relu', tensor: 'weights', head: '1', blocks: 3 }, { tensor: 'feedForwardSum', full: true, cross: true, blocks: 2 }, { text: ODD }], // prettier-ignore
  'attn-architectures': ['encoder', 'decoder', 'only'].map((attention) => ({ attention, block: '2', head: '1' })), // prettier-ignore
  'attn-kv-cache': [{ step: 3 }, { draw: 'model' }, { text: ODD }, { text: LONG, step: 64 }],
  'attn-kv-sharing': [{ seed: 8 }],
  'attn-tiling': [{ tileQ: 3, tileK: 4, tile: 0 }, { causal: true }],
};

const typed = (text) => text.replaceAll('−', '-').replaceAll('\u00a0', ' ');

/** What the script should print: the figure's tables as the figure writes them. */
function expected(figure) {
  return figure
    .tables(figure.results, figure.state)
    .filter(({ rowNames }) => rowNames.length > 0)
    .flatMap(({ caption, rowNames, columnNames, data, format }) => [
      { text: caption },
      ...rowNames.map((name, r) => {
        const values = columnNames.map((_, c) => data[r * columnNames.length + c]);
        return { text: [name, ...values.map((value, c) => format(value, c))].join('  '), values };
      }),
    ]);
}

/** Where a line says 'rounding', the figure shows what only rounding leaves. */
function compare(line, { text, values = [] }, figure) {
  const cells = line.split('  ');
  const wanted = typed(text).split('  ');
  assert.equal(cells.length, wanted.length, `"${line}" for "${text}"`);
  cells.forEach((cell, i) => {
    if (cell === 'rounding' && Math.abs(values[i - 1]) < 1e-4) return;
    assert.equal(cell, wanted[i], `${figure}: "${line}" for "${text}"`);
  });
}

/** What a script prints. @param {string} script @param {Record<string, string>} [env] */
function run(script, env = {}) {
  const { stdout, stderr, status } = spawnSync(PYTHON, ['-W', 'error', '-'], {
    input: script,
    encoding: 'utf8',
    env: { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
  assert.equal(status, 0, `${stderr}\n${script}`);
  return stdout.trimEnd().split('\n');
}

function compareAll(lines, figure) {
  const wanted = expected(figure);
  assert.equal(lines.length, wanted.length);
  lines.forEach((line, i) => compare(typed(line), wanted[i], figure.figureName));
}

test('every figure has a script', async () => {
  assert.deepEqual(Object.keys(SCRIPTS).sort(), [...(await figureNames())].sort());
});

for (const name of await figureNames()) {
  for (const state of [{}, ...(STATES[name] ?? [])]) {
    test(`${name} ${JSON.stringify(state)}: NumPy prints the same numbers`, { skip }, async () => {
      const figure = await headless(name, { state });
      compareAll(run(scriptOf(figure)), figure);
    });

    if (!hasTorch(name)) continue;
    test(
      `${name} ${JSON.stringify(state)}: the script of PyTorch is Python, has torch’s names alone, and prints the same numbers with a stand-in for torch`,
      { skip },
      async () => {
        const figure = await headless(name, { state });
        const script = scriptOf(figure, 'torch');
        // NumPy is there for its random bits, where a figure has random numbers.
        const [start, body] = script.split(/\ndef table[^]*?sep=' {2}'\)\n/);
        assert.doesNotMatch(body, /np\./);
        assert.equal(/^import numpy/m.test(start), /normal\(/.test(body));
        compareAll(run(script, { PYTHONPATH: STAND_IN }), figure);
      },
    );
  }
}

test('a figure whose arithmetic is not all torch’s has no script of PyTorch', async () => {
  assert.equal(scriptOf(await headless('attn-complexity'), 'torch'), null);
});
