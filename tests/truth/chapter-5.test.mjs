// Chapter 5: many heads.
import assert from 'node:assert/strict';
import {
  EXAMPLE_TOKENS,
  contentWordScores,
  exampleScores,
  neighbourScores,
} from '../../web/model/example.js';
import { agree, differ, percents, printed, rowOf, says } from './claims.mjs';

const IT = 7;
const [ROBOT, BALL, BECAUSE, WAS, HEAVY] = [1, 5, 6, 8, 9];

const rowIn = (engine, scores) => {
  const { weights, entropy } = engine.softmax({ scores: rowOf(scores, 10, IT), cols: 10 });
  return { weights, entropy: entropy[0] };
};
const SCORES = {
  a: exampleScores(),
  b: neighbourScores(10, 1),
  c: contentWordScores(EXAMPLE_TOKENS),
};
const three = (engine) => Object.values(SCORES).map((scores) => rowIn(engine, scores));
const mean = (engine) => {
  const matrices = Float32Array.from(Object.values(SCORES).flatMap((scores) => [...scores]));
  return rowIn(engine, engine.meanMatrices({ matrices, count: 3, size: 100 }).mean);
};
const contentOf = ({ weights }) => {
  assert.ok(weights[ROBOT] === weights[BALL] && weights[BALL] === weights[HEAVY]);
  return weights[ROBOT];
};

says(
  5,
  'With “it” selected, head A points at ball ([48.7] %), head B at was ([94.3] %), head C at robot, ball and heavy ([29.9] % each). With 1 head, ball takes [26.3] % and the entropy is [1.929] nats.',
  (engine, numbers) => {
    const [a, b, c] = three(engine);
    const one = mean(engine);
    const shares = percents(a.weights[BALL], b.weights[WAS], contentOf(c), one.weights[BALL]);
    printed(numbers, [...shares, one.entropy]);
  },
);

says(
  5,
  'Head B follows the neighbour: a score of [5] for the next token, or at the switch for the previous one, and at the edge for the token itself. Head C gathers the content words: a score of [3] for robot, ball and heavy.',
  (_engine, [next, content]) => {
    const places = (scores, value) =>
      Array.from({ length: 10 }, (_, q) => {
        const row = [...rowOf(scores, 10, q)];
        assert.ok(row.every((score) => score === 0 || score === value));
        return row.flatMap((score, k) => (score === 0 ? [] : [k]));
      });
    const following = Array.from({ length: 10 }, (_, q) => [Math.min(q + 1, 9)]);
    const before = Array.from({ length: 10 }, (_, q) => [Math.max(q - 1, 0)]);
    assert.deepEqual(places(SCORES.b, next.value), following);
    assert.deepEqual(places(neighbourScores(10, -1), next.value), before);
    const words = places(SCORES.c, content.value).map((row) => row.map((k) => EXAMPLE_TOKENS[k]));
    assert.deepEqual(words, Array(10).fill(['robot', 'ball', 'heavy']));
  },
);

says(
  5,
  'A points at ball with [48.7] %, B at was with [94.3] % (or, switched, at because), C at robot, ball and heavy with [29.9] % each. Their entropies are [1.439], [0.345] and [1.521] nats.',
  (engine, numbers) => {
    const [a, b, c] = three(engine);
    const shares = percents(a.weights[BALL], b.weights[WAS], contentOf(c));
    printed(numbers, [...shares, a.entropy, b.entropy, c.entropy]);
    const switched = rowIn(engine, neighbourScores(10, -1)).weights;
    assert.equal(switched[BECAUSE], b.weights[WAS]);
  },
);

says(5, 'Ball takes [26.3] %, heavy [21.5] %, robot [17.0] %, was [16.5] %.', (engine, numbers) => {
  const { weights } = mean(engine);
  printed(numbers, percents(...[BALL, HEAVY, ROBOT, WAS].map((k) => weights[k])));
  assert.deepEqual(Math.max(...weights), weights[BALL]);
});

says(5, 'its entropy is [1.929] nats, higher than that of any of the three.', (engine, numbers) => {
  const { entropy } = mean(engine);
  printed(numbers, [entropy]);
  for (const head of three(engine)) assert.ok(entropy > head.entropy);
});

says(
  5,
  'For the token selected now, head A has [1.439] nats, and one head in the place of three [1.929].',
  (engine, numbers) => printed(numbers, [three(engine)[0].entropy, mean(engine).entropy]),
);

