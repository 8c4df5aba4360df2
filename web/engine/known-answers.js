// Questions whose answers are known: some machines accept SIMD and compute it
// wrongly, so the build that was loaded is asked before it is trusted.
//
// The answers were computed in float64 from the formulas, not by this engine
// (tests/engine/known-answers.test.mjs does it again).

import { attention, elementary, linear, softmax } from './api/index.js';

/** @typedef {import('./machine.js').Machine} Machine */
/** @typedef {{ ask: (machine: Machine) => ArrayLike<number>, answer: number[] }} Question */

/** How far off an answer may be, relative to the larger of 1 and itself. */
export const TOLERANCE = 2e-6;

/**
 * Numbers from -1.125 to 1.125 without a generator that could itself be wrong.
 * @param {number} count @param {number} start
 */
export function simpleNumbers(count, start) {
  return Array.from({ length: count }, (_, i) => ((((i + start) ** 2 * 7 + i) % 19) - 9) / 8);
}

/** The row of "it": robot 2.1, ball 3.4, heavy 2.8, seven keys at 0. */
const IT_SCORES = [0, 2.1, 0, 0, 0, 3.4, 0, 0, 0, 2.8];
const POINTS = [-3, -0.5, 0.25, 1, 6.5];
const REST = 0.016240379;

/** @param {Machine} machine @param {'exp' | 'log' | 'tanh' | 'erf' | 'sin' | 'cos'} name @param {number[]} x */
const f = (machine, name, x) => machine.run('elementary', elementary, { name, x }).y;

/** @param {Machine} machine */
const askSoftmax = (machine) =>
  machine.run('softmax', softmax, { scores: IT_SCORES, cols: 10 }).weights;

/** @param {Machine} machine */
function askAttention(machine) {
  const sizes = { seqLen: 3, kvLen: 5, headDim: 6, vHeadDim: 3, causal: true };
  const query = simpleNumbers(18, 0);
  const key = simpleNumbers(30, 4);
  const value = simpleNumbers(15, 11);
  return machine.run('attention', attention, { ...sizes, query, key, value }).output;
}

/** @param {Machine} machine */
function askLinear(machine) {
  const sizes = { rows: 2, inDim: 9, outDim: 3 };
  const params = { x: simpleNumbers(18, 2), w: simpleNumbers(27, 7) };
  return machine.run('linear', linear, { ...sizes, ...params }).y;
}

/** @type {Question[]} */
export const QUESTIONS = [
  {
    ask: askSoftmax,
    answer: [REST, 0.1326217, REST, REST, REST, 0.48662835, REST, REST, REST, 0.2670673],
  },
  {
    ask: askAttention,
    answer: [
      0.17087998, -0.40421617, 0.025279951, 0.46901838, -0.41036034, 0.10296468, 0.33593851,
      -0.37361529, 0.083983606,
    ],
  },
  { ask: askLinear, answer: [-0.65625, -1.671875, -1.390625, 1, -0.171875, 0.9375] },
  {
    ask: (m) => f(m, 'exp', POINTS),
    answer: [0.049787068, 0.60653066, 1.2840254, 2.7182818, 665.14163],
  },
  {
    ask: (m) => f(m, 'tanh', POINTS),
    answer: [-0.99505475, -0.46211716, 0.24491866, 0.76159416, 0.99999548],
  },
  {
    ask: (m) => f(m, 'erf', POINTS),
    answer: [-0.99997791, -0.52049988, 0.27632639, 0.84270079, 1],
  },
  {
    ask: (m) => f(m, 'sin', POINTS),
    answer: [-0.14112001, -0.47942554, 0.24740396, 0.84147098, 0.21511999],
  },
  {
    ask: (m) => f(m, 'cos', POINTS),
    answer: [-0.9899925, 0.87758256, 0.96891242, 0.54030231, 0.97658763],
  },
  {
    ask: (m) => f(m, 'log', [0.001, 0.5, 1.5, 10, 1e6]),
    answer: [-6.9077553, -0.69314718, 0.40546511, 2.3025851, 13.815511],
  },
];

/** @typedef {{ vectors: number, maxError: number, ok: boolean }} Verdict */

/**
 * Asks all questions. An exception, a missing number or a NaN is a wrong answer.
 * @param {Machine} machine
 * @returns {Verdict}
 */
export function examine(machine) {
  let maxError = 0;
  for (const { ask, answer } of QUESTIONS)
    maxError = Math.max(maxError, errorOf(machine, ask, answer));
  return { vectors: QUESTIONS.length, maxError, ok: maxError <= TOLERANCE };
}

/** @param {Machine} machine @param {Question['ask']} ask @param {number[]} answer */
function errorOf(machine, ask, answer) {
  try {
    const given = ask(machine);
    if (given.length !== answer.length) return Infinity;
    const errors = answer.map((want, i) => Math.abs(given[i] - want) / Math.max(1, Math.abs(want)));
    return errors.some(Number.isNaN) ? Infinity : Math.max(...errors);
  } catch {
    return Infinity;
  }
}
