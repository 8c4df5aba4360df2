// The measurement, in the page. The contenders take turns call by call, because
// a shared machine's speed changes within seconds; each turn starts with another
// one. What is compared is medians with medians and best with best.

import * as onnxruntime from './onnxruntime.js';
import { Ours } from './ours.js';
import { Peak } from './peak.js';
import * as tensorflow from './tensorflow.js';
import { WORKS } from './works.js';

const SHORTEST = 2; // ms: shorter work is repeated within a measurement
const WARM = 300; // ms

const bytesOf = async (path) => (await fetch(path)).arrayBuffer();

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const median = (numbers) => sorted(numbers)[Math.floor(numbers.length / 2)];

/** Who can do this kind of work, by name. */
async function contendersFor({ kind, sizes }, inputs, { simd, scalar }) {
  simd.reset();
  scalar.reset();
  const all = {
    'ours (simd)': { run: simd[kind](sizes, inputs) },
    'ours (scalar)': { run: scalar[kind](sizes, inputs) },
  };
  if (kind === 'attention') {
    all['onnxruntime-web Attention'] = await onnxruntime.attention(sizes, inputs);
    all['onnxruntime-web MatMul-Softmax-MatMul'] = await onnxruntime.matMuls(sizes, inputs);
  } else {
    all['onnxruntime-web'] = await onnxruntime[kind](sizes, inputs);
  }
  if (kind in tensorflow) all['tfjs-backend-wasm'] = tensorflow[kind](sizes, inputs);
  return all;
}

/** The largest difference from our result, relative to 1 or the number. */
function difference(ours, theirs) {
  if (ours.length !== theirs.length) return Infinity;
  let largest = 0;
  for (let i = 0; i < ours.length; i++) {
    const error = Math.abs(ours[i] - theirs[i]) / Math.max(1, Math.abs(ours[i]));
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

async function timed(contender) {
  const start = performance.now();
  for (let i = 0; i < contender.repeat; i++) await contender.run();
  return (performance.now() - start) / contender.repeat;
}

/** Warms up, so that the compiler's second stage is done, and finds how often
 * the work fits into a measurement. */
async function prepare(contenders) {
  for (const contender of contenders) {
    contender.repeat = 1;
    contender.times = [];
    const end = performance.now() + WARM;
    contender.result = await contender.run();
    do await contender.run();
    while (performance.now() < end);
    contender.repeat = Math.ceil(SHORTEST / Math.max(await timed(contender), SHORTEST / 200));
  }
}

async function takeTurns(contenders, peak, milliseconds, fewest) {
  const peaks = [];
  const end = performance.now() + milliseconds;
  for (let round = 0; round < fewest || performance.now() < end; round++) {
    for (let i = 0; i < contenders.length; i++) {
      const contender = contenders[(i + round) % contenders.length];
      // what is far too slow to matter is not waited for every time
      if (round % contender.every === 0) contender.times.push(await timed(contender));
    }
    peaks.push(peak.measure(1, 20000));
  }
  return peaks;
}

async function measureWork(work, engines, peak, { milliseconds, fewest }) {
  const all = await contendersFor(work, work.inputs(), engines);
  const contenders = Object.values(all);
  await prepare(contenders);
  const ours = all['ours (simd)'];
  for (const [name, contender] of Object.entries(all)) {
    contender.difference = difference(ours.result, contender.result);
    contender.every = name === 'ours (scalar)' ? 4 : name.startsWith('tfjs') ? 12 : 1;
  }
  const peaks = await takeTurns(contenders, peak, milliseconds, fewest);
  const report = Object.entries(all).map(([name, contender]) => {
    contender.release?.();
    const { times } = contender;
    const best = Math.min(...times);
    return { name, median: median(times), best, difference: contender.difference };
  });
  return { work: work.name, flops: work.flops, peakMedian: median(peaks), contenders: report };
}

/** Called from run.mjs, once for each work and pass. */
let ready;
globalThis.startBench = async () => {
  await tensorflow.start();
  const peak = await Peak.load(await bytesOf('/build/peak.wasm'));
  const simd = await Ours.load('simd', await bytesOf('/build/attn.wasm'));
  const scalar = await Ours.load('scalar', await bytesOf('/build/attn-scalar.wasm'));
  ready = { engines: { simd, scalar }, peak };
  peak.measure(5); // the compiler's second stage
  return { works: WORKS.map((work) => work.name), peak: peak.measure() };
};
globalThis.measureWork = (index, options) =>
  measureWork(WORKS[index], ready.engines, ready.peak, options);
globalThis.measurePeak = () => ready.peak.measure();
