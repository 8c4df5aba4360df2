// Chapter 3: why the scores are divided by the root of d_k.
import assert from 'node:assert/strict';
import { exampleScores } from '../../web/model/example.js';
import { agree, printed, rowOf, says } from './claims.mjs';

const BALL = 5;
const ROW = rowOf(exampleScores(), 10, 7);
const at = (engine, temperature) => engine.softmax({ scores: ROW, cols: 10, temperature });
const ballAt = (engine, temperature) => 100 * at(engine, temperature).weights[BALL];
const entropyAt = (engine, temperature) => at(engine, temperature).entropy[0];

says(
  3,
  'The row of “it” at attention temperature 1: ball takes [48.7] % and the entropy is [1.439] nats. At 0.5 ball takes [72.3] %, at 2 it takes [28.2] %; at 4 the entropy is [2.240] nats.',
  (engine, numbers) => {
    const [ball, half, two] = [1, 0.5, 2].map((t) => ballAt(engine, t));
    printed(numbers, [ball, entropyAt(engine, 1), half, two, entropyAt(engine, 4)]);
  },
);

// The first words of this sentence may be a link.
says(
  3,
  'and ball takes [72.3] %; at 0 the softmax has become an argmax, which picks the highest score and ignores the rest: ball takes [100] %.',
  (engine, numbers) => {
    printed(numbers, [ballAt(engine, 0.5), ballAt(engine, 0)]);
    assert.equal(at(engine, 0).weights.filter((weight) => weight > 0).length, 1);
  },
);

says(3, '(Keys that tie for the top share it equally.)', (engine) => {
  const { weights } = engine.softmax({ scores: [3, 1, 3, 3], cols: 4, temperature: 0 });
  agree(engine, weights, [1 / 3, 0, 1 / 3, 1 / 3], 1e-7);
});

says(
  3,
  'and ball takes [28.2] %; at infinity the scores no longer matter and all ten tokens take [10] %.',
  (engine, numbers) => {
    printed([numbers[0]], [ballAt(engine, 2)]);
    for (const weight of at(engine, Infinity).weights) printed([numbers[1]], [100 * weight]);
  },
);

says(
  3,
  'follows: [0] nats when one weight is 1, [1.439] at $T = 1$, [2.240] at $T = 4$, and $\\ln 10 = 2.303$ at the uniform end.',
  (engine, numbers) => {
    printed(numbers, [0, 1, 4].map((t) => entropyAt(engine, t))); // prettier-ignore
    assert.equal(entropyAt(engine, Infinity).toFixed(3), '2.303');
    const temperatures = [0, 0.1, 0.5, 1, 2, 4, 50, Infinity];
    const entropies = temperatures.map((t) => entropyAt(engine, t));
    assert.deepEqual(entropies, entropies.toSorted((a, b) => a - b)); // prettier-ignore
  },
);

says(3, 'As set now, ball takes [48.7] % and the entropy is [1.439] nats.', (engine, numbers) =>
  printed(numbers, [ballAt(engine, 1), entropyAt(engine, 1)]),
);

says(
  3,
  'How strongly a weight answers to a score is written in the derivative of the softmax:',
  (engine) => {
    const scores = [0.5, -1, 2, 0];
    const { weights } = engine.softmax({ scores, cols: 4 });
    const { jacobian } = engine.softmaxJacobian({ weights });
    const step = 1 / 128;
    for (let j = 0; j < 4; j++) {
      const moved = (by) => engine.softmax({ scores: scores.with(j, scores[j] + by), cols: 4 });
      const [up, down] = [moved(step).weights, moved(-step).weights];
      for (let i = 0; i < 4; i++) {
        const measured = (up[i] - down[i]) / (2 * step);
        assert.ok(Math.abs(jacobian[i * 4 + j] - measured) < 1e-4, `${i}, ${j}`);
      }
    }
  },
);

