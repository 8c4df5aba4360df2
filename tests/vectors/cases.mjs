// Cases: finding the attnvec-1 files under some paths, and reading their tensors.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {Object} Tensor
 * @property {string} name
 * @property {'float32'|'float64'|'int64'|'bool'} dtype
 * @property {number[]} shape
 * @property {Float32Array|Int32Array|Uint8Array} data  what the engine takes: float64 is rounded
 */

/**
 * @typedef {Object} Case
 * @property {string} name
 * @property {string} op
 * @property {Record<string, any>} attributes
 * @property {Record<string, Tensor>} inputs  by name, in the order of the file
 * @property {Record<string, { shape: number[], data: Float64Array }>} outputs
 * @property {{ rtol: number, atol: number }} tolerance
 */

/** The JSON files under a path, in order; a file stands for itself. Throws where there is none. */
export function filesUnder(path) {
  if (statSync(path).isFile()) return [path];
  const files = readdirSync(path, { recursive: true })
    .map((name) => join(path, name))
    .filter((name) => name.endsWith('.json') && statSync(name).isFile())
    .sort();
  if (files.length === 0) throw new Error(`${path}: no case (*.json) here`);
  return files;
}

/** @returns {Case} */
export function readCase(file) {
  const json = JSON.parse(readFileSync(file, 'utf8'));
  if (json?.format !== 'attnvec-1') throw new Error('the format is not attnvec-1');
  const { name, op, attributes = {}, inputs = [], outputs, tolerance } = json;
  if (!name || !op) throw new Error('a case needs a name and an op');
  if (!(tolerance?.rtol >= 0 && tolerance?.atol >= 0)) throw new Error('a tolerance is missing');
  if (!outputs?.length) throw new Error('a case without outputs proves nothing');
  return {
    name,
    op,
    attributes,
    tolerance,
    inputs: byName(inputs, readInput),
    outputs: byName(outputs, readOutput),
  };
}

function byName(tensors, read) {
  return Object.fromEntries(tensors.map((tensor) => [tensor.name, read(tensor)]));
}

const ARRAYS = {
  float32: Float32Array,
  float64: Float32Array,
  int64: Int32Array,
  bool: Uint8Array,
};

function readInput(tensor) {
  const { name, dtype, shape } = tensor;
  if (!ARRAYS[dtype]) throw new Error(`${name}: unknown dtype ${dtype}`);
  return { name, dtype, shape, data: ARRAYS[dtype].from(numbers(tensor)) };
}

// What is wanted stays in float64, so that the comparison adds no rounding of its own.
function readOutput(tensor) {
  return { shape: tensor.shape, data: Float64Array.from(numbers(tensor)) };
}

const WORDS = { inf: Infinity, '-inf': -Infinity, nan: NaN };

function numbers({ name, shape, data }) {
  const count = shape.reduce((product, size) => product * size, 1);
  if (data.length !== count) {
    throw new Error(`${name}: ${data.length} numbers for the shape [${shape}]`);
  }
  return data.map((value) => {
    const number = typeof value === 'string' ? WORDS[value] : Number(value);
    if (number === undefined) throw new Error(`${name}: '${value}' is no number`);
    return number;
  });
}
