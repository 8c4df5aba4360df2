// Memory: what is taken is given back, whatever happens, and results are the caller's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEngine } from '../../web/engine/attn.js';
import { Arena } from '../../web/engine/arena.js';
import { IT_ROW, SAMPLES, flatten, numbers } from './samples.mjs';

const engine = await loadEngine();

test('a thousand calls and errors leave the memory where it was', () => {
  for (const [name, args] of Object.entries(SAMPLES)) engine[name](args);
  const before = engine.memoryBytes;
  for (let i = 0; i < 50; i++) {
    for (const [name, args] of Object.entries(SAMPLES)) {
      engine[name](args);
      assert.throws(() => engine[name]({ ...args, notAnArgument: 1 }), TypeError);
    }
    assert.throws(
      () => engine.softmax({ scores: numbers(9999), rows: 100, cols: 100 }),
      RangeError,
    );
    assert.throws(() =>
      engine.softmax({ scores: new Array(10000).fill(NaN), rows: 100, cols: 100 }),
    );
  }
  assert.equal(engine.memoryBytes, before);
});

test('a large call grows the memory and is right', () => {
  const before = engine.memoryBytes;
  const cols = 300_000;
  const { weights } = engine.softmax({ scores: new Float32Array(cols), cols });
  assert.ok(engine.memoryBytes > before);
  assert.equal(weights[cols - 1], Math.fround(1 / cols));
});

test('results survive later calls and growth', () => {
  const first = engine.softmax({ scores: IT_ROW, cols: 10 });
  const kept = flatten(first);
  engine.maskMatrix({ seqLen: 1500 });
  engine.softmax({ scores: numbers(10), cols: 10 });
  assert.deepEqual(flatten(first), kept);
  assert.equal(first.weights.buffer.byteLength, 40);
});

test('inputs are not touched', () => {
  const scores = Float32Array.from(IT_ROW);
  engine.softmax({ scores, cols: 10, temperature: 0.5, causal: true, causalOffset: 3 });
  assert.deepEqual(scores, Float32Array.from(IT_ROW));
});

test('what no memory could hold is refused, and the engine goes on', () => {
  assert.throws(() => engine.maskMatrix({ seqLen: 1e9 }), /maskMatrix: .*too large/);
  assert.throws(() => engine.random({ seed: 1, count: 0x3fffffff }), /out of memory|too large/);
  assert.equal(engine.dot({ a: [2], b: [3] }).dot, 6);
});

test('the arena aligns, grows and releases', () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 3 });
  const arena = new Arena(memory, 1001);
  const mark = arena.mark();
  const pointers = [arena.take(1), arena.take(0), arena.take(17), arena.take(65536)];
  assert.ok(pointers.every((pointer) => pointer % 16 === 0 && pointer >= 1001));
  assert.ok(pointers[3] + 65536 <= memory.buffer.byteLength);
  assert.throws(() => arena.take(65536 * 3), /out of memory/);
  assert.equal(arena.take(16) - pointers[3], 65536);
  arena.release(mark);
  assert.equal(arena.take(4), pointers[0]);
});
