// Fits the params of attn-seq2seq and writes web/model/seq2seq-params.js:
//
//   node tools/fit-seq2seq.mjs           fits and writes
//   node tools/fit-seq2seq.mjs --check   fits and compares with the file
//
// The loss is that of translating word by word; no alignment is shown to it.
// Every random number comes from the engine and SEED, so that a second run
// writes the same file.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadEngine } from '../web/engine/attn.js';
import { SHOWN, SOURCE_WORDS, TARGET_WORDS, draw } from './seq2seq/corpus.mjs';
import { DIM, HIDDEN, learn, shapesOf } from './seq2seq/model.mjs';

const SEED = 11;
const STEPS = 1200;
const BATCH = 8;
const RATE = 0.02;
/** How much the encoder's memory shrinks at each step, so that a state is mostly its own word. */
const DECAY = 3;
/** What the params are rounded to: a byte each is enough, and the page carries them. */
const GRID = 16;
const FILE = new URL('../web/model/seq2seq-params.js', import.meta.url);

const size = (shape) => shape.reduce((product, n) => product * n, 1);

/** Normal numbers of deviation 1 / sqrt(in), biases 0. */
function initial(engine, shapes) {
  let seed = SEED;
  const entries = Object.entries(shapes).map(([name, shape]) => {
    const deviation = /Bias$/.test(name) ? 0 : 1 / Math.sqrt(shape[1] ?? shape[0]);
    const { values } = engine.random({ seed: seed++, count: size(shape), deviation });
    return [name, Float64Array.from(values)];
  });
  return Object.fromEntries(entries);
}

/** AdamW (Loshchilov and Hutter 2019), its rate going down to 0. */
function optimizer(params, decay) {
  const like = () => Object.fromEntries(Object.keys(params).map((name) => [name, new Float64Array(params[name].length)])); // prettier-ignore
  const [first, second] = [like(), like()];
  return (grads, step) => {
    const rate = RATE * (1 - (step - 1) / STEPS);
    for (const [name, values] of Object.entries(params)) {
      const [m, v, g] = [first[name], second[name], grads[name]];
      for (let i = 0; i < values.length; i++) {
        m[i] += 0.1 * (g[i] - m[i]);
        v[i] += 0.01 * (g[i] ** 2 - v[i]);
        const [mean, square] = [m[i] / (1 - 0.9 ** step), v[i] / (1 - 0.99 ** step)];
        values[i] -=
          (rate * mean) / (Math.sqrt(square) + 1e-8) + rate * (decay[name] ?? 0) * values[i];
        g[i] = 0;
      }
    }
  };
}

/** Sentences without end, from the seed. */
function* drawn(engine) {
  for (let round = 0; ; round++) {
    const { values } = engine.random({ seed: SEED, skip: round * 512, count: 512, distribution: 'uniform' }); // prettier-ignore
    let place = 0;
    const next = () => values[place++];
    while (place < 500) yield ids(draw(next));
  }
}

const ids = ({ source, target }) => ({
  source: source.map((word) => SOURCE_WORDS.indexOf(word)),
  target: target.map((word) => TARGET_WORDS.indexOf(word)),
});

function fit(engine, shapes) {
  const params = initial(engine, shapes);
  const grads = Object.fromEntries(Object.entries(params).map(([name, { length }]) => [name, new Float64Array(length)])); // prettier-ignore
  const improve = optimizer(params, { wEncoder: DECAY });
  const corpus = drawn(engine);
  let loss = 0;
  for (let step = 1; step <= STEPS; step++) {
    let sum = 0;
    for (let i = 0; i < BATCH; i++) {
      const { source, target } = corpus.next().value;
      sum += learn(params, grads, source, target, TARGET_WORDS.length);
    }
    loss += (sum / BATCH - loss) / Math.min(step, 50);
    for (const g of Object.values(grads)) for (let i = 0; i < g.length; i++) g[i] /= BATCH;
    improve(grads, step);
    if (step % 100 === 0) console.error(`step ${step}: loss ${loss.toFixed(4)} nats a word`);
  }
  return params;
}

/** Whole numbers of 1 / GRID, a signed byte each, in base64. */
function text(values) {
  const whole = Array.from(values, (value) => Math.round(value * GRID));
  if (whole.some((value) => Math.abs(value) > 127)) throw new Error('a param does not fit a byte');
  return Buffer.from(Int8Array.from(whole).buffer).toString('base64');
}

function fileOf(params, shapes) {
  const words = (list) => JSON.stringify(list.join(' '));
  const shown = SHOWN.map(({ source, target, alignment }) => `  ${JSON.stringify([source.join(' '), target.join(' '), alignment])},`); // prettier-ignore
  const tensors = Object.entries(shapes).map(([name, shape]) => `  ${name}: [${JSON.stringify(shape)}, "${text(params[name])}"],`); // prettier-ignore
  return `// Written by tools/fit-seq2seq.mjs (seed ${SEED}, ${STEPS} steps); do not edit.
/* prettier-ignore */
export const SEQ2SEQ = {
  seed: ${SEED}, steps: ${STEPS}, dim: ${DIM}, hiddenDim: ${HIDDEN}, grid: ${GRID},
  sourceWords: ${words(SOURCE_WORDS)},
  targetWords: ${words(TARGET_WORDS)},
  sentences: [
${shown.join('\n').replaceAll(/^/gm, '  ')}
  ],
  /* each: its shape, and its numbers times the grid, as signed bytes in base64 */
  tensors: {
${tensors.join('\n').replaceAll(/^/gm, '  ')}
  },
};
`;
}

const engine = await loadEngine();
const shapes = shapesOf(SOURCE_WORDS.length, TARGET_WORDS.length);
const params = fit(engine, shapes);
const written = fileOf(params, shapes);
if (process.argv.includes('--check')) {
  const same = readFileSync(FILE, 'utf8') === written;
  console.log(same ? 'the committed params are what this script writes' : 'the params differ');
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(FILE, written);
  console.log(`${written.length} characters written`);
}
