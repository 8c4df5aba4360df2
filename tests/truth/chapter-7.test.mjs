// Chapter 7: attention is order-blind.
import assert from 'node:assert/strict';
import {
  DIM,
  KINDS,
  ROUNDING,
  attend,
  seededModel,
  shiftTest,
  shuffleTest,
  wordVectors,
} from '../../web/widgets/positions/attend.js';
import { agree, differ, printed, rowOf, says, tableOf } from './claims.mjs';

const SENTENCE = 'the robot picked up the ball'.split(' ');
const SWAPPED = 'the ball picked up the robot'.split(' ');
const SEED = 7;

says(
  7,
  'say different things with the same [six] tokens. Attention without positions cannot tell them apart: “robot” gets the same output in both.',
  (engine, [six]) => {
    assert.deepEqual(SENTENCE.toSorted(), SWAPPED.toSorted()); // prettier-ignore
    assert.equal(SENTENCE.length, six.value);
    const robotIn = (tokens, kind) => {
      const { output } = attend(seededModel(engine, SEED, kind), wordVectors(engine, tokens, SEED));
      return rowOf(output, DIM, tokens.indexOf('robot'));
    };
    agree(engine, robotIn(SENTENCE, 'none'), robotIn(SWAPPED, 'none'));
    differ(engine, robotIn(SENTENCE, 'sinusoidal'), robotIn(SWAPPED, 'sinusoidal'), 0.01);
  },
);

const shuffled = (engine, kind, change = {}, seed = SEED, shuffle = 1) => {
  const { order } = engine.shuffle({ seed: shuffle, count: SENTENCE.length });
  const model = { ...seededModel(engine, seed, kind), ...change };
  return shuffleTest(model, wordVectors(engine, SENTENCE, seed), order).maxDifference;
};

says(
  7,
  'Without positions and without a mask, the outputs agree after unshuffling: max |difference| is 0 or a rounding error. With positions or with the causal mask they do not.',
  (engine) => {
    for (let shuffle = 1; shuffle <= 8; shuffle++) {
      const free = shuffled(engine, 'none', {}, SEED + shuffle, shuffle);
      assert.ok(free < 2e-6, `${free}`);
    }
    for (const kind of KINDS.slice(1)) assert.ok(shuffled(engine, kind) > 1e-3, kind);
    assert.ok(shuffled(engine, 'none', { isCausal: true }) > 1e-2);
  },
);

says(
  7,
  'Without positions and mask it is 0, or as much as the order of additions makes in the last digit.',
  (engine) => {
    const order = [4, 5, 2, 3, 0, 1];
    const words = wordVectors(engine, SENTENCE, SEED);
    const { maxDifference } = shuffleTest(seededModel(engine, SEED, 'none'), words, order);
    assert.ok(maxDifference <= 2 ** -21, String(maxDifference));
  },
);

says(7, 'The output of a token is a sum over all pairs of a key and a value,', (engine) => {
  // The formula itself, term by term, against the engine's attention.
  const draw = (seed, count) => engine.random({ seed, count }).values;
  const [query, key, value] = [draw(1, 4), draw(2, 12), draw(3, 6)];
  const args = { query, key, value, seqLen: 1, kvLen: 3, headDim: 4, vHeadDim: 2, trace: true };
  const { output, trace } = engine.attention(args);
  const { y } = engine.elementary({ name: 'exp', x: trace.scores });
  const divisor = engine.dot({ a: y, b: [1, 1, 1] }).dot;
  const column = (c) => [value[c], value[2 + c], value[4 + c]];
  const sums = [0, 1].map((c) => engine.dot({ a: y, b: column(c) }).dot / divisor);
  agree(engine, output, sums);
});

says(
  7,
  'The mask breaks it because it lets the first token see [one] key and the second [two]',
  (engine, numbers) => {
    const { mask } = engine.maskMatrix({ seqLen: 6, causal: true });
    const visible = (q) => [...rowOf(mask, 6, q)].filter((value) => value === 0).length;
    printed(numbers, [visible(0), visible(1)]);
  },
);

