// The masks of PyTorch as mask options of the engine. A boolean forbids where it is true; a float
// is added. Keys that were added behind those of the mask may always be read.
import { broadcast, padLast } from '../arrays.mjs';
import { blend } from './products.mjs';

/**
 * @param {any} engine
 * @param {any} attnMask  optional: (seq, keys) or (batch * heads, seq, keys)
 * @param {any} keyPadding  optional: (batch, keys)
 * @param {{ batch: number, nHeads: number, seqLen: number, kvLen: number }} sizes
 */
export function torchMask(engine, attnMask, keyPadding, { batch, nHeads, seqLen, kvLen }) {
  const shape = [batch, nHeads, seqLen, kvLen];
  const masks = [];
  if (attnMask) masks.push(opened(perHead(attnMask, batch, nHeads), shape));
  if (keyPadding) masks.push(opened(perKey(keyPadding), shape));
  if (masks.length === 0) return {};
  const [first, second] = masks;
  const allow = second ? first.allow.map((bit, i) => bit & second.allow[i]) : first.allow;
  return { allow, allowShape: shape, ...added(engine, masks, shape) };
}

/** For one sequence of a batch: its own padding, and one head mask for all of its heads. */
export function sequenceMask(engine, attnMask, keyPadding, b, { nHeads, seqLen, kvLen }) {
  const padding = keyPadding && {
    ...keyPadding,
    shape: [1, kvLen],
    data: keyPadding.data.subarray(b * kvLen, (b + 1) * kvLen),
  };
  const { allow, mask } = torchMask(engine, ownMask(attnMask, b, nHeads), padding, {
    batch: 1,
    nHeads,
    seqLen,
    kvLen,
  });
  const shape = [nHeads, seqLen, kvLen];
  return {
    ...(allow ? { allow, allowShape: shape } : {}),
    ...(mask ? { mask, maskShape: shape } : {}),
  };
}

function ownMask(attnMask, b, nHeads) {
  if (attnMask?.shape.length !== 3) return attnMask;
  const [, ...matrix] = attnMask.shape;
  const size = nHeads * matrix[0] * matrix[1];
  const data = attnMask.data.subarray(b * size, (b + 1) * size);
  return { ...attnMask, shape: [nHeads, ...matrix], data };
}

// (batch * heads, seq, keys) has a mask for each head of each batch.
function perHead(mask, batch, nHeads) {
  if (mask.shape.length !== 3) return mask;
  return { ...mask, shape: [batch, nHeads, ...mask.shape.slice(1)] };
}

const perKey = (mask) => ({ ...mask, shape: [mask.shape[0], 1, 1, mask.shape[1]] });

// Apart: which keys are allowed, and the finite numbers that are added (null where there are none).
function opened({ dtype, shape, data }, full) {
  const isBoolean = dtype === 'bool';
  const bits = Uint8Array.from(data, (value) =>
    Number(isBoolean ? value === 0 : value !== -Infinity),
  );
  const numbers = Float32Array.from(data, (value) => (value === -Infinity ? 0 : value));
  const stretch = (values, fill) =>
    broadcast(padLast({ shape, data: values }, full[3], fill), full).data;
  return { allow: stretch(bits, 1), numbers: isBoolean ? null : stretch(numbers, 0) };
}

function added(engine, masks, shape) {
  const numbers = masks.map((mask) => mask.numbers).filter((values) => values !== null);
  if (numbers.length === 0) return {};
  const [first, second] = numbers.map((data) => ({ shape, data }));
  const sum = second ? blend(engine, 1, first, 1, second) : first;
  return { mask: sum.data, maskShape: shape };
}
