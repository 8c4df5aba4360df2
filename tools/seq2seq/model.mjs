// The recurrent encoder–decoder with attention, its loss and its gradient, in
// float64 for fitting. What the page shows is computed by the engine.
//
//   h_j = tanh(W h_{j-1} + E x_j)            the encoder's states
//   s_i = tanh(U s_{i-1} + F y_{i-1})        the decoder's, s_{-1} = the last h
//   e_ij = score(s_i, h_j), a = softmax(e)   by each of four score functions
//   c_i = sum_j a_ij h_j                     what is fetched
//   logits_i = O c_i + o                     with attention
//   logits_i = P s_i + Q (the last h) + p    with one fixed vector

export const DIM = 12;
export const HIDDEN = 8;

/** The shape of each param; score functions have theirs apart. */
export const shapesOf = (sourceWords, targetWords) => ({
  embedSource: [sourceWords, DIM],
  wEncoder: [DIM, DIM],
  embedTarget: [targetWords + 1, DIM], // the last row stands before the first word
  wDecoder: [DIM, DIM],
  out: [targetWords, DIM],
  outBias: [targetWords],
  fixedState: [targetWords, DIM],
  fixedSummary: [targetWords, DIM],
  fixedBias: [targetWords],
  additiveW: [HIDDEN, DIM],
  additiveU: [HIDDEN, DIM],
  additiveV: [HIDDEN],
  generalW: [DIM, DIM],
  concatW: [HIDDEN, 2 * DIM],
  concatV: [HIDDEN],
});

const zeros = (n) => new Float64Array(n);

/** y += M x, M [rows, x.length] from `at` on with rows `stride` apart */
function multiply(y, M, x, stride = x.length, at = 0) {
  for (let i = 0; i < y.length; i++) {
    let sum = 0;
    for (let d = 0; d < x.length; d++) sum += M[at + i * stride + d] * x[d];
    y[i] += sum;
  }
  return y;
}

/** The gradient of that: dx += M^T dy, dM += dy x^T. */
function multiplyBack(dx, dM, dy, M, x, stride = x.length, at = 0) {
  for (let i = 0; i < dy.length; i++) {
    const g = dy[i];
    if (g === 0) continue;
    for (let d = 0; d < x.length; d++) {
      dx[d] += M[at + i * stride + d] * g;
      dM[at + i * stride + d] += g * x[d];
    }
  }
}

const row = (M, i) => M.subarray(i * DIM, (i + 1) * DIM);

function recurrent(W, E, ids, initial) {
  const states = [];
  let last = initial;
  for (const id of ids) {
    const state = Float64Array.from(row(E, id));
    if (last) multiply(state, W, last);
    last = state.map(Math.tanh);
    states.push(last);
  }
  return states;
}

/** d: the gradients on the states, which are used up; returns that on the initial one. */
function recurrentBack(W, dW, dE, ids, states, d, initial) {
  const dInitial = zeros(DIM);
  for (let t = ids.length - 1; t >= 0; t--) {
    const inside = d[t].map((g, i) => g * (1 - states[t][i] ** 2));
    const into = row(dE, ids[t]);
    inside.forEach((g, i) => (into[i] += g));
    const last = t > 0 ? states[t - 1] : initial;
    if (last) multiplyBack(t > 0 ? d[t - 1] : dInitial, dW, inside, W, last);
  }
  return dInitial;
}

/** v^T tanh(W s + U h); W and U may be halves of one matrix. */
function tanhScore(W, U, v, names, stride, at) {
  return {
    forward(s, h) {
      const bent = multiply(multiply(zeros(HIDDEN), W, s, stride), U, h, stride, at).map(Math.tanh);
      return { score: bent.reduce((sum, b, i) => sum + b * v[i], 0), bent };
    },
    backward(g, { bent }, s, h, ds, dh, grads) {
      const inside = zeros(HIDDEN);
      for (let i = 0; i < HIDDEN; i++) {
        grads[names[2]][i] += g * bent[i];
        inside[i] = g * v[i] * (1 - bent[i] ** 2);
      }
      multiplyBack(ds, grads[names[0]], inside, W, s, stride);
      multiplyBack(dh, grads[names[1]], inside, U, h, stride, at);
    },
  };
}

