// Writes the README's speed table from build/bench/results.json.
//
//   node tests/bench/readme.mjs

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ofPeak } from './table.mjs';

const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';

export const HEAD = [
  'work',
  'ours',
  'GFLOP/s',
  'of the peak',
  'onnxruntime-web',
  'ratio',
  'tfjs-backend-wasm',
  'ratio',
];

const milliseconds = (ms) =>
  `${ms < 1 ? ms.toFixed(3) : ms < 10 ? ms.toFixed(2) : ms.toFixed(1)} ms`;
const row = (cells) => `| ${cells.join(' | ')} |`;

/** The fastest of the peers whose names begin so. */
const fastest = (lines, start) =>
  lines.filter(({ peer }) => peer.startsWith(start)).sort((a, b) => a.peer_ms - b.peer_ms)[0];

const beside = (line) => (line ? [milliseconds(line.peer_ms), line.ratio.toFixed(2)] : ['', '']);

/** One work from its lines of results.json, all of one browser. */
function workRow(lines) {
  const [first] = lines;
  return row([
    first.name,
    milliseconds(first.ours_ms),
    first.gflops ? first.gflops.toFixed(1) : '',
    ofPeak(first),
    ...beside(fastest(lines, 'onnxruntime-web')),
    ...beside(fastest(lines, 'tfjs')),
  ]);
}

/**
 * The table, one block for each browser.
 * @param {object[]} results  build/bench/results.json
 */
export function readmeTable(results) {
  const browsers = [...new Set(results.map(({ browser }) => browser))];
  return browsers
    .map((browser) => {
      const here = results.filter((line) => line.browser === browser);
      const names = [...new Set(here.map(({ name }) => name))];
      const rows = names.map((name) => workRow(here.filter((line) => line.name === name)));
      const alignment = row(HEAD.map((_, i) => (i === 0 ? '---' : '---:')));
      return [`${browser}, one core:`, '', row(HEAD), alignment, ...rows].join('\n');
    })
    .join('\n\n');
}

/** What stands between the marks of a README. */
export function benchPart(readme) {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the README has no ${START} … ${END}`);
  return {
    before: readme.slice(0, start),
    part: readme.slice(start + START.length, end),
    after: readme.slice(end),
  };
}

const INTRODUCTION = `\`make bench\` measures our engine, onnxruntime-web and tfjs-backend-wasm in one page, in turns, each
with one thread and SIMD: medians of a call with its inputs copied in and its output copied out. Of
onnxruntime-web's two ways (the operator Attention; MatMul, Softmax, MatMul) the faster one is shown.
A ratio below 1 means that ours takes less time. The peak is what a loop of nothing but
multiplications and additions reaches in that browser. \`node tests/bench/readme.mjs\` writes this
table from \`build/bench/results.json\`.`;

function main() {
  const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
  const results = JSON.parse(readFileSync(path('build/bench/results.json'), 'utf8'));
  const { before, after } = benchPart(readFileSync(path('README.md'), 'utf8'));
  const part = `${START}\n${INTRODUCTION}\n\n${readmeTable(results)}\n`;
  writeFileSync(path('README.md'), `${before}${part}${after}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
