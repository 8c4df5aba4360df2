// make bench: our engine beside onnxruntime-web and tfjs-backend-wasm, in the
// browsers that are installed. Prints a table and writes build/bench/results.json,
// a list of {name, build, ours_ms, gflops, peak_gflops, peer, peer_ms, ratio}.
//
//   node tests/bench/run.mjs [--seconds 4] [--passes 3] [--browsers chromium,firefox] [--only 0,2]

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { openPage } from './browsers.mjs';
import { serve } from './serve.mjs';
import { asTable } from './table.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const build = here('../../build/bench');

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    passes: { type: 'string', default: '3' },
    browsers: { type: 'string', default: 'chromium,firefox' },
    only: { type: 'string' },
  },
});

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The peers, from this folder's lock file. */
function installPeers() {
  if (changed(here('node_modules/.package-lock.json')) > changed(here('package-lock.json'))) return;
  execFileSync('npm', ['ci', '--no-progress'], { cwd: here('.'), stdio: 'inherit' });
}

function compilePeak() {
  mkdirSync(build, { recursive: true });
  if (changed(`${build}/peak.wasm`) > changed(here('page/peak.c'))) return;
  const names = ['12_chains', '6_1_by_6', '8_4_by_2', '9_3_by_3', '10_5_by_2'];
  const exported = names.map((name) => `_peak_${name}`).join(',');
  const flags = ['-O3', '-msimd128', '-ffp-contract=off', '--no-entry', '-sSTANDALONE_WASM'];
  const output = `${build}/peak.wasm`;
  const env = { NODE_PATH: '/usr/share/nodejs', ...process.env };
  const args = [...flags, `-sEXPORTED_FUNCTIONS=${exported}`, here('page/peak.c'), '-o', output];
  execFileSync('emcc', args, { stdio: 'inherit', env });
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const rounded = (number, digits) => Number(number.toPrecision(digits));

/** One work, from its passes, as lines of results.json. */
function entries(browser, passes) {
  const { work, flops } = passes[0];
  const peak = Math.max(...passes.map((pass) => pass.peak));
  const of = (name, what) =>
    median(passes.map((pass) => pass.contenders.find((c) => c.name === name)[what]));
  return passes[0].contenders
    .filter(({ name }) => name !== 'ours (simd)')
    .map(({ name }) => {
      const isScalar = name === 'ours (scalar)';
      const ours = of('ours (simd)', 'median');
      const peer = of(name, 'median');
      const best = of('ours (simd)', 'best');
      return {
        name: work,
        build: 'simd',
        ours_ms: rounded(ours, 4),
        gflops: rounded(flops / ours / 1e6, 3),
        peak_gflops: rounded(peak, 3),
        peer: isScalar ? 'our scalar build' : name,
        peer_ms: rounded(peer, 4),
        ratio: rounded(ours / peer, 3),
        ours_best_ms: rounded(best, 4),
        best_gflops: rounded(flops / best / 1e6, 3),
        peer_best_ms: rounded(of(name, 'best'), 4),
        best_ratio: rounded(best / of(name, 'best'), 3),
        difference: rounded(of(name, 'difference'), 2),
        browser,
      };
    });
}

async function benchIn(browser, url) {
  const page = await openPage(browser, url);
  if (!page) return [];
  try {
    const { works } = await page.call('startBench');
    const wanted = options.only ? options.only.split(',').map(Number) : works.keys();
    const results = [];
    const measure = { milliseconds: Number(options.seconds) * 1000, fewest: 12 };
    for (const index of wanted) {
      const passes = [];
      for (let i = 0; i < Number(options.passes); i++) {
        const pass = await page.call('measureWork', index, measure);
        passes.push({ ...pass, peak: await page.call('measurePeak') });
      }
      const lines = entries(page.version, passes);
      results.push(...lines);
      console.log(asTable(lines, results.length === lines.length));
    }
    return results;
  } finally {
    await page.close();
  }
}

installPeers();
compilePeak();
const server = await serve({
  build,
  node_modules: here('node_modules'),
  page: here('page'),
  engine: here('../../web/engine'),
  '': here('.'),
});
for (const name of ['attn.wasm', 'attn-scalar.wasm'])
  copyFileSync(here(`../../build/engine/${name}`), `${build}/${name}`);
const results = [];
for (const browser of options.browsers.split(','))
  results.push(...(await benchIn(browser, `${server.url}page/index.html`)));
server.close();
writeFileSync(`${build}/results.json`, `${JSON.stringify(results, null, 2)}\n`);
const wrong = results.filter((line) => !(line.difference < 1e-4));
for (const { name, peer, difference } of wrong)
  console.error(`${name}: ${peer} gives another result (off by ${difference})`);
process.exitCode = wrong.length ? 1 : 0;
