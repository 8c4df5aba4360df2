import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const SUMMARY = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;
const FILE_MS = 600_000;

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * A program that prints `N passed, N failed` for each set of tests it runs. One that fails without
 * counting a failure, or counts nothing at all, is a failure itself.
 * @param {string} program
 * @param {string[]} parameters
 * @param {(line: string) => void} [say] where its lines go
 * @returns {Promise<Counts>}
 */
export async function command(program, parameters, say = console.log) {
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    say(line);
    const [, passed, failed, skipped = 0] = line.match(SUMMARY) ?? [];
    if (passed === undefined) continue;
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(skipped);
  }
  const [code] = await ended;
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) counts.failed = 1;
  return counts;
}

/**
 * Test files of node:test, each in a process of its own.
 * @param {string[]} files
 * @returns {Promise<Counts>}
 */
export async function nodeTests(files, { concurrency = 2, environment = {} } = {}) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failing = new Set();
  if (files.length === 0) return { ...counts, failing };
  Object.assign(process.env, environment);
  const events = run({ files, concurrency, timeout: FILE_MS });
  events.on('test:pass', ({ name, file, details, skip }) => {
    // A file that has no test for this browser passes as a whole: that is no test.
    if (details.type === 'suite' || name === file) return;
    counts[skip === undefined ? 'passed' : 'skipped'] += 1;
  });
  events.on('test:fail', ({ details, file }) => {
    failing.add(file);
    // A suite fails with its tests, unless what surrounds them failed.
    if (details.type !== 'suite' || details.error?.failureType === 'hookFailed') counts.failed += 1;
  });
  const report = events.compose(spec());
  report.pipe(process.stdout, { end: false });
  await once(report, 'end');
  return { ...counts, failing };
}

/**
 * Runs beside other steps: what it says is kept until somebody waits for its counts.
 * @param {(say: (line: string) => void) => Promise<Counts>} start
 * @returns {() => Promise<Counts>}
 */
export function inBackground(start) {
  const kept = [];
  let say = (line) => kept.push(line);
  const counts = start((line) => say(line));
  return () => {
    for (const line of kept.splice(0)) console.log(line);
    say = console.log;
    return counts;
  };
}

/** How often a file that fails in a browser is run once more. */
const MORE = 2;

/**
 * Test files in a browser. What fails is run once more, and if need be once again: on a busy machine
 * a browser may be late, and what is broken fails each time.
 * @param {string[]} files
 * @param {Record<string, string>} environment
 * @returns {Promise<Counts>}
 */
export async function browserTests(files, environment) {
  const first = await nodeTests(files, { concurrency: 2, environment });
  let last = first;
  for (let i = 0; i < MORE && last.failed > 0; i++) {
    const again = files.filter((file) => [...last.failing].some((name) => name?.endsWith(file)));
    console.log(`\nonce more: ${again.join(', ')}`);
    last = await nodeTests(again, { concurrency: 1, environment });
    if (last.failed === 0) console.log(`\nlate before: ${again.join(', ')}`);
  }
  const { passed, skipped } = first;
  return { passed: passed + first.failed - last.failed, failed: last.failed, skipped };
}
