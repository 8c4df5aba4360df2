import { close, property } from './property.mjs';

property('Fast attention is the plain one, but for rounding', 250, (engine, draw) => {
  const sizes = draw.attention({ maxLen: 40, maxDim: 20 });
  if (draw.chance(0.2)) sizes.kvLen = draw.whole(60, 150); // more than one tile
  if (draw.chance(0.3)) sizes.seqLen = draw.whole(1, 3); // a decode step
  const deviation = draw.among([1, 1, 5, 1e15]);
  const options = {
    softcap: draw.among([0, 0, 4]),
    temperature: draw.among([1, 1, 0.5, 0]),
    ...draw.mask(sizes),
  };
  const inputs = { ...sizes, ...draw.tensors(sizes, deviation), ...options };
  const plain = engine.attention(inputs).output;
  const fast = engine.attentionFast(inputs).output;
  const largest = Math.max(...inputs.value.map(Math.abs));
  close(fast, plain, { rtol: 2e-5, atol: 2e-5 * largest }, 'output');
});

property('A fast linear map is the plain one, but for rounding', 150, (engine, draw) => {
  const [rows, inDim, outDim] = [draw.whole(1, 20), draw.whole(1, 40), draw.whole(1, 20)];
  const x = draw.numbers(rows * inDim);
  const w = draw.numbers(outDim * inDim);
  const bias = draw.chance(0.5) ? draw.numbers(outDim) : null;
  const sizes = { x, w, bias, rows, inDim, outDim };
  close(engine.linearFast(sizes).y, engine.linear(sizes).y, { rtol: 1e-5, atol: 2e-5 }, 'y');
});

property(
  'Fast rows of softmax, LayerNorm and GELU are the plain ones, but for rounding',
  150,
  (engine, draw) => {
    const [rows, cols] = [draw.whole(1, 5), draw.whole(1, 40)];
    const x = draw.numbers(rows * cols, draw.among([1, 10, 1e3]));
    const temperature = draw.among([1, 0.1, 7, 0, Infinity]);
    const weights = engine.softmax({ scores: x, rows, cols, temperature }).weights;
    const fastWeights = engine.softmaxFast({ scores: x, rows, cols, temperature }).weights;
    close(fastWeights, weights, { rtol: 2e-5, atol: 1e-7 }, 'weights');
    const [scale, bias] = [draw.numbers(cols), draw.numbers(cols)];
    const norm = { x, scale, bias, rows, dim: cols };
    close(engine.layerNormFast(norm).y, engine.layerNorm(norm).y, { rtol: 1e-4, atol: 2e-5 }, 'y');
    const gelu = engine.activation({ x, activation: 'gelu' }).y;
    close(engine.geluFast({ x }).y, gelu, { rtol: 1e-5, atol: 1e-6 }, 'gelu');
  },
);

property('The fast block is the plain one, but for rounding', 60, (engine, draw) => {
  const nHeads = draw.whole(1, 3);
  const dModel = nHeads * draw.whole(1, 6);
  const options = { dModel, nHeads, dFf: draw.whole(1, 20) };
  const { params, layers } = engine.seededBlock({ ...options, seed: draw.whole(0, 1e6) });
  const seqLen = draw.whole(1, 20);
  const causal = draw.chance(0.5);
  const x = draw.numbers(seqLen * dModel);
  const plain = engine.encoderBlock({ ...options, params, x, seqLen, causal }).output;
  const fast = engine.blockFast({ ...options, params: layers[0], x, seqLen, causal }).output;
  close(fast, plain, { rtol: 1e-4, atol: 5e-5 }, 'output');
});
