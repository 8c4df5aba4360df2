// x.Score: one query against n keys by four functions.

const PARAMS = {
  additive: ({ W_query, W_key, v }) => ({ w: W_query, u: W_key, v }),
  dot: () => ({}),
  general: ({ W }) => ({ w: W }),
  concat: ({ W, v }) => ({ w: W, v }),
};

export function score(engine, { inputs, attributes: { kind } }) {
  const { query, keys } = inputs;
  const [count, keyDim] = keys.shape;
  const { w, u, v } = PARAMS[kind](inputs);
  const result = engine.scoreFunction({
    kind,
    queries: query.data,
    keys: keys.data,
    ...(w ? { w: w.data } : {}),
    ...(u ? { u: u.data } : {}),
    ...(v ? { v: v.data, hiddenDim: v.shape[0] } : {}),
    count,
    queryDim: query.shape[0],
    keyDim,
  });
  return {
    scores: { shape: [count], data: result.scores },
    weights: { shape: [count], data: result.weights },
    context: { shape: [keyDim], data: result.context },
  };
}
