// Chapter 6: where it came from, and why recurrence went.
import assert from 'node:assert/strict';
import { EXAMPLE_TOKENS } from '../../web/model/example.js';
import {
  SEQ2SEQ_DIM,
  TARGET_WORDS,
  decoderInputs,
  seq2seqParams,
} from '../../web/model/seq2seq.js';
import { standing, translation } from '../../web/widgets/seq2seq/numbers.js';
import { SENTENCES } from '../../web/widgets/seq2seq/shape.js';
import { agree, differ, printed, rowOf, says, tableOf } from './claims.mjs';

const SCORES = ['additive', 'dot', 'general', 'concat'];
const translated = (engine, change = {}) =>
  translation(engine, { sentence: 'pick', memory: 'attention', score: 'additive', ...change });

says(
  6,
  'The decoder writes “der Roboter hob den Ball auf weil er schwer war” in [ten] steps, one row of the alignment matrix each. With attention, “auf” looks back at “up” across “the ball”; with one fixed vector every step gets the same summary.',
  (engine, [steps]) => {
    const { target, source, steps: done, summary } = translated(engine);
    assert.equal(target.join(' '), 'der Roboter hob den Ball auf weil er schwer war');
    assert.deepEqual(source, [...EXAMPLE_TOKENS]);
    assert.equal(done.length, steps.value);
    assert.equal(done.map((step) => step.written).join(' '), target.join(' '));
    const auf = done[target.indexOf('auf')];
    assert.equal(source[auf.place], 'up');
    assert.ok(auf.place < source.indexOf('ball'));
    const fixed = translated(engine, { memory: 'fixed' });
    assert.equal(fixed.weights, null);
    assert.deepEqual(fixed.summary, summary);
  },
);

says(6, '“up” (auf) comes after the ball, and “was” (war) at the very end.', (engine) => {
  const { source, target, alignment } = translated(engine);
  const place = (word) => source[alignment[target.indexOf(word)]];
  assert.equal(place('auf'), 'up');
  assert.equal(target.indexOf('auf'), target.indexOf('Ball') + 1);
  assert.equal(place('war'), 'was');
  assert.equal(target.at(-1), 'war');
});

says(
  6,
  'Where the words keep their order it follows the diagonal, and it leaves the diagonal where German does.',
  (engine) => {
    for (const score of SCORES) {
      const { steps, alignment } = translated(engine, { score });
      assert.deepEqual(
        steps.map((step) => step.place),
        alignment,
        score,
      );
    }
  },
);

says(
  6,
  'Then switch to “one fixed vector”: there is nothing to look back at, and each step has to make do with the same summary of the source.',
  (engine) => {
    // What the summary holds fades: over all sentences fewer words come out right.
    const right = (memory) =>
      SENTENCES.map((sentence) => {
        const all = translated(engine, { sentence, memory });
        return standing(engine, all, all.steps.length).words;
      });
    const words = SENTENCES.map((sentence) => translated(engine, { sentence }).target.length);
    assert.deepEqual(right('attention'), words);
    assert.ok(right('fixed').some((count, i) => count < words[i]));
  },
);

says(
  6,
  'And at each step the decoder is fed the right word before, whatever it wrote itself.',
  (engine) => {
    // One fixed vector makes it write wrong words; what it says next depends on the right ones.
    const params = seq2seqParams();
    const fixed = SENTENCES.map((sentence) => translated(engine, { sentence, memory: 'fixed' }));
    const all = fixed.find(({ steps }) => steps.slice(0, -1).some((step) => !step.isRight));
    const wrong = decoderInputs(all.steps.map((step) => step.written));
    const chancesAfter = (ids) => {
      const rows = ids.length;
      const table = { table: params.embedTarget, rows: TARGET_WORDS.length + 1, dim: SEQ2SEQ_DIM };
      const x = engine.embed({ ...table, ids }).vectors;
      const network = { w: params.wDecoder, initial: all.summary, seqLen: rows, dim: SEQ2SEQ_DIM };
      const { states } = engine.recurrent({ x, ...network });
      const shape = { inDim: SEQ2SEQ_DIM, outDim: TARGET_WORDS.length };
      const summary = { x: all.summary, w: params.fixedSummary, bias: params.fixedBias, rows: 1 };
      const bias = engine.linear({ ...summary, ...shape }).y;
      return engine.linear({ x: states, w: params.fixedState, bias, rows, ...shape }).y;
    };
    agree(engine, all.logits, chancesAfter(decoderInputs(all.target)), 1e-5);
    differ(engine, all.logits, chancesAfter(wrong), 0.1);
  },
);

says(6, 'Of the words written so far, [6] are right.', (engine, numbers) => {
  printed(numbers, [standing(engine, translated(engine), 6).words]);
});

says(6, 'and $\\tanh$ bends every number into the range from −1 to 1.', (engine) => {
  const { y } = engine.elementary({ name: 'tanh', x: [-90, -2, -0.1, 0, 0.1, 2, 90] });
  assert.ok(y.every((value, i) => Math.abs(value) <= 1 && (i === 0 || value > y[i - 1])));
});

