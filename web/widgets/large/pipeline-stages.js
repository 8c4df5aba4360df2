/** The stages of a long text: asked of the background a few queries at a time, and kept like that. */
import {
  AFTER_MASK,
  differences,
  inputsOf,
  largest,
  runOf,
  stagesOf,
} from '../pipeline/compute.js';
import { tokensIn } from '../pipeline/parameters.js';
import { D_K } from '../pipeline/stages.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */
/** @typedef {import('../figure-element.js').State} State */
/** @typedef {import('../pipeline/compute.js').Matrix} Matrix */
/** @typedef {import('../pipeline/compute.js').Inputs} Inputs */
/** @typedef {Matrix & { parts: Float32Array[] }} Parted */
/** @typedef {Record<string, Parted>} Run */

/** So many queries go to the background in a call: a few milliseconds. */
const QUERIES = 32;

/** What attention is computed from. @param {State} state */
const keyOf = ({ seed, text }) => `${seed} ${text}`;

/** @type {WeakMap<Figure, { key: string, inputs: Inputs }>} */
const kept = new WeakMap();

/** @param {Figure} figure @param {State} state @returns {Inputs} */
function inputsFor(figure, state) {
  const key = keyOf(state);
  const had = kept.get(figure);
  if (had?.key === key) return had.inputs;
  const inputs = inputsOf(figure.engine, tokensIn(state), state.seed);
  kept.set(figure, { key, inputs });
  return inputs;
}

/** The work that a state wishes for, by name: without the mask, and with it. */
/** @param {Figure} figure @param {State} state @returns {ReturnType<Figure['backgroundJobs']>} */
export function jobs(figure, state) {
  const count = tokensIn(state).length;
  const job = (/** @type {boolean} */ isMasked) => ({
    key: keyOf(state),
    calls: attentionCalls(inputsFor(figure, state), count, isMasked),
  });
  return state.mask === 'causal' ? { free: job(false), masked: job(true) } : { free: job(false) };
}

/** @param {Inputs} inputs @param {number} count of tokens @param {boolean} isCausal */
export function attentionCalls({ q, k: key, v: value }, count, isCausal) {
  return Array.from({ length: Math.ceil(count / QUERIES) }, (_, i) => {
    const first = i * QUERIES;
    const seqLen = Math.min(QUERIES, count - first);
    const query = q.slice(first * D_K, (first + seqLen) * D_K);
    const mask = isCausal ? { causal: true, causalOffset: first } : {};
    const shape = { seqLen, kvLen: count, headDim: D_K, trace: true };
    return { name: 'attention', args: { query, key, value, ...shape, ...mask } };
  });
}

/**
 * Nothing while the background still works on them.
 * @param {Figure} figure @param {State} state
 * @returns {import('../pipeline/compute.js').Stages | null}
 */
export function stages(figure, state) {
  const { work } = figure;
  const names = state.mask === 'causal' ? ['free', 'masked'] : ['free'];
  if (!names.every((name) => work.has(name, keyOf(state)))) return null;
  const count = tokensIn(state).length;
  const [free, run = free] = names.map((name) => partedRun(work.answers(name) ?? [], count));
  const inputs = inputsFor(figure, state);
  const scores = largest(run.raw.parts);
  /** @type {Record<string, number>} */
  const changedCount = {};
  if (run !== free) countChanges(run, free, changedCount, () => figure.requestUpdate());
  return {
    ...stagesOf(inputs, count, free, run),
    changedCount,
    extents: { vectors: largest(Object.values(inputs)), scores },
  };
}

/** Two million comparisons, a part at a time. */
/** @param {Run} run @param {Run} free @param {Record<string, number>} counts filled in the end @param {() => void} done */
async function countChanges(run, free, counts, done) {
  const sums = AFTER_MASK.map(() => 0);
  for (let at = 0; at < run.raw.parts.length; at++) {
    AFTER_MASK.forEach((id, i) => (sums[i] += differences(run[id].parts[at], free[id].parts[at])));
    if (at % 4 === 3) await new Promise((resolve) => setTimeout(resolve));
  }
  AFTER_MASK.forEach((id, i) => (counts[id] = sums[i]));
  done();
}

/** @param {any[]} answers one a call @param {number} count of tokens */
function partedRun(answers, count) {
  const of = (/** @type {string} */ field, /** @type {number} */ columns) =>
    parted(answers.map(({ trace, output }) => trace[field] ?? output), count, columns); // prettier-ignore
  return /** @type {Record<keyof import('../pipeline/compute.js').Run, Parted>} */ (
    runOf(count, of)
  );
}

/**
 * @param {Float32Array[]} parts so many rows each, the last one the rest
 * @param {number} rows @param {number} columns
 * @returns {Parted}
 */
function parted(parts, rows, columns) {
  /** @type {Float32Array | undefined} */
  let data;
  return {
    rows,
    columns,
    parts,
    row: (r) => {
      const from = (r % QUERIES) * columns;
      return parts[Math.floor(r / QUERIES)].subarray(from, from + columns);
    },
    get data() {
      return (data ??= joined(parts, rows * columns));
    },
  };
}

/** @param {Float32Array[]} parts @param {number} length */
function joined(parts, length) {
  const all = new Float32Array(length);
  parts.forEach((part, i) => all.set(part, i * parts[0].length));
  return all;
}
