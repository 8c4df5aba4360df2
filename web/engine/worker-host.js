// One worker from the page's side: starts it, waits for it no longer than
// patience allows, gives it one run at a time, ends it.

import { unpackError } from './worker-protocol.js';

/** @typedef {Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener' | 'removeEventListener'>} WorkerLike */
/** @typedef {import('./background.js').Job} Job */

const PATIENCE_MS = 4000;

export class WorkerHost {
  /** @type {WorkerLike | null} */
  #worker = null;
  #forbidden = false;

  /**
   * @param {() => Promise<import('./binaries.js').Binaries>} binaries
   * @param {string} source
   * @param {import('./background.js').BackgroundOptions} options
   */
  constructor(binaries, source, { patience = PATIENCE_MS, startWorker = startFromBlob }) {
    this.binaries = binaries;
    this.source = source;
    this.patience = patience;
    this.startWorker = startWorker;
  }

  /**
   * Starting can throw, fire an error, or say nothing for ever. After one
   * failure it is not tried again.
   * @param {AbortSignal} [signal]
   * @returns {Promise<boolean>} whether there is a worker
   */
  async start(signal) {
    if (this.#worker) return true;
    if (this.#forbidden) return false;
    const binaries = await this.binaries();
    try {
      this.#worker = this.startWorker(this.source);
      await this.#load(binaries, signal);
      return true;
    } catch {
      this.close();
      signal?.throwIfAborted();
      this.#forbidden = true;
      return false;
    }
  }

  /** @param {import('./binaries.js').Binaries} binaries @param {AbortSignal} [signal] */
  #load(binaries, signal) {
    const worker = /** @type {WorkerLike} */ (this.#worker);
    return listen(worker, signal, (settle) => {
      const timer = setTimeout(() => settle.reject(new WorkerBroke()), this.patience);
      return {
        begin: () => worker.postMessage({ type: 'load', binaries }),
        message: ({ data }) => {
          if (data.type === 'ready') settle.resolve(true);
          else settle.reject(new WorkerBroke());
        },
        done: () => clearTimeout(timer),
      };
    });
  }

  /**
   * @param {Job} job
   * @returns {Promise<unknown[] | null>} null where the worker broke: do it elsewhere
   */
  async run({ calls, signal, onProgress }) {
    const worker = /** @type {WorkerLike} */ (this.#worker);
    /** @type {unknown[]} */
    const results = [];
    if (calls.length === 0) return results;
    let idle = false;
    try {
      await listen(worker, signal, (settle) => ({
        begin: () => worker.postMessage({ type: 'run', calls }),
        message: ({ data }) => {
          idle = data.type === 'error' || results.length === calls.length - 1;
          if (data.type === 'error') return settle.reject(unpackError(data.error));
          results.push(data.result);
          onProgress?.({ done: results.length, total: calls.length });
          if (idle) settle.resolve(results);
        },
        done: () => {},
      }));
      return results;
    } catch (error) {
      if (!idle) this.close(); // it may be in the middle of a long call, and would go on talking
      if (!(error instanceof WorkerBroke)) throw error;
      this.#forbidden = true;
      return null;
    }
  }

  close() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

class WorkerBroke extends Error {}

/** @typedef {{ resolve: (value: unknown) => void, reject: (reason: unknown) => void }} Settle */

/**
 * @typedef {object} Conversation
 * @property {() => void} begin  says the first word, once all ears are open
 * @property {(event: MessageEvent) => void} message
 * @property {() => void} done  called once, when it is over
 */

/**
 * A promise over a worker's messages: also settled by Stop, by an error of the
 * worker and by an exception of a listener, and it leaves no listener behind.
 * @param {WorkerLike} worker @param {AbortSignal | undefined} signal
 * @param {(settle: Settle) => Conversation} make
 * @returns {Promise<unknown>}
 */
function listen(worker, signal, make) {
  return new Promise((resolve, reject) => {
    const ears = new AbortController();
    const over = () => {
      ears.abort();
      conversation.done();
    };
    const settle = {
      resolve: (/** @type {unknown} */ value) => (over(), resolve(value)),
      reject: (/** @type {unknown} */ reason) => (over(), reject(reason)),
    };
    const conversation = make(settle);
    const attempt = (/** @type {() => void} */ step) => {
      try {
        step();
      } catch (error) {
        settle.reject(error);
      }
    };
    const broke = (/** @type {Event} */ event) => {
      event.preventDefault?.(); // it is handled: nothing for the console
      settle.reject(new WorkerBroke());
    };
    const options = { signal: ears.signal };
    const hear = (/** @type {Event} */ event) =>
      attempt(() => conversation.message(/** @type {MessageEvent} */ (event)));
    worker.addEventListener('message', hear, options);
    worker.addEventListener('messageerror', broke, options);
    worker.addEventListener('error', broke, options);
    signal?.addEventListener('abort', () => settle.reject(signal.reason), options);
    if (signal?.aborted) settle.reject(signal.reason);
    else attempt(conversation.begin);
  });
}

/** The addresses of scripts by their source. Kept: a key that is held starts a worker each time. */
/** @type {Map<string, string>} */
const addresses = new Map();

/** @param {string} source @returns {WorkerLike} */
function startFromBlob(source) {
  const address =
    addresses.get(source) ?? URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  addresses.set(source, address);
  return new Worker(address);
}
