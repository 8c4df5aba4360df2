// Softmax and LogSoftmax of ONNX along any axis, and PyTorch's with a temperature.
import { axisOf, transpose } from '../arrays.mjs';

export const softmax = (engine, { inputs, attributes }) => ({
  output: alongAxis(
    inputs.input,
    attributes.axis,
    (scores, rows, cols) => engine.softmax({ scores, rows, cols }).weights,
  ),
});

export const logSoftmax = (engine, { inputs, attributes }) => ({
  output: alongAxis(
    inputs.input,
    attributes.axis,
    (scores, rows, cols) => engine.logSoftmax({ scores, rows, cols }).logWeights,
  ),
});

// The axis is brought to the end, where the engine's rows are, and back.
function alongAxis(input, axis = -1, compute) {
  const last = input.shape.length - 1;
  const moved = axisOf(axis, input.shape.length);
  const order = input.shape.map((_, i) => i);
  [order[moved], order[last]] = [last, moved];
  const { shape, data } = transpose(input, order);
  const cols = shape[last];
  const result = compute(data, data.length / cols, cols);
  return transpose({ shape, data: result }, order);
}

/** x.SoftmaxTemperature: x [rows, cols]. */
export function softmaxTemperature(engine, { inputs, attributes: { temperature } }) {
  const [rows, cols] = inputs.x.shape;
  const trace = engine.softmax({ scores: inputs.x.data, rows, cols, temperature });
  return {
    weights: { shape: [rows, cols], data: trace.weights },
    entropy_nats: { shape: [rows], data: trace.entropy },
    logsumexp: { shape: [rows], data: trace.logSumExp },
    ...(inputs.grad_out
      ? { grad_x: gradX(engine, inputs.grad_out, trace.weights, temperature) }
      : {}),
  };
}

function gradX(engine, gradOut, weights, temperature) {
  const [rows, cols] = gradOut.shape;
  const { gradScores } = engine.softmaxBackward({
    weights,
    gradWeights: gradOut.data,
    rows,
    cols,
    temperature,
  });
  return { shape: [rows, cols], data: gradScores };
}

/** The mean cross-entropy over rows: x.Training and CrossEntropy, without the gradient. */
export function crossEntropy(engine, { inputs: { logits, targets }, outputs }) {
  const [rows, cols] = logits.shape;
  const { loss } = engine.crossEntropy({ logits: logits.data, targets: targets.data, rows, cols });
  return { loss: { shape: outputs.loss.shape, data: [loss] } };
}
