// What the page and the worker say to each other.
//
//   page    { type: 'load', binaries }          once, first
//   worker  { type: 'ready' } or { type: 'failed', message }
//   page    { type: 'run', calls }
//   worker  { type: 'result', result } after each call, or
//           { type: 'error', error } after the call that failed: the rest is not run
//
// A worker that computes hears nothing, so Stop is not a message: the page ends
// the worker and starts another one when it needs it.

import { wholeSteps } from './api/tiles.js';
import { loadEngine } from './attn.js';

/** @typedef {{ name: string, args: object }} EngineCall */
/** @typedef {{ postMessage: (message: unknown, transfer?: Transferable[]) => void, addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void }} Scope */

/** Answers the page's messages, in the order in which they come. @param {Scope} scope */
export function serveEngine(scope) {
  /** @type {Promise<import('./attn.js').Engine | null>} */
  let engine = Promise.resolve(null);
  scope.addEventListener('message', ({ data }) => {
    if (data.type === 'load') engine = load(scope, data.binaries);
    if (data.type === 'run') engine.then((loaded) => loaded && runAll(scope, loaded, data.calls));
  });
}

/** @param {Scope} scope @param {import('./binaries.js').Binaries} binaries */
async function load(scope, binaries) {
  try {
    const engine = await loadEngine({ binaries });
    scope.postMessage({ type: 'ready' });
    return engine;
  } catch (error) {
    scope.postMessage({ type: 'failed', message: String(error) });
    return null;
  }
}

/** @param {Scope} scope @param {import('./attn.js').Engine} engine @param {EngineCall[]} calls */
function runAll(scope, engine, calls) {
  for (const call of calls) {
    try {
      const result = sendable(call.name, runOne(engine, call));
      scope.postMessage({ type: 'result', result }, buffersOf(result));
    } catch (error) {
      return scope.postMessage({ type: 'error', error: packError(error) });
    }
  }
}

/** What is made when asked for would be lost on the way. @param {string} name @param {any} result */
const sendable = (name, result) => (name === 'tileSteps' ? wholeSteps(result) : result);

/**
 * One call by its name. Only the engine's own functions have one.
 * @param {import('./attn.js').Engine} engine @param {EngineCall} call
 * @returns {unknown}
 */
export function runOne(engine, { name, args }) {
  const body = Object.hasOwn(engine, name) ? /** @type {any} */ (engine)[name] : undefined;
  if (typeof body !== 'function') throw new TypeError(`the engine has no function ${name}`);
  return body(args);
}

/** All buffers in a result, each once: they are handed over, not copied. @param {unknown} result */
function buffersOf(result) {
  const buffers = new Set();
  const visit = (/** @type {unknown} */ value) => {
    if (ArrayBuffer.isView(value)) buffers.add(value.buffer);
    else if (typeof value === 'object' && value) Object.values(value).forEach(visit);
  };
  visit(result);
  return [...buffers];
}

/** @type {Record<string, ErrorConstructor>} */
const ERRORS = { TypeError, RangeError };

/** Errors lose their class on the way; the name brings it back. @param {unknown} error */
function packError(error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name, message };
}

/** @param {{ name: string, message: string }} packed @returns {Error} */
export function unpackError({ name, message }) {
  const Kind = Object.hasOwn(ERRORS, name) ? ERRORS[name] : Error;
  return new Kind(message);
}
