// tfjs-backend-wasm as a contender: SIMD, one thread. The scripts before this
// module have put `tf` on the page.

const tf = globalThis.tf;

export async function start() {
  tf.wasm.setWasmPaths('/node_modules/@tensorflow/tfjs-backend-wasm/dist/');
  tf.wasm.setThreadsCount(1);
  await tf.setBackend('wasm');
  await tf.ready();
}

export function attention({ heads, seqLen, kvLen, dim, causal }, { query, key, value }) {
  let mask = null;
  if (causal) {
    const data = new Float32Array(seqLen * kvLen);
    for (let q = 0; q < seqLen; q++) data.fill(-1e30, q * kvLen + q + 1, (q + 1) * kvLen);
    mask = tf.tensor(data, [seqLen, kvLen]);
  }
  const run = () =>
    tf.tidy(() => {
      const q = tf.tensor(query, [heads, seqLen, dim]);
      const k = tf.tensor(key, [heads, kvLen, dim]);
      const v = tf.tensor(value, [heads, kvLen, dim]);
      let scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(dim));
      if (mask) scores = tf.add(scores, mask);
      return tf.matMul(tf.softmax(scores), v).dataSync();
    });
  return { run, release: () => mask?.dispose() };
}

export function softmax({ rows, cols }, { scores }) {
  const run = () => tf.tidy(() => tf.softmax(tf.tensor(scores, [rows, cols])).dataSync());
  return { run, release: () => {} };
}