const draw = (engine, seed, count) => engine.random({ seed, count, deviation: 0.5 }).values;
const scored = (engine, kind, params, change = {}) =>
  engine.scoreFunction({
    ...{ kind, queries: draw(engine, 1, 8), keys: draw(engine, 2, 20), rows: 2, count: 5 },
    ...{ queryDim: 4, ...params, ...change },
  }).scores;

says(6, '$$e_{ij} = v^\\top \\tanh(W s_{i-1} + U h_j).$$', (engine) => {
  const [w, u, v] = [draw(engine, 3, 12), draw(engine, 4, 12), draw(engine, 5, 3)];
  const scores = scored(engine, 'additive', { w, u, v, hiddenDim: 3 });
  const shape = { inDim: 4, outDim: 3 };
  const left = engine.linear({ x: draw(engine, 1, 8), w, rows: 2, ...shape }).y;
  const right = engine.linear({ x: draw(engine, 2, 20), w: u, rows: 5, ...shape }).y;
  for (let i = 0; i < 2; i++) {
    for (let j = 0; j < 5; j++) {
      const { sum } = engine.residual({ x: rowOf(left, 3, i), update: rowOf(right, 3, j) });
      const { y } = engine.elementary({ name: 'tanh', x: sum });
      agree(engine, [engine.dot({ a: v, b: y }).dot], [scores[i * 5 + j]]);
    }
  }
});

says(6, 'no params; both sides must have the same width', (engine) => {
  const scores = scored(engine, 'dot', {});
  const { dot } = engine.dot({
    a: draw(engine, 1, 8).subarray(0, 4),
    b: draw(engine, 2, 20).subarray(4, 8),
  });
  agree(engine, [scores[1]], [dot]);
  const uneven = () => scored(engine, 'dot', {}, { keyDim: 5, keys: draw(engine, 2, 25) });
  assert.throws(uneven, /keyDim/);
});

says(6, 'one matrix lets the two sides differ', (engine) => {
  const identity = Float32Array.from({ length: 16 }, (_, i) => Number(i % 5 === 0));
  agree(engine, scored(engine, 'general', { w: identity }), scored(engine, 'dot', {}));
  const w = draw(engine, 3, 8);
  const other = scored(engine, 'general', { w }, { keyDim: 2, keys: draw(engine, 2, 10) });
  assert.equal(other.length, 10);
});

says(6, 'the additive score, its two matrices written as one', (engine) => {
  const [w, u, v] = [draw(engine, 3, 12), draw(engine, 4, 12), draw(engine, 5, 3)];
  const joined = Float32Array.from({ length: 24 }, (_, i) => {
    const [row, column] = [Math.floor(i / 8), i % 8];
    return column < 4 ? w[row * 4 + column] : u[row * 4 + column - 4];
  });
  const additive = scored(engine, 'additive', { w, u, v, hiddenDim: 3 });
  agree(engine, additive, scored(engine, 'concat', { w: joined, v, hiddenDim: 3 }));
});

says(6, 'The dot score, divided by $\\sqrt{d_k}$, is the one that went on', (engine) => {
  const [query, key] = [draw(engine, 1, 8), draw(engine, 2, 20)];
  const args = { query, key, value: key, seqLen: 2, kvLen: 5, headDim: 4, trace: true };
  agree(engine, engine.attention(args).trace.rawScores, scored(engine, 'dot', {}));
  const halved = scored(engine, 'dot', {}).map((score) => score / 2);
  agree(engine, engine.attention(args).trace.scores, halved);
});

says(
  6,
  'what the first word has to say to the tenth passes through [nine] updates, any of which can blur it; in attention it takes [one] step.',
  (engine, [updates, one]) => {
    // A state that keeps a half of the one before it: what arrives has been halved nine times.
    const x = new Float32Array(10);
    x[0] = 2 ** -12;
    const { states } = engine.recurrent({ x, w: [0.5], seqLen: 10, dim: 1 });
    agree(engine, [states[9] / states[0]], [2 ** -updates.value], 1e-6);
    assert.equal(engine.layerCosts({ n: 10, d: 4 }).selfAttention.pathLength, one.value);
  },
);

says(
  6,
  'the tenth state cannot be computed before the ninth, however many processors stand idle',
  (engine) => {
    const { recurrent, selfAttention } = engine.layerCosts({ n: 10, d: 4 });
    assert.ok(recurrent.sequentialSteps >= 9);
    assert.equal(selfAttention.sequentialSteps, 1);
  },
);

const cost = (engine, n, d, k = 3, r = 16) => engine.layerCosts({ n, d, k, r });
const KINDS = ['selfAttention', 'recurrent', 'convolution', 'restricted'];

/** How a cost grows when one size is doubled. */
const doubled = (engine, field, kind) => {
  const base = cost(engine, 128, 64)[kind][field];
  return {
    n: cost(engine, 256, 64)[kind][field] / base,
    d: cost(engine, 128, 128)[kind][field] / base,
    k: cost(engine, 128, 64, 6)[kind][field] / base,
    r: cost(engine, 128, 64, 3, 32)[kind][field] / base,
  };
};