const sines = (engine, dModel, seqLen = 64, first = 0) =>
  engine.sinusoidal({ seqLen, dModel, first }).pe;

says(
  7,
  'adds to each token a vector that depends on its position $t$ alone, two channels for each of $d/2$ speeds:',
  (engine) => {
    const d = 16;
    const pe = sines(engine, d);
    const { frequencies } = engine.ropeFrequencies({ dim: d });
    for (const t of [0, 1, 9, 63]) {
      const angles = frequencies.map((omega) => omega * t);
      const channels = (odd) => rowOf(pe, d, t).filter((_, c) => c % 2 === odd);
      agree(engine, channels(0), engine.elementary({ name: 'sin', x: angles }).y, 1e-5);
      agree(engine, channels(1), engine.elementary({ name: 'cos', x: angles }).y, 1e-5);
    }
  },
);

says(
  7,
  'Sinusoids with 64 channels: the first pair repeats every [6.28] positions, the last every [47,117]. The similarity PE(t)·PE(t′) is [32] at offset 0, [30.92] at offset 1 and [21.05] at offset 10, wherever t is.',
  (engine, numbers) => {
    const { wavelengths } = engine.ropeFrequencies({ dim: 64 });
    printed(numbers.slice(0, 2), [wavelengths[0], wavelengths[31]]);
    const { similarity } = engine.positionSimilarity({ seqLen: 64, dModel: 64 });
    for (let t = 0; t < 54; t++) {
      const row = rowOf(similarity, 64, t);
      printed(numbers.slice(2), [row[t], row[t + 1], row[t + 10]]);
    }
  },
);

says(
  7,
  'The wavelengths grow geometrically from $2\\pi$ towards $10000 \\cdot 2\\pi$. In the figure, with 64 channels, the first pair repeats every [6.28] positions and the last every [47,117].',
  (engine, numbers) => {
    const of = (dim) => engine.ropeFrequencies({ dim }).wavelengths;
    printed(numbers, [of(64)[0], of(64)[31]]);
    const pairs = Array.from({ length: 31 }, (_, i) => of(64)[i + 1] / of(64)[i]);
    for (const ratio of pairs) assert.ok(Math.abs(ratio / pairs[0] - 1) < 1e-5, String(ratio));
    const last = (dim) => of(dim)[dim / 2 - 1] / (10_000 * 2 * Math.PI);
    assert.ok(Math.abs(of(8192)[0] - 2 * Math.PI) < 1e-5);
    assert.ok(last(64) < last(512) && last(512) < last(8192) && last(8192) < 1);
    assert.ok(last(8192) > 0.99);
  },
);

says(
  7,
  'Low channels are fast and tell neighbours apart; high channels are slow and tell regions apart.',
  (engine) => {
    const pe = sines(engine, 64, 1024);
    const step = (channel, by) => {
      const column = (from) =>
        Float32Array.from({ length: 400 }, (_, t) => pe[(from + t) * 64 + channel]);
      return engine.maxDifference({ a: column(0), b: column(by) }).maxDifference;
    };
    // From one position to the next, the low channels move and the high ones hardly do.
    assert.ok(step(0, 1) > 0.9 && step(62, 1) < 1e-3);
    const steps = Array.from({ length: 32 }, (_, i) => step(2 * i, 1));
    assert.ok(steps.every((value, i) => i === 0 || value < steps[i - 1]));
    // Over a region, the high ones have moved as well.
    assert.ok(step(62, 600) > 50 * step(62, 1));
  },
);

says(7, 'shows the largest difference: now 1.19e−7.', (engine) => {
  const words = wordVectors(engine, SENTENCE, SEED);
  const model = seededModel(engine, SEED, 'none');
  const { maxDifference } = shuffleTest(model, words, [4, 5, 2, 3, 0, 1]);
  assert.equal(maxDifference.toExponential(2).replace('-', '−'), '1.19e−7');
});