says(
  3,
  'It is largest, [0.25], at a weight of one half, and goes to [0] at both ends',
  (engine, [most, least]) => {
    // Two keys: the weight of the first goes from 0 to 1 as it takes the lead.
    const leads = Array.from({ length: 401 }, (_, i) => (i - 200) / 10);
    const scores = leads.flatMap((lead) => [lead, 0]);
    const { weights, gradientTerms } = engine.softmax({ scores, rows: 401, cols: 2 });
    const terms = Array.from(gradientTerms).filter((_, i) => i % 2 === 0);
    const top = terms.indexOf(Math.max(...terms));
    assert.equal(weights[2 * top], 0.5);
    printed([most], [terms[top]]);
    assert.ok(terms[0] - least.value < 1e-6 && terms[400] - least.value < 1e-6);
    const { jacobian } = engine.softmaxJacobian({ weights: [0.75, 0.25] });
    const scored = engine.softmax({ scores: [Math.fround(Math.log(3)), 0], cols: 2 });
    agree(engine, scored.gradientTerms, [jacobian[0], jacobian[3]], 1e-6);
  },
);

says(
  3,
  'At $T = 1$ ball is close to the best place, with [0.250]. At $T = 0.25$ it holds [91.2] % and the term has fallen to [0.080]; at $T = 0.1$ it holds [99.8] % and the term is [0.002].',
  (engine, numbers) => {
    const term = (t) => at(engine, t).gradientTerms[BALL];
    const pair = (t) => [ballAt(engine, t), term(t)];
    printed(numbers, [term(1), ...pair(0.25), ...pair(0.1)]);
  },
);

const measured = (engine, headDim, seed = 1) =>
  engine.varianceExperiment({ seed, headDim, pairs: 4000, bins: 1 });

/** Within four standard errors. */
function near(value, expected, standardError, what) {
  assert.ok(standardError > 0 && standardError < expected / 10, `${what}: ± ${standardError}`);
  assert.ok(Math.abs(value - expected) < 4 * standardError, `${what}: ${value}`);
}

says(
  3,
  'The dot product adds up $d_k$ of them, and variances of independent terms add:',
  (engine) => {
    for (const d of [1, 2, 5, 16, 64, 200, 512]) {
      const { mean, variance, standardError } = measured(engine, d);
      near(variance, d, standardError, `variance at d_k = ${d}`);
      assert.ok(Math.abs(mean) < 4 * Math.sqrt(d / 4000), `mean ${mean} at d_k = ${d}`);
    }
  },
);

says(
  3,
  'At $d_k = 64$ it is [8] times what it is at $d_k = 1$, although each component is just as modest as before.',
  (engine, [times]) => {
    const [one, many] = [1, 64].map((d) => measured(engine, d).variance);
    const ratio = Math.sqrt(many / one);
    assert.ok(Math.abs(ratio - times.value) < 0.25, String(ratio));
  },
);

says(
  3,
  'Divide by $\\sqrt{d_k}$ and the variance is $d_k / d_k = 1$, whatever $d_k$ is.',
  (engine) => {
    for (const d of [1, 3, 16, 64, 512]) {
      const { scaledVariance, scaledStandardError } = measured(engine, d);
      near(scaledVariance, 1, scaledStandardError, `d_k = ${d}`);
    }
  },
);

says(
  3,
  'At d_k = 64 the dot products of random queries and keys have a predicted variance of [64]; divided by √64 = [8] they have a variance of [1]. The measured values lie within their sampling error of these.',
  (engine, numbers) => {
    // As attn-scaling starts: seed 1, 4,000 pairs.
    const run = engine.varianceExperiment({ seed: 1, headDim: 64, pairs: 4000, bins: 1 });
    const { dots, scaledDots } = run;
    printed(numbers, [run.predicted, dots[0] / scaledDots[0], run.scaledPredicted]);
    near(run.variance, numbers[0].value, run.standardError, 'undivided');
    near(run.scaledVariance, numbers[2].value, run.scaledStandardError, 'divided');
  },
);

