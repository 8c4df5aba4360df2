// node tests/vectors/run.mjs [--build simd|scalar|native|native-O0] PATH...
//
// Runs every attnvec-1 file under the paths, prints one line for each failing case, and as its
// last line "N passed, N failed, N skipped". Exit 1 when anything failed or could not be read.
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { filesUnder, readCase } from './cases.mjs';
import { BUILDS, engineOf } from './engine.mjs';
import { check } from './check.mjs';

const USAGE = `usage: node tests/vectors/run.mjs [--build ${BUILDS.join('|')}] PATH...`;

/** @returns {Promise<number>} the exit code */
export async function main(argv, print = console.log) {
  const { build, paths } = readArguments(argv);
  const engine = await engineOf(build);
  const count = { passed: 0, failed: 0, skipped: 0 };
  const notes = new Map();
  for (const path of paths) {
    for (const { file, error } of listed(path)) {
      const result = error ? failure(file, error) : runFile(engine, file);
      count[result.verdict]++;
      if (result.verdict === 'failed') print(`FAILED ${result.line}`);
      for (const note of result.notes ?? []) notes.set(note, (notes.get(note) ?? 0) + 1);
    }
  }
  for (const [note, cases] of notes) print(`${note} (${cases} ${cases === 1 ? 'case' : 'cases'})`);
  print(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  return count.failed === 0 ? 0 : 1;
}

function readArguments(argv) {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { build: { type: 'string', default: 'simd' } },
    allowPositionals: true,
  });
  if (positionals.length === 0) throw new Error(USAGE);
  if (!BUILDS.includes(values.build)) throw new Error(`unknown build '${values.build}'\n${USAGE}`);
  return { build: values.build, paths: positionals };
}

/** The files under a path; a path that cannot be read, or without a file, is a failure of its own. */
function listed(path) {
  try {
    return filesUnder(path).map((file) => ({ file }));
  } catch (error) {
    return [{ file: path, error }];
  }
}

function runFile(engine, file) {
  try {
    return check(engine, readCase(file));
  } catch (error) {
    return failure(file, error);
  }
}

const failure = (file, error) => ({ verdict: 'failed', line: `${file}: ${error.message}` });

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
