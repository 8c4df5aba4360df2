// The engine: attention in C, as one object of functions.
//
//   const engine = await loadEngine();
//   const { weights } = engine.softmax({ scores: [1, 2, 3], cols: 3 });

import * as api from './api/index.js';
import { bytesOf } from './binaries.js';
import { EngineUnavailableError } from './errors.js';
import { examine } from './known-answers.js';
import { Machine } from './machine.js';

export { EngineUnavailableError } from './errors.js';

/** @typedef {import('./binaries.js').Build} Build */
/** @typedef {typeof api} Api */
/** @typedef {keyof Api} FunctionName */
/**
 * The functions of the API as the engine has them: the arguments alone.
 * @typedef {{ [K in FunctionName]: (args: Parameters<Api[K]>[1]) => ReturnType<Api[K]> }} Functions
 */

/**
 * How the loaded build did on questions with known answers.
 * @typedef {object} Verified
 * @property {boolean} ok
 * @property {number} vectors  how many questions
 * @property {number} maxError  the largest error, relative to the larger of 1 and the answer
 * @property {null | string} fellBack  why the SIMD build is not the one that runs
 */

/**
 * @typedef {object} About
 * @property {Build} build  which build runs
 * @property {Verified} verified
 * @property {string} version
 * @property {number} memoryBytes  how much memory the engine holds now
 */

/** @typedef {Functions & About} Engine */

/**
 * @typedef {object} LoadOptions
 * @property {import('./binaries.js').Binaries} [binaries]  the wasm bytes; default: the files
 *   attn.wasm and attn-scalar.wasm beside this module
 * @property {readonly Build[]} [builds]  which to try, in order; default simd, then scalar
 * @property {Partial<Record<Build, WebAssembly.Instance>>} [instances]  instances that are there
 *   already, instead of bytes: the tests bring the native code, shaped as one
 * @property {'simd-unavailable' | 'simd-wrong'} [pretend]  for tests: as if SIMD could not be
 *   compiled here, or computed wrong answers
 */

const VERSION_BYTES = [16, 8, 0];

/**
 * Loads the engine: the SIMD build where it works and answers rightly, else the
 * scalar one.
 * @param {LoadOptions} [options]
 * @returns {Promise<Engine>}
 * @throws {EngineUnavailableError} where neither can run; its message says why
 */
export async function loadEngine(options = {}) {
  await requireWebAssembly();
  const { builds = ['simd', 'scalar'] } = options;
  /** @type {string[]} */
  const reasons = [];
  let last;
  for (const build of builds) {
    try {
      const machine = await start(build, options);
      const verdict = examine(pretending(machine, build, options.pretend));
      if (verdict.ok) return assemble(machine, build, { ...verdict, fellBack: reasons[0] ?? null });
      reasons.push(`the ${build} build gives wrong answers here (error ${verdict.maxError})`);
      last = new EngineUnavailableError(
        'wrong-answers',
        `Every build of the engine computes wrongly on this machine: ${reasons.join('; ')}.`,
      );
    } catch (cause) {
      if (cause instanceof EngineUnavailableError && cause.code === 'not-found') throw cause;
      reasons.push(`the ${build} build does not start here (${messageOf(cause)})`);
      last = new EngineUnavailableError(
        'broken',
        `The engine does not start: ${reasons.join('; ')}.`,
        cause,
      );
    }
  }
  throw last ?? new RangeError('loadEngine: builds: expected at least one');
}

/** The smallest module there is: it compiles wherever any does. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Tells a browser without WebAssembly from a page that forbids it. */
async function requireWebAssembly() {
  if (typeof WebAssembly !== 'object') {
    throw new EngineUnavailableError(
      'no-webassembly',
      'This browser has no WebAssembly (or it is switched off), and the figures compute with it.',
    );
  }
  try {
    await WebAssembly.compile(EMPTY_MODULE);
    // WebKit compiles what it then refuses to instantiate.
    await WebAssembly.instantiate(EMPTY_MODULE);
  } catch (cause) {
    throw new EngineUnavailableError(
      'forbidden',
      "This page's Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to its script-src to make the figures compute.",
      cause,
    );
  }
}

/** @param {Build} build @param {LoadOptions} options */
async function start(build, { binaries, instances, pretend }) {
  const given = instances?.[build];
  if (given) return new Machine(given);
  const bytes = await bytesOf(binaries, build);
  if (build === 'simd' && pretend === 'simd-unavailable') throw new Error('as the test asked');
  const { instance } = await WebAssembly.instantiate(/** @type {ArrayBuffer} */ (bytes), {});
  return new Machine(instance);
}

/**
 * For tests: a SIMD build whose every result is slightly off.
 * @param {Machine} machine @param {Build} build @param {LoadOptions['pretend']} pretend
 * @returns {Machine}
 */
function pretending(machine, build, pretend) {
  if (pretend !== 'simd-wrong' || build !== 'simd') return machine;
  const liar = Object.create(machine);
  liar.run = (/** @type {[any, any, any]} */ ...call) => {
    const result = machine.run(...call);
    for (const array of Object.values(/** @type {object} */ (result)))
      if (array?.length) array[0] += 0.01;
    return result;
  };
  return liar;
}

/** @param {Machine} machine @param {Build} build @param {Verified} verified @returns {Engine} */
function assemble(machine, build, verified) {
  const functions = Object.entries(api).map(([name, body]) => [
    name,
    (/** @type {never} */ args) => machine.run(name, /** @type {any} */ (body), args),
  ]);
  const packed = machine.exports.attn_version();
  const version = VERSION_BYTES.map((shift) => (packed >> shift) & 255).join('.');
  const engine = { ...Object.fromEntries(functions), build, verified, version };
  Object.defineProperty(engine, 'memoryBytes', {
    get: () => machine.arena.memory.buffer.byteLength,
    enumerable: true,
  });
  return Object.freeze(engine);
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));