says(
  7,
  'is a rotation of $\\operatorname{PE}(t)$, pair by pair, and the same one whatever $t$ is',
  (engine) => {
    for (const delta of [-3, 1, 5, 100]) {
      for (const first of [100, 1000]) {
        const check = engine.rotationCheck({ seqLen: 40, dModel: 64, delta, first });
        assert.ok(check.maxDifference < 3e-5, `${delta}: ${check.maxDifference}`);
        agree(engine, check.shifted, sines(engine, 64, 40, first + delta), 1e-6);
        differ(engine, check.shifted, sines(engine, 64, 40, first), 0.1);
      }
    }
  },
);

says(
  7,
  'depends on the offset alone: with 64 channels [32] at offset 0, [30.92] at 1, [21.05] at 10.',
  (engine, numbers) => {
    for (const first of [0, 500, 5000]) {
      const { similarity } = engine.positionSimilarity({ seqLen: 11, dModel: 64, first });
      printed(numbers, [similarity[0], similarity[1], similarity[10]]);
    }
  },
);

says(
  7,
  'And the formula has a value for every $t$, beyond any length seen in training.',
  (engine) => {
    const pe = sines(engine, 64, 2, 1_000_000);
    assert.ok(pe.every((value) => Math.abs(value) <= 1));
    differ(engine, rowOf(pe, 64, 0), rowOf(pe, 64, 1), 0.1);
  },
);

says(7, 'as in GPT-2, whose table has [1,024] rows', (engine, [rows]) => {
  const gpt2 = { dModel: 768, nHeads: 12, nDecoderLayers: 12, vocabulary: 50_257, nPositions: rows.value }; // prettier-ignore
  assert.equal(engine.modelParams(gpt2).total, 124_439_808);
});

says(
  7,
  'It has an edge: at the next position there is no vector, and nothing to compute one from.',
  (engine) => {
    const table = engine.random({ seed: 1, count: 40 }).values;
    const at = (position) =>
      engine.learnedPositions({ table, rows: 10, dModel: 4, positions: [position] });
    assert.equal(at(9).vectors.length, 4);
    assert.throws(() => at(10), RangeError);
  },
);

const PAIRINGS = ['interleaved', 'halves'];
const vectors = (engine) => engine.random({ seed: 16, count: 2 * DIM }).values;

/** The score of a query at i and a key at j. */
function scoreAt(engine, i, j, pairing = 'interleaved') {
  const x = vectors(engine);
  const { y } = engine.rope({ x, seqLen: 2, headDim: DIM, positions: [i, j], pairing });
  return engine.dot({ a: y.subarray(0, DIM), b: y.subarray(DIM) }).dot;
}

says(
  7,
  'It turns each pair of channels of every query and key by an angle proportional to the token’s position, and leaves the values alone.',
  (engine) => {
    const { frequencies } = engine.ropeFrequencies({ dim: DIM });
    const { angles } = engine.ropeTable({ dim: DIM, positions: [1, 2, 30] });
    for (const [row, position] of [1, 2, 30].entries())
      agree(engine, rowOf(angles, 4, row), frequencies.map((omega) => omega * position), 1e-4); // prettier-ignore
    // With one key the output is its value, wherever it stands; two notice how far apart they are.
    const block = { dModel: 8, nHeads: 1, norm: 'none', bias: false };
    const { params } = engine.seededBlock({ seed: 3, ...block });
    const at = (...positions) => {
      const seqLen = positions.length;
      const x = vectors(engine).slice(0, 8 * seqLen);
      return engine.encoderBlock({ x, seqLen, params, rope: { positions }, ...block }).output;
    };
    agree(engine, at(0), at(50), 0);
    differ(engine, at(0, 1), at(0, 9), 0.01);
  },
);

says(7, '$$(R_i\\, q) \\cdot (R_j\\, k) = q \\cdot (R_{j-i}\\, k).$$', (engine) => {
  for (const pairing of PAIRINGS) {
    for (const [i, j] of [[7, 5], [0, 9], [40, 3]]) {
      const both = scoreAt(engine, i, j, pairing);
      agree(engine, [both], [scoreAt(engine, 0, j - i, pairing)], 2e-5);
    }
  }
}); // prettier-ignore