says(6, 'Convolutions have width k and are dilated; restricted attention sees r tokens.', (engine) => {
  const growth = [
    { n: 4, d: 2, k: 1, r: 1 },
    { n: 2, d: 4, k: 1, r: 1 },
    { n: 2, d: 4, k: 2, r: 1 },
    { n: 2, d: 2, k: 1, r: 2 },
  ];
  const rows = tableOf(6, 'One layer over n tokens');
  const printedForms = ['n^2 \\cdot d', 'n \\cdot d^2', 'k \\cdot n \\cdot d^2', 'r \\cdot n \\cdot d'];
  KINDS.forEach((kind, i) => {
    assert.deepEqual(doubled(engine, 'operations', kind), growth[i], kind);
    assert.equal(rows[i][1], `$O(${printedForms[i]})$`);
  });
  const steps = KINDS.map((kind) => doubled(engine, 'sequentialSteps', kind).n);
  assert.deepEqual(steps, [1, 2, 1, 1]);
  assert.deepEqual(rows.map((row) => row[2]), ['$O(1)$', '$O(n)$', '$O(1)$', '$O(1)$']);
  const paths = KINDS.map((kind) => cost(engine, 3 ** 5, 64)[kind].pathLength);
  assert.equal(paths[0], 1);
  assert.equal(doubled(engine, 'pathLength', 'recurrent').n, 2);
  assert.equal(cost(engine, 3 ** 6, 64).convolution.pathLength - paths[2], 1);
  assert.equal(doubled(engine, 'pathLength', 'restricted').n, 2);
  assert.equal(doubled(engine, 'pathLength', 'restricted').r, 1 / 2);
  assert.deepEqual(rows.map((row) => row[3]), ['$O(1)$', '$O(n)$', '$O(\\log_k n)$', '$O(n/r)$']);
}); // prettier-ignore

says(
  6,
  'With n = [128] tokens and d = [512] channels, self-attention takes n²·d = [8,388,608] operations and a recurrent layer n·d² = [33,554,432]. The two cost the same at n = d.',
  (engine, [n, d, ...numbers]) => {
    const { selfAttention, recurrent } = cost(engine, n.value, d.value);
    printed(numbers, [selfAttention.operations, recurrent.operations]);
    for (const size of [1, 7, 64, 512, 4096]) {
      const same = cost(engine, size, size);
      assert.equal(same.selfAttention.operations, same.recurrent.operations);
    }
  },
);

says(
  6,
  'self-attention takes [8,388,608] operations and the recurrent layer [33,554,432], [four] times as many; convolutions of width [3] take [100,663,296].',
  (engine, [attention, recurrent, times, width, convolution]) => {
    const costs = cost(engine, 128, 512, width.value);
    printed([attention], [costs.selfAttention.operations]);
    printed([recurrent], [costs.recurrent.operations]);
    printed([times], [costs.recurrent.operations / costs.selfAttention.operations]);
    printed([convolution], [costs.convolution.operations]);
  },
);

says(6, 'At $n = d$ the first two cost the same, $d^3$, since $n^2 d = n d^2$ there.', (engine) => {
  const { selfAttention, recurrent } = cost(engine, 512, 512);
  assert.equal(selfAttention.operations, 512 ** 3);
  assert.equal(recurrent.operations, 512 ** 3);
  const [below, above] = [cost(engine, 511, 512), cost(engine, 513, 512)];
  assert.ok(below.selfAttention.operations < below.recurrent.operations);
  assert.ok(above.selfAttention.operations > above.recurrent.operations);
});

says(
  6,
  'at [4,096] tokens self-attention takes [eight] times the operations of the recurrent layer. At the sliders’ present places it takes [8,388,608].',
  (engine, [n, times, present]) => {
    const { selfAttention, recurrent } = cost(engine, n.value, 512);
    printed([times], [selfAttention.operations / recurrent.operations]);
    printed([present], [cost(engine, 128, 512).selfAttention.operations]);
  },
);

says(6, '[ten] times the text, a hundred times the scores', (engine, [times]) => {
  const scores = (seqLen) => engine.attentionCosts({ seqLen, headDim: 8 }).plain.scores;
  assert.equal(scores(20 * times.value) / scores(20), 100);
});

says(
  6,
  'an attention layer by [four], the projections of chapter 5. Those four are linear in $n$',
  (engine, [matrices]) => {
    const { wQ, total } = engine.multiHeadParams({ dModel: 512, nHeads: 8 });
    assert.equal(wQ, 512 ** 2);
    assert.equal(total / wQ, matrices.value);
    const projections = (seqLen) =>
      engine.attentionCosts({ seqLen, nHeads: 8, headDim: 64, dModel: 512 }).projections;
    assert.equal(projections(40).multiplyAdds, 4 * projections(10).multiplyAdds);
    assert.equal(projections(10).multiplyAdds, 10 * total);
  },
);
