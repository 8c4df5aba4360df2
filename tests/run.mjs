// Runs the tests and sums them up; the last line is `N passed, N failed`.
//
//   node tests/run.mjs                   all kinds, the browser tests in Chromium, without the surveys
//   node tests/run.mjs --browsers NAME…  the browser tests in these: chromium, firefox, webkit, or
//                                        surveys, which are those of Chromium that take minutes
//   node tests/run.mjs NAME…             the groups of these names: c, vectors, node, fuzz, browser
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browserTests, command, inBackground, nodeTests } from './run-steps.mjs';
import { vectorFolders } from './vectors/places.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
process.chdir(ROOT);

const files = readdirSync('tests', { recursive: true })
  .filter((name) => name.endsWith('.test.mjs') && !name.includes('node_modules'))
  .map((name) => `tests/${name}`)
  .sort();
const browserFiles = files.filter((name) => name.startsWith('tests/browser/'));
const nodeFiles = files.filter((name) => !browserFiles.includes(name));

/**
 * What goes through everything in every figure, or through every kind of page around figures, takes
 * minutes: `make test-browsers` runs it, and `make test` stays under ten minutes without.
 */
const SURVEYS = [
  'accessibility',
  'accessibility-embed',
  'accessibility-tree',
  'authors',
  'host-widgets',
  'hostile-hosts',
  'keyboard',
  'offline',
  'prose',
  'references',
  'reloaded-hosts',
  'take-along',
  'transformed-hosts',
];
const isSurvey = (file) => SURVEYS.some((name) => file.endsWith(`/${name}.test.mjs`));

const vectors = vectorFolders();
for (const folder of vectors.missing) console.log(`no vectors in ${folder}: they are left out`);

/** @param {string} title @param {string[]} files @param {string} browser */
const inBrowser = (title, files, browser) => ({
  title: `browser: ${title}`,
  run: () => browserTests(files, { BROWSERS: browser }),
});
const surveys = browserFiles.filter(isSurvey);
const others = browserFiles.filter((file) => !isSurvey(file));
const named = (name) =>
  name === 'surveys'
    ? inBrowser('chromium, surveys', surveys, 'chromium')
    : inBrowser(name, browserFiles, name);

const GROUPS = {
  c: [
    {
      title: 'C, native with sanitizers, wasm scalar and SIMD, and their bits',
      run: () => command('make', ['--no-print-directory', '-C', 'c', 'test-bits']),
    },
  ],
  vectors: ['simd', 'scalar', 'native'].map((build) => ({
    title: `vectors: ${build}`,
    run: () => command('node', ['tests/vectors/run.mjs', '--build', build, ...vectors.found]),
  })),
  node: [{ title: 'engine, model, pictures, structure', run: () => nodeTests(nodeFiles) }],
  fuzz: [
    {
      title: 'random input',
      isLong: true,
      run: (say) => command('node', ['tests/fuzz/run.mjs'], say),
    },
  ],
  browser: [inBrowser('chromium, without surveys', others, 'chromium')],
};

const wanted = process.argv.slice(2);
const steps = wanted.includes('--browsers')
  ? wanted.filter((name) => name !== '--browsers').map(named)
  : (wanted.length > 0 ? wanted : Object.keys(GROUPS)).flatMap(
      (name) => GROUPS[name] ?? refuse(name),
    );

/** With how long it took. */
async function timed(run, say) {
  const start = performance.now();
  const counts = await run(say);
  return { ...counts, seconds: Math.round((performance.now() - start) / 1000) };
}

// What is long and asks for one core runs beside what comes before it.
const started = steps.map(({ run, isLong }) =>
  isLong ? inBackground((say) => timed(run, say)) : () => timed(run),
);
const rows = [];
for (const [i, { title }] of steps.entries()) {
  console.log(`\n== ${title}`);
  const { passed, failed, skipped, seconds } = await started[i]();
  rows.push({ title, passed, failed, skipped, seconds });
}
console.log('');
console.table(rows);
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;

function refuse(name) {
  console.error(`tests/run.mjs: no group '${name}'; there are ${Object.keys(GROUPS).join(', ')}`);
  process.exit(1);
}
