// Long work off the main thread: a list of calls to the engine, with progress
// and Stop. In a Worker where one starts; else in slices on the main thread,
// which leave the page time to breathe between two calls.

import { loadEngine } from './attn.js';
import { bytesOf } from './binaries.js';
import { WorkerHost } from './worker-host.js';
import { runOne } from './worker-protocol.js';

/** @typedef {import('./worker-protocol.js').EngineCall} EngineCall */
/** @typedef {{ done: number, total: number }} Progress */
/**
 * @typedef {object} RunOptions
 * @property {AbortSignal} [signal]  Stop: the run rejects with the signal's reason
 * @property {(progress: Progress) => void} [onProgress]  after each call
 */
/**
 * @typedef {object} BackgroundOptions
 * @property {number} [patience]  milliseconds to wait for a worker to answer; default 4000
 * @property {(source: string) => import('./worker-host.js').WorkerLike} [startWorker]  for tests
 */
/**
 * @typedef {object} Background
 * @property {(calls: EngineCall[], options?: RunOptions) => Promise<unknown[]>} run  the results in
 *   the order of the calls; runs wait for each other
 * @property {() => void} close  ends the worker; a later run starts another
 * @property {() => 'worker' | 'slices' | 'unknown'} where  where the last run computed
 */

/** How long a slice may keep the main thread busy, in milliseconds. */
const SLICE_MS = 10;

/**
 * @param {import('./binaries.js').Binaries | undefined} binaries  as for loadEngine
 * @param {string} workerSource  the text of a classic script that calls serveEngine,
 *   see tools/vite/engine-plugin.js
 * @param {BackgroundOptions} [options]
 * @returns {Background}
 */
export function createBackground(binaries, workerSource, options = {}) {
  const host = new WorkerHost(() => bytesToSend(binaries), workerSource, options);
  /** @type {Promise<import('./attn.js').Engine> | undefined} */
  let engine;
  /** @type {'worker' | 'slices' | 'unknown'} */
  let where = 'unknown';
  let turn = Promise.resolve();

  /** @type {Background['run']} */
  async function runNow(calls, { signal, onProgress } = {}) {
    signal?.throwIfAborted();
    const job = { calls, signal, onProgress };
    if (await host.start(signal)) {
      where = 'worker';
      const results = await host.run(job);
      if (results) return results;
    }
    where = 'slices';
    engine ??= loadEngine({ binaries });
    return runInSlices(await engine, job);
  }

  /** @type {Background['run']} */
  function run(calls, runOptions) {
    const result = turn.then(() => runNow(calls, runOptions));
    turn = result.then(ignore, ignore);
    return result;
  }
  return { run, close: () => host.close(), where: () => where };
}

const ignore = () => {};

/**
 * Functions cannot be sent to a worker; their bytes can. Of given binaries only those are sent.
 * @param {import('./binaries.js').Binaries | undefined} binaries
 * @returns {Promise<import('./binaries.js').Binaries>}
 */
async function bytesToSend(binaries) {
  const builds = /** @type {import('./binaries.js').Build[]} */ (
    Object.keys(binaries ?? { simd: null, scalar: null })
  );
  const bytes = builds.map(async (build) => [build, await bytesOf(binaries, build)]);
  return Object.fromEntries(await Promise.all(bytes));
}

/** @typedef {{ calls: EngineCall[] } & RunOptions} Job */

/** @param {import('./attn.js').Engine} engine @param {Job} job */
async function runInSlices(engine, { calls, signal, onProgress }) {
  const results = [];
  let sliceEnds = performance.now() + SLICE_MS;
  for (const call of calls) {
    signal?.throwIfAborted();
    results.push(runOne(engine, call));
    onProgress?.({ done: results.length, total: calls.length });
    if (performance.now() < sliceEnds) continue;
    await nextTask();
    sliceEnds = performance.now() + SLICE_MS;
  }
  signal?.throwIfAborted();
  return results;
}

/** Lets input, painting and timers through. */
function nextTask() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
