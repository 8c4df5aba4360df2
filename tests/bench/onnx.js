// Writes ONNX models: just enough of the protobuf wire format for a graph of
// nodes with attributes and initializers (onnx.proto3, IR version 10).

const VARINT = 0;
const BYTES = 2;
const FIXED32 = 5;

const FLOAT = 1; // TensorProto.DataType
const ATTRIBUTE = { float: 1, int: 2, ints: 7 }; // AttributeProto.AttributeType

/** @param {number} value  a whole number, 0 or more */
function varint(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Uint8Array.from([...bytes, value]);
}

/** @param {...Uint8Array} parts */
function join(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {number} field @param {number} value */
const number = (field, value) => join(varint(field * 8 + VARINT), varint(value));
/** @param {number} field @param {Uint8Array} bytes */
const message = (field, bytes) => join(varint(field * 8 + BYTES), varint(bytes.length), bytes);
/** @param {number} field @param {string} text */
const string = (field, text) => message(field, new TextEncoder().encode(text));
/** @param {number} field @param {number} value */
const float = (field, value) =>
  join(varint(field * 8 + FIXED32), new Uint8Array(Float32Array.of(value).buffer));

/** @param {string} name @param {readonly number[]} shape */
function valueInfo(name, shape) {
  const dims = shape.map((size) => message(1, number(1, size)));
  const tensorType = join(number(1, FLOAT), message(2, join(...dims)));
  return join(string(1, name), message(2, message(1, tensorType)));
}

/** @param {string} name @param {number | { float: number } | number[]} value */
function attribute(name, value) {
  if (Array.isArray(value)) {
    return join(string(1, name), ...value.map((v) => number(8, v)), number(20, ATTRIBUTE.ints));
  }
  if (typeof value === 'number') {
    // a negative int64 is ten bytes of two's complement; only -1 is needed
    const minusOne = join(varint(3 * 8 + VARINT), Uint8Array.from([...Array(9).fill(255), 1]));
    return join(
      string(1, name),
      value < 0 ? minusOne : number(3, value),
      number(20, ATTRIBUTE.int),
    );
  }
  return join(string(1, name), float(2, value.float), number(20, ATTRIBUTE.float));
}

/** @param {Node} node */
function nodeProto({ op, inputs, output, attributes = {} }) {
  return join(
    ...inputs.map((name) => string(1, name)),
    string(2, output),
    string(4, op),
    ...Object.entries(attributes).map(([name, value]) => message(5, attribute(name, value))),
  );
}

/** @param {string} name @param {{ shape: readonly number[], data: Float32Array }} tensor */
function tensorProto(name, { shape, data }) {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return join(
    ...shape.map((size) => number(1, size)),
    number(2, FLOAT),
    string(8, name),
    message(9, raw),
  );
}

/**
 * @typedef {object} Node
 * @property {string} op
 * @property {string[]} inputs
 * @property {string} output
 * @property {Record<string, number | { float: number } | number[]>} [attributes]
 */

/**
 * The bytes of a model.
 * @param {object} graph
 * @param {Record<string, readonly number[]>} graph.inputs  shapes
 * @param {Record<string, { shape: readonly number[], data: Float32Array }>} [graph.initializers]
 * @param {Node[]} graph.nodes
 * @param {Record<string, readonly number[]>} graph.outputs  shapes
 * @param {number} [graph.opset]
 */
export function onnxModel({ inputs, initializers = {}, nodes, outputs, opset = 23 }) {
  const graph = join(
    ...nodes.map((node) => message(1, nodeProto(node))),
    string(2, 'bench'),
    ...Object.entries(initializers).map(([name, tensor]) => message(5, tensorProto(name, tensor))),
    ...Object.entries(inputs).map(([name, shape]) => message(11, valueInfo(name, shape))),
    ...Object.entries(outputs).map(([name, shape]) => message(12, valueInfo(name, shape))),
  );
  return join(number(1, 10), message(7, graph), message(8, number(2, opset)));
}
