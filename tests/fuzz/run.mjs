// node tests/fuzz/run.mjs [SECONDS]
//
// Compiles the targets with libFuzzer and the sanitizers, replays what was found before, and then
// tries random input for so many seconds (120 by default). Ends with `N passed, N failed`: what is
// counted is the replayed inputs and the one run. An input that breaks something is kept in
// build/fuzz/found; put it into tests/fuzz/corpus when it is mended.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const BUILD = join(ROOT, 'build/fuzz');
const PROGRAM = join(BUILD, 'fuzz');
const TEST_SECONDS = 120;
const CORPUS = join(HERE, 'corpus');
const FOUND = join(BUILD, 'found/');
const GROWN = join(BUILD, 'corpus');
const FIXED = join(BUILD, 'fixed');
// -O1: fast enough, and the places that the sanitizers name are still those of the source.
// An empty array may be NULL, and NULL + 0 is fine on every machine; C says so from C2y on, which
// this version of UBSan does not know.
const FLAGS = [
  ...['-g', '-O1', '-std=c11', '-ffp-contract=off', '-fno-sanitize-recover=all'],
  '-fsanitize=fuzzer,address,undefined',
  '-fno-sanitize=pointer-overflow',
];
// No call takes as long as this, whatever the sizes and however busy the machine: so a loop of
// billions is found.
const LIMITS = ['-timeout=60', '-max_len=256', '-rss_limit_mb=1024', `-artifact_prefix=${FOUND}`];

const sources = (folder) =>
  readdirSync(folder)
    .filter((name) => /\.[ch]$/.test(name))
    .map((name) => join(folder, name));

/** @returns {boolean} whether it could be built */
export function build() {
  const files = [...sources(HERE), ...sources(join(ROOT, 'c'))];
  for (const folder of [BUILD, FOUND]) mkdirSync(folder, { recursive: true });
  const built = existsSync(PROGRAM) ? statSync(PROGRAM).mtimeMs : 0;
  if (files.every((file) => statSync(file).mtimeMs < built)) return true;
  const compiled = files.filter((file) => file.endsWith('.c'));
  const clang = process.env.CLANG ?? 'clang';
  const options = [...FLAGS, '-I', join(ROOT, 'c'), ...compiled, '-o', PROGRAM];
  const { status, error } = spawnSync(clang, options, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === 0) return true;
  if (error) console.error(`fuzz: ${clang} does not start: ${error.message}`);
  console.error('fuzz: clang with libFuzzer is needed (Debian: clang and libclang-rt-dev)');
  return false;
}

/** Without random addresses, and with -entropic=0, a search follows its seed alone. */
const FIXED_ADDRESSES = spawnSync('setarch', ['-R', 'true']).status === 0 ? ['setarch', '-R'] : [];

/** Runs the program; its last lines are shown when it fails. */
function run(parameters) {
  const [program, ...rest] = [...FIXED_ADDRESSES, PROGRAM, ...LIMITS, ...parameters];
  const { status, stderr } = spawnSync(program, rest, {
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', 'pipe'],
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) console.error(stderr.split('\n').slice(-60).join('\n'));
  return { ok: status === 0, stderr };
}

/** Inputs that found something once, each by itself. */
function replay() {
  const files = readdirSync(CORPUS)
    .filter((name) => !name.endsWith('.md'))
    .map((name) => join(CORPUS, name));
  if (files.length === 0 || run(files).ok) return { passed: files.length, failed: 0 };
  const failed = files.filter((file) => !run([file]).ok);
  for (const file of failed) console.error(`fuzz: ${file} breaks something again`);
  return { passed: files.length - failed.length, failed: failed.length };
}

/** In the tests two minutes of one fixed search; by `make fuzz` elsewhere each time, from where the
 * last one came to. */
function search(seconds) {
  if (!seconds) rmSync(FIXED, { recursive: true, force: true });
  mkdirSync(seconds ? GROWN : FIXED, { recursive: true });
  const reach = seconds
    ? [`-max_total_time=${seconds}`, GROWN]
    : [`-max_total_time=${TEST_SECONDS}`, '-seed=1', '-entropic=0', FIXED];
  const { ok, stderr } = run([...reach, CORPUS]);
  const [, tries] = stderr.match(/Done (\d+) runs/) ?? [];
  if (ok && !tries) console.error(stderr.split('\n').slice(-20).join('\n'));
  console.log(`fuzz: ${tries ?? 'no'} random inputs`);
  return ok && Number(tries) > 0;
}

const seconds = Number(process.argv[2] ?? 0);
if (!(seconds >= 0)) {
  console.error('usage: node tests/fuzz/run.mjs [SECONDS]');
  process.exitCode = 1;
} else {
  const count = build() ? replay() : { passed: 0, failed: 1 };
  if (count.failed === 0) count[search(seconds) ? 'passed' : 'failed']++;
  console.log(`${count.passed} passed, ${count.failed} failed`);
  process.exitCode = count.failed === 0 ? 0 : 1;
}
