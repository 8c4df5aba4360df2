// onnxruntime-web as a contender: WebAssembly with SIMD, one thread.

import * as ort from '/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs';
import { onnxModel } from '/onnx.js';

ort.env.wasm.numThreads = 1;
ort.env.wasm.simd = true;
ort.env.wasm.wasmPaths = '/node_modules/onnxruntime-web/dist/';

/** A contender that runs a model on the same feeds every time. */
async function session(model, feeds, output) {
  const loaded = await ort.InferenceSession.create(onnxModel(model), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  const tensors = Object.fromEntries(
    Object.entries(feeds).map(([name, data]) => [
      name,
      new ort.Tensor('float32', data, model.inputs[name]),
    ]),
  );
  return {
    run: async () => (await loaded.run(tensors))[output].data,
    release: () => loaded.release(),
  };
}

/** The operator Attention of ONNX opset 23. */
export function attention({ heads, seqLen, kvLen, dim, causal }, { query, key, value }) {
  const model = {
    inputs: {
      query: [1, heads, seqLen, dim],
      key: [1, heads, kvLen, dim],
      value: [1, heads, kvLen, dim],
    },
    nodes: [
      {
        op: 'Attention',
        inputs: ['query', 'key', 'value'],
        output: 'output',
        attributes: { is_causal: causal ? 1 : 0 },
      },
    ],
    outputs: { output: [1, heads, seqLen, dim] },
  };
  return session(model, { query, key, value }, 'output');
}

/** MatMul, Softmax, MatMul, as a graph from before that operator. */
export function matMuls({ heads, seqLen, kvLen, dim, causal }, { query, key, value }) {
  const inputs = {
    query: [1, heads, seqLen, dim],
    key: [1, heads, kvLen, dim],
    value: [1, heads, kvLen, dim],
  };
  const initializers = { scale: { shape: [1], data: Float32Array.of(1 / Math.sqrt(dim)) } };
  const node = (op, names, output, attributes) => ({ op, inputs: names, output, attributes });
  const nodes = [
    node('Transpose', ['key'], 'turned', { perm: [0, 1, 3, 2] }),
    node('MatMul', ['query', 'turned'], 'raw'),
    node('Mul', ['raw', 'scale'], 'scores'),
  ];
  if (causal) {
    const data = new Float32Array(seqLen * kvLen);
    for (let q = 0; q < seqLen; q++) data.fill(-Infinity, q * kvLen + q + 1, (q + 1) * kvLen);
    initializers.mask = { shape: [seqLen, kvLen], data };
    nodes.push(node('Add', ['scores', 'mask'], 'masked'));
  }
  nodes.push(
    node('Softmax', [causal ? 'masked' : 'scores'], 'weights', { axis: -1 }),
    node('MatMul', ['weights', 'value'], 'output'),
  );
  const outputs = { output: [1, heads, seqLen, dim] };
  return session({ inputs, initializers, nodes, outputs }, { query, key, value }, 'output');
}

export function softmax({ rows, cols }, { scores }) {
  const model = {
    inputs: { scores: [rows, cols] },
    nodes: [{ op: 'Softmax', inputs: ['scores'], output: 'weights', attributes: { axis: -1 } }],
    outputs: { weights: [rows, cols] },
  };
  return session(model, { scores }, 'weights');
}

/** w [out, in] as the [in, out] that MatMul wants; turned once, so at no cost. */
function turned(w, outDim, inDim) {
  const data = new Float32Array(w.length);
  for (let o = 0; o < outDim; o++)
    for (let i = 0; i < inDim; i++) data[i * outDim + o] = w[o * inDim + i];
  return { shape: [inDim, outDim], data };
}

/** A pre-LN block, with the operator Attention on rows [1, seqLen, heads * dim]. */
export function block({ seqLen, dModel, heads, dFf }, { x, ...params }) {
  const flat = (name) => ({ shape: [params[name].length], data: params[name] });
  const initializers = {};
  for (const name of 'gain1 shift1 bQ bK bV bO gain2 shift2 b1 b2'.split(' '))
    initializers[name] = flat(name);
  for (const name of 'wQ wK wV wO'.split(' '))
    initializers[name] = turned(params[name], dModel, dModel);
  initializers.w1 = turned(params.w1, dFf, dModel);
  initializers.w2 = turned(params.w2, dModel, dFf);
  const node = (op, inputs, output, attributes) => ({ op, inputs, output, attributes });
  const linear = (from, w, b, to) => [
    node('MatMul', [from, w], `${to}_product`),
    node('Add', [`${to}_product`, b], to),
  ];
  const norm = { axis: -1, epsilon: { float: 1e-5 } };
  const counts = { q_num_heads: heads, kv_num_heads: heads };
  const nodes = [
    node('LayerNormalization', ['x', 'gain1', 'shift1'], 'normal1', norm),
    ...linear('normal1', 'wQ', 'bQ', 'query'),
    ...linear('normal1', 'wK', 'bK', 'key'),
    ...linear('normal1', 'wV', 'bV', 'value'),
    node('Attention', ['query', 'key', 'value'], 'heads', counts),
    ...linear('heads', 'wO', 'bO', 'projected'),
    node('Add', ['x', 'projected'], 'middle'),
    node('LayerNormalization', ['middle', 'gain2', 'shift2'], 'normal2', norm),
    ...linear('normal2', 'w1', 'b1', 'hidden'),
    node('Gelu', ['hidden'], 'active'),
    ...linear('active', 'w2', 'b2', 'shrunk'),
    node('Add', ['middle', 'shrunk'], 'output'),
  ];
  const shape = [1, seqLen, dModel];
  const model = { inputs: { x: shape }, initializers, nodes, outputs: { output: shape } };
  return session(model, { x }, 'output');
}
