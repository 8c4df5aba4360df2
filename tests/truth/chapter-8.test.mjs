// Chapter 8: the whole block.
import assert from 'node:assert/strict';
import { EXAMPLE_TOKENS } from '../../web/model/example.js';
import { wordVectors } from '../../web/model/word-vectors.js';
import { PRESETS } from '../../web/widgets/block/parameters.js';
import { countParams } from '../../web/widgets/block/compute.js';
import { agree, countIn, differ, printed, rowOf, says, tableOf } from './claims.mjs';

const draw = (engine, seed, count, deviation = 0.5) =>
  engine.random({ seed, count, deviation }).values;

says(
  8,
  'Its output is a blend of values: once the weights are fixed, it is linear in them.',
  (engine) => {
    const weights = engine.softmax({ scores: draw(engine, 1, 20), rows: 4, cols: 5 }).weights;
    const blend = (value) =>
      engine.weightedSum({ weights, value, rows: 4, cols: 5, dim: 3 }).output;
    const [a, b] = [draw(engine, 2, 15), draw(engine, 3, 15)];
    const both = engine.residual({ x: a, update: b }).sum;
    const sum = engine.residual({ x: blend(a), update: blend(b) }).sum;
    agree(engine, blend(both), sum);
    agree(engine, blend(a.map((value) => 3 * value)), blend(a).map((value) => 3 * value)); // prettier-ignore
  },
);

says(
  8,
  'A base encoder layer (d_model 512, d_ff 2,048, without biases and norms) has [3,145,728] params: [1,048,576] in the attention, [2,097,152] in the feed-forward network.',
  (engine, numbers) => {
    const { total, attention, feedForward } = countParams(engine, PRESETS.encoder);
    printed(numbers, [total, attention, feedForward]);
    assert.equal(PRESETS.encoder.dModel, 512);
    assert.equal(PRESETS.encoder.dFf, 2048);
  },
);

const SIZES = { dModel: 8, nHeads: 2 };
const x = (engine) => wordVectors(engine, EXAMPLE_TOKENS, { seed: 7, dim: 8 });
const opened = (engine, change = {}) => {
  const { params } = engine.seededBlock({ seed: 7, ...SIZES });
  const args = { x: x(engine), seqLen: 10, params, trace: true, ...SIZES, ...change };
  return engine.encoderBlock(args).steps;
};

says(
  8,
  'Attention reads it, fetches, and adds its output to it. The feed-forward network reads the sum and adds in its turn:',
  (engine) => {
    const steps = opened(engine);
    const sum = (stream, update) => engine.residual({ x: stream, update }).sum;
    agree(engine, steps.attentionSum, sum(x(engine), steps.attention), 0);
    agree(engine, steps.feedForwardSum, sum(steps.attentionSum, steps.feedForward), 0);
  },
);

const ffn = (engine, tokens, activation) =>
  engine.feedForward({
    x: tokens,
    ...{ w1: draw(engine, 2, 256), b1: draw(engine, 3, 32), w2: draw(engine, 4, 256) },
    ...{ b2: draw(engine, 5, 8), rows: tokens.length / 8, dModel: 8, activation },
  });

says(8, '$$\\operatorname{FFN}(x) = W_2\\, \\operatorname{act}(W_1 x + b_1) + b_2.$$', (engine) => {
  for (const activation of ['relu', 'gelu']) {
    const tokens = draw(engine, 1, 24);
    const shape = { rows: 3, inDim: 8, outDim: 32 };
    const first = { x: tokens, w: draw(engine, 2, 256), bias: draw(engine, 3, 32), ...shape };
    const hidden = engine.activation({ x: engine.linear(first).y, activation }).y;
    const second = { x: hidden, w: draw(engine, 4, 256), bias: draw(engine, 5, 8) };
    const { y } = engine.linear({ ...second, rows: 3, inDim: 32, outDim: 8 });
    agree(engine, ffn(engine, tokens, activation).output, y);
  }
}); // prettier-ignore