const SIZES = { dModel: 12, nHeads: 3, seqLen: 5 };
const run = (engine, change = {}) => {
  const draw = (seed, count) => engine.random({ seed, count, deviation: 0.4 }).values;
  const params = { x: draw(1, 60), wQ: draw(2, 144), wK: draw(3, 144), wV: draw(4, 144), wO: draw(5, 144) }; // prettier-ignore
  return engine.multiHead({ ...params, ...change, ...SIZES });
};

says(
  5,
  'Each head writes its own slice of the output, $d_{\\text{model}}/h$ channels wide, and no other head can write there.',
  (engine) => {
    const before = run(engine).concat;
    const wV = engine.random({ seed: 4, count: 144, deviation: 0.4 }).values;
    // Other values for head 1 alone: its rows of w_v are 4 to 7.
    wV.set(engine.random({ seed: 9, count: 48 }).values, 48);
    const after = run(engine, { wV }).concat;
    for (let q = 0; q < 5; q++) {
      const slice = (concat, h) => concat.subarray(q * 12 + h * 4, q * 12 + h * 4 + 4);
      agree(engine, slice(before, 0), slice(after, 0), 0);
      agree(engine, slice(before, 2), slice(after, 2), 0);
      differ(engine, slice(before, 1), slice(after, 1));
    }
  },
);

says(
  5,
  'Then $W_O$, one more linear map, mixes the slices, so that every channel of the result can draw on every head.',
  (engine) => {
    const before = run(engine).output;
    const wV = engine.random({ seed: 4, count: 144, deviation: 0.4 }).values;
    wV.set(engine.random({ seed: 9, count: 48 }).values, 48);
    const after = run(engine, { wV }).output;
    before.forEach((value, i) => assert.notEqual(value, after[i]));
  },
);

says(5, '$$4\\, d_{\\text{model}}^2 \\text{ params, for every } h \\text{ that divides } d_{\\text{model}}.$$', (engine) => {
  for (const dModel of [12, 64, 512, 768]) {
    for (let nHeads = 1; nHeads <= dModel; nHeads++) {
      if (dModel % nHeads !== 0) continue;
      const { total } = engine.multiHeadParams({ dModel, nHeads });
      assert.equal(total, 4 * dModel ** 2, `${nHeads} heads of ${dModel}`);
    }
  }
}); // prettier-ignore

says(
  5,
  'hence $d_k = 64$, and [1,048,576] params in one attention layer. With one head of width 512 it would have [1,048,576] as well.',
  (engine, numbers) => {
    const total = (nHeads) => engine.multiHeadParams({ dModel: 512, nHeads }).total;
    printed(numbers, [total(8), total(1)]);
    const explicit = engine.multiHeadParams({ dModel: 512, nHeads: 8, headDim: 64 });
    assert.equal(explicit.total, total(8));
  },
);

says(
  5,
  'says so when $h$ does not divide $d_{\\text{model}}$: 512 channels cannot be shared out evenly among [7] heads.',
  (engine, [heads]) => {
    const misfit = () => engine.multiHeadParams({ dModel: 512, nHeads: heads.value });
    assert.throws(misfit, /divi/);
  },
);

const costs = (engine, nHeads) =>
  engine.attentionCosts({ seqLen: 10, nHeads, headDim: 512 / nHeads, dModel: 512 });

says(
  5,
  'One full-width head takes dot products 512 long for every pair of tokens; eight heads take [eight] dot products 64 long.',
  (engine, [heads]) => {
    const [one, many] = [costs(engine, 1), costs(engine, 8)];
    assert.equal(many.plain.multiplyAdds, one.plain.multiplyAdds);
    assert.equal(many.projections.multiplyAdds, one.projections.multiplyAdds);
    assert.equal(many.plain.scores, heads.value * one.plain.scores);
  },
);

says(
  5,
  'What grows with $h$ is only the number of patterns: $h$ matrices of weights in place of one, with the exponentials and the memory they need.',
  (engine) => {
    const [one, many] = [costs(engine, 1).plain, costs(engine, 8).plain];
    assert.equal(many.exponentials, 8 * one.exponentials);
    assert.ok(many.scratch > one.scratch);
  },
);

says(
  'texts',
  '{heads} heads of {width} channels: {w} have {each} params each, {total} in all. One head of {model} channels: {one} in all. The same capacity, partitioned.',
  (engine) => {
    const many = engine.multiHeadParams({ dModel: 48, nHeads: 6 });
    const one = engine.multiHeadParams({ dModel: 48, nHeads: 1 });
    assert.deepEqual(many, one);
    assert.ok(many.wQ === many.wK && many.wK === many.wV && many.wV === many.wO);
    assert.equal(many.total, 4 * many.wQ);
  },
);