says(
  7,
  'A head of 8 channels has four pairs, which turn by [1], [0.1], [0.01] and [0.001] radians per position. Shift both positions by the same amount and the score stays, up to rounding; move one of them and it changes.',
  (engine, speeds) => {
    printed(speeds, engine.ropeFrequencies({ dim: 8 }).frequencies);
    for (const pairing of PAIRINGS) {
      const set = scoreAt(engine, 7, 5, pairing);
      for (const by of [1, 100, 1000, 100_000])
        agree(engine, [scoreAt(engine, 7 + by, 5 + by, pairing)], [set], 0.02);
      for (const by of [1, 100, 1000])
        agree(engine, [scoreAt(engine, 7 + by, 5 + by, pairing)], [set], 1e-3);
      differ(engine, [scoreAt(engine, 8, 5, pairing)], [set], 0.01);
      differ(engine, [scoreAt(engine, 7, 6, pairing)], [set], 0.01);
    }
  },
);

says(
  7,
  'With 8 channels the [four] pairs turn by [1], [0.1], [0.01] and [0.001] radians per position, fast to slow like the sinusoids; the slowest needs [6,283] positions for one turn.',
  (engine, [pairs, ...numbers]) => {
    const { frequencies, wavelengths } = engine.ropeFrequencies({ dim: 8 });
    assert.equal(frequencies.length, pairs.value);
    printed(numbers, [...frequencies, wavelengths[3]]);
  },
);

says(
  7,
  'neighbours $(2i, 2i+1)$, called interleaved, or $(i, i + d/2)$, called halves. Both have the property and their scores differ',
  (engine) => {
    // Which channels the first pair mixes: those that a turned unit vector reaches.
    const reached = (pairing) => {
      const x = [1, 0, 0, 0, 0, 0, 0, 0];
      const { y } = engine.rope({ x, seqLen: 1, headDim: 8, first: 1, pairing });
      return [...y.keys()].filter((c) => y[c] !== 0);
    };
    assert.deepEqual(reached('interleaved'), [0, 1]);
    assert.deepEqual(reached('halves'), [0, 4]);
    const [a, b] = PAIRINGS.map((pairing) => scoreAt(engine, 7, 5, pairing));
    differ(engine, [a], [b], 0.01);
    // The same numbers in the other order of channels give the same score.
    const x = vectors(engine);
    const asHalves = Float32Array.from(x, (_, at) => {
      const [row, c] = [Math.floor(at / 8), at % 8];
      return x[row * 8 + (c < 4 ? 2 * c : 2 * (c - 4) + 1)];
    });
    const { y } = engine.rope({ x: asHalves, seqLen: 2, headDim: 8, positions: [7, 5], pairing: 'halves' }); // prettier-ignore
    agree(engine, [engine.dot({ a: y.subarray(0, 8), b: y.subarray(8) }).dot], [a], 1e-5);
  },
);

says(7, 'subtract from each score the distance $|i - j|$ times a slope.', (engine) => {
  const { mask, slopes } = engine.alibiMask({ nHeads: 2, seqLen: 5 });
  for (let h = 0; h < 2; h++) {
    for (let i = 0; i < 5; i++) {
      for (let j = 0; j < 5; j++)
        agree(engine, [mask[h * 25 + i * 5 + j]], [-Math.abs(i - j) * slopes[h]]);
    }
  }
});

says(
  7,
  'With [8] heads the slopes are 1/2, 1/4, … 1/256, so that some heads look near and some far.',
  (engine, [heads]) => {
    const { slopes } = engine.alibiSlopes({ nHeads: heads.value });
    assert.deepEqual([...slopes], [2, 4, 8, 16, 32, 64, 128, 256].map((n) => 1 / n)); // prettier-ignore
    const reach = (slope) => {
      const { mask } = engine.alibiMask({ nHeads: 1, seqLen: 1, kvLen: 64, slopes: [slope] });
      return engine.softmax({ scores: mask, cols: 64 }).entropy[0];
    };
    assert.ok(reach(slopes[0]) < 2 && reach(slopes[7]) > 4);
  },
);

