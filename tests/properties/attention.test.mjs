import assert from 'node:assert/strict';
import { gathered, repeated } from './rows.mjs';
import { close, property, sameBits } from './property.mjs';

property('Keys and values permuted together change nothing', 200, (engine, draw) => {
  const sizes = draw.attention();
  const { query, key, value } = draw.tensors(sizes);
  const { batch, nKvHeads, kvLen, headDim, vHeadDim } = sizes;
  const order = draw.order(kvLen);
  const plain = engine.attention({ ...sizes, query, key, value });
  const permuted = engine.attention({
    ...sizes,
    query,
    key: gathered(key, batch * nKvHeads, kvLen, headDim, order),
    value: gathered(value, batch * nKvHeads, kvLen, vHeadDim, order),
  });
  close(permuted.output, plain.output, {}, 'output');
});

property('Queries permuted permute the output', 100, (engine, draw) => {
  const sizes = draw.attention();
  const { query, key, value } = draw.tensors(sizes);
  const { batch, nHeads, seqLen, headDim, vHeadDim } = sizes;
  const order = draw.order(seqLen);
  const plain = engine.attention({ ...sizes, query, key, value });
  const moved = gathered(query, batch * nHeads, seqLen, headDim, order);
  const permuted = engine.attention({ ...sizes, query: moved, key, value });
  const want = gathered(plain.output, batch * nHeads, seqLen, vHeadDim, order);
  sameBits(permuted.output, want, 'output');
});

property('A causal row ignores what comes after it', 200, (engine, draw) => {
  const sizes = draw.attention();
  const { batch, nKvHeads, kvLen, seqLen, headDim, vHeadDim, nHeads } = sizes;
  const { query, key, value } = draw.tensors(sizes);
  const offset = draw.whole(-3, kvLen);
  const row = draw.whole(0, seqLen - 1);
  const last = row + offset; // the last key that this row may read
  const changed = (array, dim) =>
    array.map((x, i) => (Math.floor(i / dim) % kvLen > last ? draw.numbers(1, 50)[0] : x));
  const options = { ...sizes, query, causal: true, causalOffset: offset };
  const plain = engine.attention({ ...options, key, value });
  const other = engine.attention({
    ...options,
    key: changed(key, headDim),
    value: changed(value, vHeadDim),
  });
  assert.equal(key.length, batch * nKvHeads * kvLen * headDim);
  const upTo = (array) =>
    gathered(array, batch * nHeads, seqLen, vHeadDim, [...Array(row + 1).keys()]);
  sameBits(upTo(other.output), upTo(plain.output), 'output');
});

property('Grouped heads are heads that share their keys and values', 150, (engine, draw) => {
  const sizes = draw.attention({ maxHeads: 6 });
  const { batch, nHeads, nKvHeads, kvLen, headDim, vHeadDim } = sizes;
  const { query, key, value } = draw.tensors(sizes);
  const mask = draw.mask(sizes);
  const grouped = engine.attention({ ...sizes, ...mask, query, key, value, trace: true });
  const all = engine.attention({
    ...sizes,
    ...mask,
    nKvHeads: nHeads,
    query,
    key: repeated(key, batch * nKvHeads, nHeads / nKvHeads, kvLen * headDim),
    value: repeated(value, batch * nKvHeads, nHeads / nKvHeads, kvLen * vHeadDim),
    trace: true,
  });
  sameBits(grouped.output, all.output, 'output');
  sameBits(grouped.trace.weights, all.trace.weights, 'weights');
});

property('Each sequence of a batch is as it would be alone', 150, (engine, draw) => {
  const sizes = draw.attention({ maxBatch: 3 });
  const { query, key, value } = draw.tensors(sizes);
  const all = engine.attention({ ...sizes, query, key, value, causal: true });
  const b = draw.whole(0, sizes.batch - 1);
  const own = (array) => {
    const size = array.length / sizes.batch;
    return array.slice(b * size, (b + 1) * size);
  };
  const inputs = { query: own(query), key: own(key), value: own(value) };
  const alone = engine.attention({ ...sizes, ...inputs, batch: 1, causal: true });
  sameBits(own(all.output), alone.output, 'output');
});

property(
  'The output is the weights times the values, the weights the softmax of the scores',
  150,
  (engine, draw) => {
    const sizes = { ...draw.attention(), batch: 1, nHeads: 1, nKvHeads: 1 };
    const { seqLen, kvLen, vHeadDim } = sizes;
    const { query, key, value } = draw.tensors(sizes);
    const softcap = draw.among([0, 0, 2]);
    const temperature = draw.among([1, 1, 0.5, 3]);
    const mask = draw.mask(sizes);
    const options = { ...sizes, ...mask, softcap, temperature };
    const { output, trace } = engine.attention({ ...options, query, key, value, trace: true });
    const softmax = engine.softmax({
      scores: trace.cappedScores,
      rows: seqLen,
      cols: kvLen,
      temperature,
      ...mask,
    });
    sameBits(trace.weights, softmax.weights, 'weights');
    const sums = engine.weightedSum({
      weights: trace.weights,
      value,
      rows: seqLen,
      cols: kvLen,
      dim: vHeadDim,
    });
    sameBits(output, sums.output, 'output');
  },
);

