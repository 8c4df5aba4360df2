// Layers, stacks and the whole machine of torch.nn.Transformer, and the plainer x.… blocks. The
// engine runs one sequence; a batch is several calls.
import { layerParams, stackParams } from './torch-params.mjs';
import { sequenceMask } from './torch-mask.mjs';

/** torch.TransformerEncoderLayer */
export const encoderLayer = (engine, vector) => ({
  out: perSequence(vector.inputs.src, (x, b, seqLen) => {
    const { inputs } = vector;
    const mask = { sequences: inputs.src_key_padding_mask, matrix: inputs.src_mask };
    return engine.encoderBlock({
      ...sizes(vector, inputs),
      ...maskFor(engine, vector, mask, b, seqLen, seqLen),
      x,
      seqLen,
      params: layerParams(inputs),
    }).output;
  }),
});

/** torch.TransformerDecoderLayer */
export const decoderLayer = (engine, vector) => ({
  out: perSequence(vector.inputs.tgt, (x, b, seqLen) => {
    const { inputs } = vector;
    return engine.decoderBlock({
      ...sizes(vector, inputs),
      ...targetMask(engine, vector, b, seqLen),
      ...memoryOf(engine, vector, inputs.memory, b, seqLen),
      x,
      seqLen,
      params: layerParams(inputs),
    }).output;
  }),
});

/** torch.TransformerEncoder */
export const encoder = (engine, vector) => ({
  out: perSequence(vector.inputs.src, (x, b, seqLen) => {
    const { inputs } = vector;
    const params = stackParams(inputs);
    return engine.stack({
      ...sizes(vector, inputs, 'layers.0.'),
      ...sourceMask(engine, vector, b, seqLen),
      x,
      seqLen,
      params,
      nLayers: params.layers.length,
      finalNorm: params.finalNorm !== undefined,
    }).output;
  }),
});

/** torch.Transformer */
export const transformer = (engine, vector) => ({
  out: perSequence(vector.inputs.tgt, (target, b, targetLen) => {
    const { inputs } = vector;
    const sourceLen = inputs.src.shape[1];
    const source = sequence(inputs.src, b);
    const memory = { padding: inputs.memory_key_padding_mask, matrix: inputs.memory_mask };
    return engine.encoderDecoder({
      ...sizes(vector, inputs, 'encoder.layers.0.'),
      ...machine(inputs),
      ...{ source, sourceLen, target, targetLen },
      causal: false,
      sourceMask: sourceMask(engine, vector, b, sourceLen),
      targetMask: targetMask(engine, vector, b, targetLen),
      memoryMask: maskFor(
        engine,
        vector,
        { sequences: memory.padding, matrix: memory.matrix },
        b,
        targetLen,
        sourceLen,
      ),
    }).output;
  }),
});

function machine(inputs) {
  const [encoderParams, decoderParams] = ['encoder.', 'decoder.'].map((p) =>
    stackParams(inputs, p),
  );
  return {
    encoder: encoderParams,
    decoder: decoderParams,
    nEncoderLayers: encoderParams.layers.length,
    nDecoderLayers: decoderParams.layers.length,
    finalNorm: encoderParams.finalNorm !== undefined,
  };
}

/** x.EncoderBlock */
export const encoderBlock = (engine, vector) => ({
  y: perSequence(
    vector.inputs.x,
    (x, b, seqLen) =>
      engine.encoderBlock({
        ...sizes(vector, vector.inputs),
        causal: Boolean(vector.attributes.causal),
        x,
        seqLen,
        params: layerParams(vector.inputs),
      }).output,
  ),
});

/** x.DecoderBlock: causal self-attention, then all of the memory. */
export const decoderBlock = (engine, vector) => ({
  y: perSequence(
    vector.inputs.x,
    (x, b, seqLen) =>
      engine.decoderBlock({
        ...sizes(vector, vector.inputs),
        causal: vector.attributes.causal ?? true,
        x,
        seqLen,
        memory: sequence(vector.inputs.memory, b),
        memoryLen: vector.inputs.memory.shape[1],
        params: layerParams(vector.inputs),
      }).output,
  ),
});

/** x.EncoderDecoder: the decoder is causal. */
export const encoderDecoder = (engine, vector) => ({
  y: perSequence(
    vector.inputs.tgt,
    (target, b, targetLen) =>
      engine.encoderDecoder({
        ...sizes(vector, vector.inputs, 'encoder.layers.0.'),
        ...machine(vector.inputs),
        causal: vector.attributes.causal ?? true,
        source: sequence(vector.inputs.src, b),
        sourceLen: vector.inputs.src.shape[1],
        target,
        targetLen,
      }).output,
  ),
});

const sequence = ({ shape: [batch], data }, b) => {
  const size = data.length / batch;
  return data.subarray(b * size, (b + 1) * size);
};

// One call for each sequence of the batch; the results lie one behind the other.
function perSequence(x, run) {
  const data = new Float32Array(x.data.length);
  const [batch, seqLen] = x.shape;
  for (let b = 0; b < batch; b++)
    data.set(run(sequence(x, b), b, seqLen), b * (data.length / batch));
  return { shape: x.shape, data };
}

/** The block's options, from the attributes and the shapes of the params. */
function sizes({ attributes }, inputs, prefix = '') {
  const [dFf, dModel] = inputs[`${prefix}linear1.weight`].shape;
  return {
    dModel,
    dFf,
    nHeads: attributes.nhead ?? attributes.n_heads,
    normFirst: Boolean(attributes.norm_first),
    activation: attributes.activation ?? 'relu',
    eps: attributes.layer_norm_eps ?? attributes.eps ?? 1e-5,
  };
}

const headsOf = ({ attributes }) => attributes.nhead ?? attributes.n_heads;

function maskFor(engine, vector, { sequences, matrix }, b, seqLen, kvLen) {
  return sequenceMask(engine, matrix, sequences, b, { nHeads: headsOf(vector), seqLen, kvLen });
}

function sourceMask(engine, vector, b, seqLen) {
  const { src_key_padding_mask: sequences, src_mask: own, mask: matrix = own } = vector.inputs;
  return maskFor(engine, vector, { sequences, matrix }, b, seqLen, seqLen);
}

function targetMask(engine, vector, b, seqLen) {
  const { tgt_key_padding_mask: sequences, tgt_mask: matrix } = vector.inputs;
  return { causal: false, ...maskFor(engine, vector, { sequences, matrix }, b, seqLen, seqLen) };
}

function memoryOf(engine, vector, memory, b, seqLen) {
  const { memory_key_padding_mask: sequences, memory_mask: matrix } = vector.inputs;
  const memoryLen = memory.shape[1];
  const memoryMask = maskFor(engine, vector, { sequences, matrix }, b, seqLen, memoryLen);
  return { memory: sequence(memory, b), memoryLen, memoryMask };
}