says(
  7,
  '[12] heads get those eight and then [0.707], [0.354], [0.177], [0.088], every second slope of a model with [16] heads.',
  (engine, [heads, ...rest]) => {
    const slopes = (nHeads) => engine.alibiSlopes({ nHeads }).slopes;
    printed(rest.slice(0, 4), slopes(heads.value).subarray(8));
    agree(engine, slopes(heads.value).subarray(0, 8), slopes(8), 0);
    const second = slopes(rest[4].value).filter((_, i) => i % 2 === 0);
    agree(engine, slopes(heads.value).subarray(8), second.subarray(0, 4), 1e-7);
  },
);

says(7, 'Two tests of [five] ways to put order in (attention without a mask)', (engine, [ways]) => {
  const rows = tableOf(7, 'Two tests of five ways');
  assert.equal(rows.length, ways.value);
  const names = rows.map(([name]) => name.toLowerCase());
  assert.deepEqual(names, KINDS);
  for (const pairing of PAIRINGS) {
    KINDS.forEach((kind, row) => {
      const model = { ...seededModel(engine, 16, kind), pairing };
      const words = wordVectors(engine, SENTENCE, 16);
      const { order } = engine.shuffle({ seed: 1, count: SENTENCE.length });
      const notices = shuffleTest(model, words, order).maxDifference;
      const shifted = shiftTest(model, words, 100);
      const [, shuffle, shift] = rows[row];
      assert.equal(notices >= ROUNDING, shuffle === 'yes', `${kind}, shuffle: ${notices}`);
      assert.equal(shifted < ROUNDING, shift.startsWith('yes'), `${kind}, shift: ${shifted}`);
      if (shift.endsWith('exactly')) assert.equal(shifted, 0);
    });
  }
});

says(7, 'no; past the end of the table there are none', (engine) => {
  const words = wordVectors(engine, SENTENCE, 16);
  assert.throws(() => shiftTest(seededModel(engine, 16, 'learned'), words, 123), RangeError);
  assert.ok(shiftTest(seededModel(engine, 16, 'learned'), words, 122) > 0);
});

says(
  7,
  'the score then also holds products of one token’s content with the other’s position.',
  (engine) => {
    // With content that is 0, or positions alone on both sides, the shift would not be noticed.
    const identity = Float32Array.from({ length: 64 }, (_, i) => Number(i % 9 === 0));
    const model = { ...seededModel(engine, 16, 'sinusoidal'), params: Array(3).fill(identity) };
    assert.ok(shiftTest(model, new Float32Array(6 * DIM), 100) < 1e-4);
    assert.ok(shiftTest(model, wordVectors(engine, SENTENCE, 16), 100) > 0.1);
  },
);

says('texts', 'The similarity of learned vectors over the offset: no pattern.', (engine) => {
  const vectorsOf = engine.random({ seed: 7, count: 64 * 64, deviation: 0.7071 }).values;
  const { similarity } = engine.positionSimilarity({ seqLen: 64, dModel: 64, vectors: vectorsOf });
  const near = Array.from({ length: 63 }, (_, t) => similarity[t * 64 + t + 1]);
  assert.ok(Math.max(...near) > 0 && Math.min(...near) < 0);
  assert.ok(Math.max(...near) < similarity[0] / 1.5);
});

says('glossary', 'position: The place of a token in the sequence, counted from [0].', (engine, [zero]) => {
  // The first row of PE is sin 0, cos 0, …
  assert.deepEqual([...rowOf(sines(engine, 4, 1), 4, zero.value)], [0, 1, 0, 1]);
}); // prettier-ignore
says(
  'glossary',
  'RoPE base: The number that sets how the speeds of RoPE’s pairs fall off, usually [10,000].',
  (engine, [base]) => {
    const of = (options) => engine.ropeFrequencies({ dim: 8, ...options }).frequencies;
    agree(engine, of({ base: base.value }), of({}), 0);
    assert.ok(of({ base: 500_000 })[3] < of({})[3]);
  },
);