says(
  3,
  'what it measures comes with its sampling error, since a finite number of pairs never gives [64] exactly.',
  (engine, [predicted]) => {
    for (const seed of [1, 2, 3, 4]) {
      const { variance, standardError } = measured(engine, 64, seed);
      assert.notEqual(variance, predicted.value);
      near(variance, predicted.value, standardError, `seed ${seed}`);
    }
  },
);

says(
  3,
  'Move $d_k$ from 1 to 512: the undivided histogram spreads, the divided one stays where it is.',
  (engine) => {
    const within = (headDim) => {
      const options = { seed: 1, headDim, pairs: 4000, bins: 3, range: 15, scaledRange: 3 };
      const { histogram, scaledHistogram } = engine.varianceExperiment(options);
      return { raw: histogram[1], scaled: scaledHistogram[1] };
    };
    const runs = [16, 64, 256, 512].map(within);
    const raw = runs.map((run) => run.raw);
    assert.deepEqual(raw, raw.toSorted((a, b) => b - a)); // prettier-ignore
    assert.ok(raw[3] < raw[0] / 2);
    for (const { scaled } of runs) assert.ok(Math.abs(scaled - runs[0].scaled) < 200, `${scaled}`);
  },
);

/** Ten keys, as in the curves of attn-scaling, which average 300 rows from seed 1. */
const saturation = (engine, headDim, rows) =>
  engine.saturationExperiment({ seed: 1, headDim, rows, keys: 10 });

/** A mean over some thousand rows, whose own error is below 0.004. */
function about({ value }, computed) {
  assert.ok(Math.abs(computed - value) < 0.009, `about ${value}: ${computed}`);
}

says(
  3,
  'Among ten random keys at $d_k = 64$, the largest undivided weight is about [0.86] on average (the 300 rows of the figure, from seed 1, give [0.87]), and it keeps rising with $d_k$ while entropy and gradient sink towards 0.',
  (engine, [long, shown]) => {
    about(long, saturation(engine, 64, 4000).raw.meanLargestWeight);
    printed([shown], [saturation(engine, 64, 300).raw.meanLargestWeight]);
    const runs = [1, 4, 16, 64, 512].map((d) => saturation(engine, d, 300).raw);
    const rises = (list) => list.every((value, i) => i === 0 || value > list[i - 1]);
    assert.ok(rises(runs.map((run) => run.meanLargestWeight)));
    assert.ok(rises(runs.map((run) => -run.meanEntropy)));
    assert.ok(rises(runs.slice(1).map((run) => -run.meanGradient)));
    const last = saturation(engine, 65_536, 4).raw;
    assert.ok(last.meanEntropy < 0.05 && last.meanGradient < 0.005, JSON.stringify(last));
  },
);

says(
  3,
  'With the division it is about [0.32] at $d_k = 64$ and at 512 alike.',
  (engine, [weight]) => {
    about(weight, saturation(engine, 64, 2000).scaled.meanLargestWeight);
    about(weight, saturation(engine, 512, 2500).scaled.meanLargestWeight);
  },
);

says(
  3,
  'the scores are divided by $\\sqrt{64} = [8]$, not by $\\sqrt{512} = [22.6]$',
  (engine, numbers) => {
    // An attention without a scale given uses that of one head.
    const query = new Float32Array(512).fill(1);
    const sizes = { seqLen: 1, kvLen: 1, nHeads: 8, headDim: 64 };
    const { trace } = engine.attention({ query, key: query, value: query, ...sizes, trace: true });
    printed(numbers, [trace.rawScores[0] / trace.scores[0], engine.norm({ a: query }).norm]);
  },
);

says(
  3,
  '(The temperature of the first figure comes on top of it; at $T = 1$ it changes nothing.)',
  (engine) => agree(engine, at(engine, 1).scaled, ROW, 0),
);

says('texts', ' T = 0 is argmax: the highest score takes all, and ties share it equally.', (engine) => {
  const { weights } = engine.softmax({ scores: [2, 2, 1], cols: 3, temperature: 0 });
  assert.deepEqual([...weights], [0.5, 0.5, 0]);
}); // prettier-ignore