property(
  'A mask of -Infinity, of zeros in allow, and as a matrix are the same',
  150,
  (engine, draw) => {
    const sizes = draw.attention();
    const { batch, nHeads, seqLen, kvLen } = sizes;
    const inputs = { ...sizes, ...draw.tensors(sizes) };
    const allow = draw.bits(batch * nHeads * seqLen * kvLen);
    const shape = [batch, nHeads, seqLen, kvLen];
    const mask = Float32Array.from(allow, (bit) => (bit ? 0 : -Infinity));
    const byBits = engine.attention({ ...inputs, allow, allowShape: shape });
    const byNumbers = engine.attention({ ...inputs, mask, maskShape: shape });
    sameBits(byNumbers.output, byBits.output, 'output');
    const any = draw.mask(sizes);
    const matrix = engine.maskMatrix({ batch, nHeads, seqLen, kvLen, ...any }).mask;
    const direct = engine.attention({ ...inputs, ...any });
    const asMatrix = engine.attention({ ...inputs, mask: matrix, maskShape: shape });
    sameBits(asMatrix.output, direct.output, 'output by the matrix');
  },
);

property('A row that may read nothing gives zeros', 100, (engine, draw) => {
  const sizes = { ...draw.attention(), batch: 1 };
  const { nHeads, seqLen, kvLen, vHeadDim } = sizes;
  const row = draw.whole(0, seqLen - 1);
  const allow = new Uint8Array(seqLen * kvLen).map((_, i) => Number(Math.floor(i / kvLen) !== row));
  const { output, trace } = engine.attention({
    ...sizes,
    ...draw.tensors(sizes, 30),
    allow,
    trace: true,
  });
  const of = (array, dim) => gathered(array, nHeads, seqLen, dim, [row]);
  sameBits(of(output, vHeadDim), new Float32Array(nHeads * vHeadDim), 'output');
  sameBits(of(trace.weights, kvLen), new Float32Array(nHeads * kvLen), 'weights');
  sameBits(of(trace.entropy, 1), new Float32Array(nHeads), 'entropy');
});

property('kvLengths are keys cut off', 100, (engine, draw) => {
  const sizes = { ...draw.attention(), batch: 1 };
  const { nKvHeads, kvLen, headDim, vHeadDim } = sizes;
  const { query, key, value } = draw.tensors(sizes);
  const length = draw.whole(0, kvLen);
  const padded = engine.attention({ ...sizes, query, key, value, kvLengths: [length] });
  const first = [...Array(length).keys()];
  const cut = engine.attention({
    ...sizes,
    kvLen: length,
    query,
    key: gathered(key, nKvHeads, kvLen, headDim, first),
    value: gathered(value, nKvHeads, kvLen, vHeadDim, first),
  });
  sameBits(padded.output, cut.output, 'output');
});

property(
  'Multi-head attention is its projections, its heads and one more linear map',
  100,
  (engine, draw) => {
    const { nHeads, nKvHeads, seqLen, kvLen, headDim, vHeadDim } = draw.attention();
    const dModel = draw.whole(1, 20);
    const contextDim = draw.whole(1, 20);
    const x = draw.numbers(seqLen * dModel);
    const context = draw.numbers(kvLen * contextDim);
    const params = {
      wQ: draw.numbers(nHeads * headDim * dModel),
      wK: draw.numbers(nKvHeads * headDim * contextDim),
      wV: draw.numbers(nKvHeads * vHeadDim * contextDim),
      wO: draw.numbers(dModel * nHeads * vHeadDim),
    };
    const sizes = { nHeads, nKvHeads, seqLen, kvLen, headDim, vHeadDim };
    const mask = draw.mask({ batch: 1, ...sizes });
    const all = engine.multiHead({ x, context, ...params, ...sizes, dModel, contextDim, ...mask });
    const { query, key, value } = all;
    const heads = engine.attention({ ...sizes, ...mask, query, key, value });
    sameBits(all.headOutputs, heads.output, 'head outputs');
    const { y } = engine.linear({
      x: all.concat,
      w: params.wO,
      rows: seqLen,
      inDim: nHeads * vHeadDim,
      outDim: dModel,
    });
    sameBits(all.output, y, 'output');
  },
);