function bilinearScore(W) {
  const through = (h) => (W ? multiply(zeros(DIM), W, h) : h);
  return {
    forward(s, h) {
      const met = through(h);
      return { score: s.reduce((sum, x, i) => sum + x * met[i], 0), met };
    },
    backward(g, { met }, s, h, ds, dh, grads) {
      met.forEach((x, i) => (ds[i] += g * x));
      const dMet = s.map((x) => g * x);
      if (W) multiplyBack(dh, grads.generalW, dMet, W, h);
      else dMet.forEach((x, i) => (dh[i] += x));
    },
  };
}

export const KINDS = ['additive', 'dot', 'general', 'concat'];

const scoresOf = (p) => [
  tanhScore(p.additiveW, p.additiveU, p.additiveV, ['additiveW', 'additiveU', 'additiveV'], DIM, 0),
  bilinearScore(null),
  bilinearScore(p.generalW),
  tanhScore(p.concatW, p.concatW, p.concatV, ['concatW', 'concatW', 'concatV'], 2 * DIM, DIM),
];

/** In place; returns ln of the sum that was divided by. */
function softmax(x) {
  const max = Math.max(...x);
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] = Math.exp(x[i] - max);
  for (let i = 0; i < x.length; i++) x[i] /= sum;
  return x;
}

/** The loss of one word; its gradient by the logits is left in them. */
function crossEntropy(logits, word) {
  softmax(logits);
  const loss = -Math.log(logits[word]);
  logits[word] -= 1;
  return loss;
}

/** One word by one score function: the loss, and its gradients. */
function attend(score, p, grads, word, s, hs, ds, dhs) {
  const met = hs.map((h) => score.forward(s, h));
  const weights = softmax(Float64Array.from(met, (one) => one.score));
  const context = zeros(DIM);
  hs.forEach((h, j) => h.forEach((x, d) => (context[d] += weights[j] * x)));
  const logits = multiply(Float64Array.from(p.outBias), p.out, context);
  const loss = crossEntropy(logits, word);
  logits.forEach((g, i) => (grads.outBias[i] += g));
  const dContext = zeros(DIM);
  multiplyBack(dContext, grads.out, logits, p.out, context);
  const dWeights = hs.map((h) => h.reduce((sum, x, d) => sum + x * dContext[d], 0));
  const mean = dWeights.reduce((sum, g, j) => sum + g * weights[j], 0);
  hs.forEach((h, j) => {
    dContext.forEach((g, d) => (dhs[j][d] += weights[j] * g));
    score.backward(weights[j] * (dWeights[j] - mean), met[j], s, h, ds, dhs[j], grads);
  });
  return loss;
}

/** One word from the decoder's state and one fixed vector. */
function recall(p, grads, word, s, summary, ds, dSummary) {
  const logits = multiply(Float64Array.from(p.fixedBias), p.fixedState, s);
  multiply(logits, p.fixedSummary, summary);
  const loss = crossEntropy(logits, word);
  logits.forEach((g, i) => (grads.fixedBias[i] += g));
  multiplyBack(ds, grads.fixedState, logits, p.fixedState, s);
  multiplyBack(dSummary, grads.fixedSummary, logits, p.fixedSummary, summary);
  return loss;
}

/**
 * Adds the gradient of one sentence to `grads`; returns its mean loss a word,
 * over the four score functions and the fixed vector.
 */
export function learn(p, grads, source, target, start) {
  const before = [start, ...target.slice(0, -1)];
  const hs = recurrent(p.wEncoder, p.embedSource, source, null);
  const summary = hs[hs.length - 1];
  const ss = recurrent(p.wDecoder, p.embedTarget, before, summary);
  const dhs = hs.map(() => zeros(DIM));
  const dss = ss.map(() => zeros(DIM));
  const dSummary = dhs[dhs.length - 1];
  let loss = 0;
  target.forEach((word, i) => {
    for (const score of scoresOf(p)) loss += attend(score, p, grads, word, ss[i], hs, dss[i], dhs);
    loss += recall(p, grads, word, ss[i], summary, dss[i], dSummary);
  });
  const dInitial = recurrentBack(p.wDecoder, grads.wDecoder, grads.embedTarget, before, ss, dss, summary); // prettier-ignore
  dInitial.forEach((g, d) => (dSummary[d] += g));
  recurrentBack(p.wEncoder, grads.wEncoder, grads.embedSource, source, hs, dhs, null);
  return loss / target.length / 5;
}