says(
  8,
  'takes each token to a hidden width of usually $4 \\cdot d_{\\text{model}}$, applies ReLU (which replaces negative numbers by [0])',
  (engine, [zero]) => {
    const { hidden, activated } = ffn(engine, draw(engine, 1, 24), 'relu');
    assert.equal(hidden.length, 3 * 4 * 8);
    assert.ok(hidden.some((value) => value < 0) && hidden.some((value) => value > 0));
    hidden.forEach((value, i) => assert.equal(activated[i], value < 0 ? zero.value : value));
  },
);

says(
  8,
  'It works on each row by itself with the same params: change one token of its input and only that token’s output changes. In the attention, all of them may.',
  (engine) => {
    const tokens = draw(engine, 1, 80);
    const changed = Float32Array.from(tokens);
    changed.set(draw(engine, 9, 8), 3 * 8);
    const changedRows = (a, b) => EXAMPLE_TOKENS.flatMap((_, t) => {
      const rows = [a, b].map((data) => rowOf(data, 8, t));
      return engine.maxDifference({ a: rows[0], b: rows[1] }).maxDifference > 0 ? [t] : [];
    }); // prettier-ignore
    const outputs = (run) => changedRows(run(tokens), run(changed));
    assert.deepEqual(outputs((input) => ffn(engine, input, 'gelu').output), [3]); // prettier-ignore
    const attention = (input) => opened(engine, { x: input }).attention;
    assert.deepEqual(outputs(attention), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // The same params: equal rows give equal outputs.
    const twice = Float32Array.from([...draw(engine, 9, 8), ...draw(engine, 9, 8)]);
    const { output } = ffn(engine, twice, 'gelu');
    agree(engine, rowOf(output, 8, 0), rowOf(output, 8, 1), 0);
  },
);

says(8, 'the input reaches the last block by a straight road', (engine) => {
  // Where no part adds anything, what goes in comes out, after any number of blocks.
  const { params } = engine.seededBlock({ seed: 1, nLayers: 6, ...SIZES });
  const silent = { x: x(engine), seqLen: 10, nLayers: 6, params: params.map(() => 0), ...SIZES };
  agree(engine, engine.stack(silent).stream, x(engine), 0);
});

says(
  8,
  'LayerNorm (LN) shifts and scales a token’s vector to mean [0] and variance [1], then applies a learned scale and shift.',
  (engine, [mean, variance]) => {
    const ones = new Float32Array(32).fill(1 / 32);
    const tokens = draw(engine, 1, 96, 3).map((value) => value + 5);
    const { y } = engine.layerNorm({ x: tokens, rows: 3, dim: 32 });
    for (let t = 0; t < 3; t++) {
      const row = rowOf(y, 32, t);
      agree(engine, [engine.dot({ a: row, b: ones }).dot], [mean.value], 1e-5);
      agree(engine, [engine.dot({ a: row, b: row }).dot / 32], [variance.value], 1e-4);
    }
    const [scale, bias] = [new Float32Array(32).fill(2), new Float32Array(32).fill(-1)];
    const learned = engine.layerNorm({ x: tokens, scale, bias, rows: 3, dim: 32 }).y;
    agree(engine, learned, y.map((value) => 2 * value - 1), 1e-5); // prettier-ignore
  },
);

/** As attn-block stacks them: 32 channels, 4 heads. */
const norms = (engine, normFirst, nLayers = 24, dModel = 32) => {
  const sizes = { dModel, nHeads: 4 };
  const { params } = engine.seededBlock({ seed: 7, nLayers, ...sizes });
  const input = wordVectors(engine, EXAMPLE_TOKENS, { seed: 7, dim: dModel });
  return engine.stack({ x: input, seqLen: 10, params, nLayers, normFirst, ...sizes });
};

says(
  8,
  'After the [24] blocks of [32] channels set now it is [32.19] on average with pre-LN, and with post-LN $\\sqrt{32} = [5.66]$ after any number of them.',
  (engine, [blocks, width, pre, post]) => {
    const after = (count, normFirst) =>
      norms(engine, normFirst, count, width.value).meanNorms.at(-1);
    printed([pre], [after(blocks.value, true)]);
    for (const count of [1, 5, blocks.value]) printed([post], [after(count, false)]);
  },
);

says(
  8,
  'With post-LN a block ends in a LayerNorm, and before any training each token leaves it with the length (the norm) $\\sqrt{d_{\\text{model}}}$.',
  (engine) => {
    for (const dModel of [16, 32, 64]) {
      const { norms: all } = norms(engine, false, 3, dModel);
      const length = engine.norm({ a: new Float32Array(dModel).fill(1) }).norm;
      for (const norm of all.subarray(10)) assert.ok(Math.abs(norm / length - 1) < 1e-3, `${norm}`);
    }
  },
);

says(
  8,
  'With pre-LN nothing reins the stream in, and by and large it grows as block after block adds to it',
  (engine) => {
    const { meanNorms } = norms(engine, true);
    assert.equal(meanNorms.length, 25);
    for (let l = 4; l <= 24; l += 4) assert.ok(meanNorms[l] > meanNorms[l - 4], `block ${l}`);
    // By and large: a single block may take a little away.
    assert.ok(meanNorms.some((norm, l) => l > 0 && norm < meanNorms[l - 1]));
    assert.ok(meanNorms[24] > 2 * meanNorms[0]);
  },
);

says(
  8,
  'the LayerNorm in front of each part sees to it that what the part reads stays steady all the same.',
  (engine) => {
    const sizes = { dModel: 32, nHeads: 4 };
    const { params } = engine.seededBlock({ seed: 7, nLayers: 24, ...sizes });
    const input = wordVectors(engine, EXAMPLE_TOKENS, { seed: 7, dim: 32 });
    const args = { x: input, seqLen: 10, params, nLayers: 24, trace: true, ...sizes };
    const { layers } = engine.stack(args);
    const length = engine.norm({ a: new Float32Array(32).fill(1) }).norm;
    for (const { attentionNorm, feedForwardNorm } of layers) {
      for (const read of [attentionNorm, feedForwardNorm]) {
        const lengths = engine.rowNorms({ x: read, rows: 10, dim: 32 }).norms;
        assert.ok(lengths.every((norm) => Math.abs(norm / length - 1) < 1e-3));
      }
    }
  },
);

says(
  8,
  'Attention has the four matrices of chapter 5, $4 d_{\\text{model}}^2$ params.',
  (engine) => {
    for (const dModel of [64, 512]) {
      const { attention, feedForward } = countParams(engine, { ...PRESETS.encoder, dModel, dFf: 4 * dModel }); // prettier-ignore
      assert.equal(attention, 4 * dModel ** 2);
      // "two of d_model x 4 d_model, which makes 8 d_model^2"
      assert.equal(feedForward, 8 * dModel ** 2);
    }
  },
);

says(
  8,
  'So two thirds of a block, but for biases and norms, are feed-forward. A decoder layer with cross-attention has a second attention, and there it is one [half].',
  (engine, [half]) => {
    const share = (state) => {
      const { feedForward, total } = countParams(engine, state);
      return feedForward / total;
    };
    assert.equal(3 * share(PRESETS.encoder), 2);
    assert.equal(share(PRESETS.decoder), half.value);
    assert.ok(Math.abs(share(PRESETS.gpt2) - 2 / 3) < 1e-3);
  },
);

says(
  8,
  'The base layers of 2017 are counted without biases and norms, GPT-2 small with both.',
  (engine) => {
    const rows = tableOf(8, 'Params by part.');
    Object.values(PRESETS).forEach((preset, i) => {
      const { attention, crossAttention, feedForward, norms: inNorms, total } = countParams(engine, preset); // prettier-ignore
      const counted = [attention + crossAttention, feedForward, inNorms, total];
      const shown = rows[i].slice(1).map((cell) => (cell === '–' ? 0 : countIn(cell)));
      assert.deepEqual(counted, shown, rows[i][0]);
    });
    assert.deepEqual(
      rows.map(([name]) => name),
      ['base encoder layer', 'base decoder layer', 'GPT-2 small block'],
    );
  },
);

const GPT2 = { dModel: 768, nHeads: 12, nDecoderLayers: 12, vocabulary: 50_257, nPositions: 1024 };

says(
  8,
  'GPT-2 small stacks [twelve] such blocks. With [38,597,376] params for its [50,257] tokens (the same table reads tokens in and writes logits out), [786,432] for [1,024] positions and [1,536] for a last norm, it comes to [124,439,808].',
  (engine, [blocks, embedding, tokens, positions, places, norm, total]) => {
    const sizes = { nDecoderLayers: blocks.value, vocabulary: tokens.value, nPositions: places.value }; // prettier-ignore
    const model = engine.modelParams({ ...GPT2, ...sizes });
    printed([embedding, positions, norm, total], [model.embedding, model.positions, model.finalNorms, model.total]); // prettier-ignore
    assert.equal(model.head, 0);
    assert.equal(countParams(engine, PRESETS.gpt2).model.total, total.value);
    const block = countParams(engine, PRESETS.gpt2).total;
    assert.equal(model.decoder, blocks.value * block);
  },
);

says(8, 'what grows with $n^2$ is the pattern, not the params.', (engine) => {
  const { params } = engine.seededBlock({ seed: 7, ...SIZES });
  const weightsFor = (n) =>
    engine.encoderBlock({ x: draw(engine, 1, 8 * n), seqLen: n, params, trace: true, ...SIZES })
      .steps.weights.length;
  assert.equal(weightsFor(20), 4 * weightsFor(10));
});

const machines = (engine) => {
  const options = { dModel: 8, nHeads: 2 };
  const of = (cross) =>
    engine.seededBlock({ seed: 7, nLayers: 2, finalNorm: true, cross, ...options }).params;
  return (source, target) =>
    engine.encoderDecoder({
      ...{ source, sourceLen: source.length / 8, target, targetLen: target.length / 8 },
      ...{ encoder: of(false), decoder: of(true), nEncoderLayers: 2, nDecoderLayers: 2 },
      trace: true,
      ...options,
    });
};

says(
  8,
  'unmasked self-attention in the encoder, causal self-attention in the decoder, and cross-attention whose queries come from the decoder and whose keys and values come from the encoder’s output.',
  (engine) => {
    const run = machines(engine);
    const [source, target] = [draw(engine, 1, 48, 1), draw(engine, 2, 32, 1)];
    const { encoder, decoder, memory } = run(source, target);
    for (const { weights } of encoder.layers) assert.ok(weights.every((weight) => weight > 0));
    for (const { weights } of decoder.layers) {
      weights.forEach((weight, i) => assert.equal(weight > 0, i % 4 <= Math.floor(i / 4) % 4));
    }
    // Another source changes what the decoder fetches, and the encoder does not see the target.
    const other = run(draw(engine, 3, 48, 1), target);
    differ(engine, decoder.output, other.decoder.output);
    agree(engine, run(source, draw(engine, 4, 32, 1)).memory, memory, 0);
    differ(engine, memory, other.memory);
  },
);

says(
  8,
  'Its matrix need not be square; select it, and it has a row for each target token and a column for each source token.',
  (engine) => {
    const { decoder } = machines(engine)(draw(engine, 1, 48, 1), draw(engine, 2, 32, 1));
    const cross = decoder.layers[0].crossWeights;
    assert.equal(cross.length, 2 * 4 * 6);
    for (let row = 0; row < 8; row++) {
      const { dot } = engine.dot({ a: rowOf(cross, 6, row), b: Array(6).fill(1) });
      agree(engine, [dot], [1]);
    }
  },
);

says('texts', 'The norm of the residual stream: pre-LN grows, post-LN stays at √32.', (engine) => {
  const { meanNorms } = norms(engine, false);
  for (const norm of meanNorms.subarray(1)) assert.ok(Math.abs(norm ** 2 - 32) < 0.05, `${norm}`);
  assert.ok(norms(engine, true).meanNorms[24] ** 2 > 64);
});

says('texts', '{heads} heads do not divide {dModel} channels.', (engine) => {
  assert.equal(countParams(engine, { ...PRESETS.encoder, heads: 7, kvHeads: 7 }), null);
  assert.throws(() => engine.blockParams({ dModel: 512, nHeads: 7 }), /divi/);
});