says('texts', ' T = ∞ is uniform: the scores no longer matter.', (engine) => {
  const { weights } = engine.softmax({ scores: [9, -5, 1, 0], cols: 4, temperature: Infinity });
  assert.deepEqual([...weights], Array(4).fill(0.25));
});

says(
  'glossary',
  'attention temperature: The number by which scores are divided before the softmax: near 0 the weights are one-hot, towards infinity uniform.',
  (engine) => {
    const halved = engine.softmax({ scores: ROW.map((score) => score / 2), cols: 10 });
    agree(engine, at(engine, 2).weights, halved.weights, 1e-7);
    assert.ok(ballAt(engine, 1e-3) > 99.99);
    agree(engine, at(engine, 1e6).weights, Array(10).fill(0.1), 1e-5);
  },
);

says(
  'glossary',
  'argmax: Choosing the highest score and nothing else; what the softmax becomes at temperature [0].',
  (engine, [zero]) => {
    const { weights } = at(engine, zero.value);
    weights.forEach((weight, k) => assert.equal(weight, k === BALL ? 1 : 0));
  },
);

says(
  'glossary',
  'entropy: How widely a row of weights is spread: −Σ α ln α, 0 when one weight is 1, ln n when n weights are equal.',
  (engine) => {
    for (const n of [2, 3, 10, 64]) {
      const { entropy } = engine.softmax({ scores: new Float32Array(n), cols: n });
      agree(engine, entropy, engine.elementary({ name: 'log', x: [n] }).y, 1e-6);
    }
    const { weights, entropy } = at(engine, 1);
    const { y } = engine.elementary({ name: 'log', x: weights });
    agree(engine, entropy, [-engine.dot({ a: weights, b: y }).dot], 1e-6);
    assert.equal(entropyAt(engine, 0), 0);
  },
);

says(
  'glossary',
  'gradient term: α(1 − α), how strongly a weight answers to its own score: largest at one [half], 0 at both ends.',
  (engine, [half]) => {
    const term = (weight) => engine.softmaxJacobian({ weights: [weight, 1 - weight] }).jacobian[0];
    const terms = Array.from({ length: 101 }, (_, i) => term(i / 100));
    assert.equal(terms.indexOf(Math.max(...terms)) / 100, half.value);
    assert.equal(terms[0], 0);
    assert.equal(terms[100], 0);
  },
);

says(
  'glossary',
  'scale: The factor on the raw scores, 1/√d_k unless something else is set.',
  (engine) => {
    for (const headDim of [1, 4, 64]) {
      const query = new Float32Array(headDim).fill(1);
      const args = { query, key: query, value: query, seqLen: 1, headDim, trace: true };
      const { trace } = engine.attention(args);
      const { norm } = engine.norm({ a: query });
      agree(engine, trace.scores, [trace.rawScores[0] / norm], 1e-6);
      agree(engine, engine.attention({ ...args, scale: 3 }).trace.scores, [3 * headDim], 1e-6);
    }
  },
);

says(
  'glossary',
  'softmax: Turns a row of scores into positive weights that sum to [1]: exponentials divided by their sum.',
  (engine, [one]) => {
    const { weights, exponentials, rowSum } = at(engine, 1);
    agree(engine, [engine.dot({ a: weights, b: Array(10).fill(1) }).dot], [one.value]);
    const quotients = exponentials.map((value) => value / rowSum[0]);
    agree(engine, weights, quotients, 1e-7);
    assert.ok(weights.every((weight) => weight > 0));
  },
);

says(
  'glossary',
  'sampling temperature: The number by which logits are divided before the next token is drawn; not the attention temperature.',
  (engine) => {
    const logits = [2, 1, 0];
    const { probabilities } = engine.sample({ logits, temperature: 2, seed: 1 });
    agree(engine, probabilities, engine.softmax({ scores: [1, 0.5, 0], cols: 3 }).weights, 1e-6);
  },
);
