// TensorScatter of ONNX: rows written into a cache.
import { axisOf, countOf } from '../arrays.mjs';

export function tensorScatter(engine, { inputs, attributes }) {
  const { past_cache: cache, update, write_indices: indices } = inputs;
  const axis = axisOf(attributes.axis ?? -2, cache.shape.length);
  const result = engine.tensorScatter({
    cache: cache.data,
    update: update.data,
    batch: cache.shape[0],
    outer: countOf(cache.shape.slice(1, axis)),
    capacity: cache.shape[axis],
    inner: countOf(cache.shape.slice(axis + 1)),
    rows: update.shape[axis],
    mode: attributes.mode ?? 'linear',
    ...(indices ? { writeIndices: indices.data } : {}),
  });
  return { present_cache: { shape: cache.shape, data: result.cache } };
}
