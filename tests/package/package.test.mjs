// The npm package: packed, installed without a network, and used as its users would.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { read, ROOT } from '../structure/files.mjs';

let folder;
const place = (name) => join(folder, name);

function run(program, parameters, cwd = folder) {
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${parameters.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'attn-package-'));
  // The tests run on what was built already.
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], ROOT);
  writeFileSync(place('package.json'), '{ "name": "user", "private": true, "type": "module" }');
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  assert.match(tarball, /^attention-explorer-\d+\.\d+\.\d+\.tgz$/);
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`]);
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('it brings what a user needs, and nothing else', () => {
  const names = readdirSync(place('node_modules/attention-explorer'), { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.[a-z]+$|LICENSE/.test(name));
  const needed = [
    'LICENSE',
    'README.md',
    'build/site/licenses.md',
    'build/site/attn-widgets.js',
    'build/site/attn-seq2seq.js',
    'build/site/attn-large.js',
    'build/site/static/attn-pattern.svg',
  ];
  assert.deepEqual(
    needed.filter((name) => !names.includes(name)),
    [],
  );
  const known =
    /^(LICENSE|README\.md|package\.json|build\/site\/(licenses\.md|custom-elements\.json|attn-[\w.-]+\.js|attn-[\w-]+\.d\.ts|static\/attn-[\w-]+\.svg|engine\/.*\.(js|d\.ts|wasm)))$/;
  assert.deepEqual(
    names.filter((name) => !known.test(name)),
    [],
  );
});

test('it needs no other package', () => {
  const installed = readdirSync(place('node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(installed, ['attention-explorer']);
  assert.equal(JSON.parse(read('package.json')).dependencies, undefined);
});

test('the engine computes a softmax in Node', () => {
  writeFileSync(
    place('softmax.js'),
    `import { loadEngine } from 'attention-explorer/engine';
const engine = await loadEngine();
const { weights } = engine.softmax({ scores: [3.4, 2.8, 2.1, 0, 0, 0, 0, 0, 0, 0], cols: 10 });
console.log((100 * weights[0]).toFixed(1));`,
  );
  assert.equal(run('node', ['softmax.js']), '48.7\n');
});

const GOOD = `import { loadEngine } from 'attention-explorer/engine';
import 'attention-explorer/widgets';

export async function largest(scores: number[]): Promise<number> {
  const engine = await loadEngine();
  const { weights } = engine.softmax({ scores, cols: scores.length });
  return Math.max(...weights);
}

const figure = document.createElement('attn-pattern');
figure.query = 7;
figure.mask = 'causal';
figure.addEventListener('attn-change', ({ detail }) => console.log(detail.values['weight'], detail.link));
`;
const BAD = `import 'attention-explorer/widgets';
document.createElement('attn-pattern').mask = 'sideways';
`;

for (const [module, moduleResolution] of [
  ['esnext', 'bundler'],
  ['nodenext', 'nodenext'],
]) {
  test(`the types hold with moduleResolution ${moduleResolution}`, () => {
    const check = (name, source) => {
      writeFileSync(place(name), source);
      const flags = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom'];
      const where = ['--module', module, '--moduleResolution', moduleResolution, '--types', ''];
      const tsc = join(ROOT, 'node_modules/.bin/tsc');
      return spawnSync(tsc, [...flags, ...where, name], { cwd: folder, encoding: 'utf8' });
    };
    const good = check('good.ts', GOOD);
    assert.equal(good.status, 0, good.stdout);
    const bad = check('bad.ts', BAD);
    assert.notEqual(bad.status, 0);
    assert.match(
      bad.stdout,
      /'"sideways"' is not assignable to type '"(causal|none)" \| "(causal|none)"'/,
    );
  });
}

test('a bundler takes the elements and the engine along', async () => {
  writeFileSync(
    place('index.html'),
    '<!doctype html><script type="module" src="./main.js"></script><attn-pattern></attn-pattern>',
  );
  writeFileSync(
    place('main.js'),
    `import 'attention-explorer/widgets';
import picture from 'attention-explorer/static/attn-pattern.svg?url&no-inline';
import { loadEngine } from 'attention-explorer/engine';
document.querySelector('attn-pattern').append(Object.assign(new Image(), { src: picture }));
loadEngine().then((engine) => document.body.append(engine.version));`,
  );
  await build({ root: folder, configFile: false, logLevel: 'error', build: { minify: false } });
  const assets = readdirSync(place('dist/assets'));
  const script = assets.filter((name) => name.endsWith('.js'));
  const code = script.map((name) => readFileSync(place(`dist/assets/${name}`), 'utf8')).join('');
  for (const tag of ['attn-lookup', 'attn-pattern', 'attn-seq2seq', 'attn-tiling'])
    assert.ok(code.includes(tag));
  assert.equal(assets.filter((name) => name.endsWith('.svg')).length, 1);
  const binaries = assets
    .filter((name) => name.endsWith('.wasm'))
    .map((name) => name.split('-')[0]);
  assert.deepEqual(binaries, ['attn', 'attn']);
  for (const name of assets.filter((one) => one.endsWith('.wasm'))) assert.ok(code.includes(name));
});
