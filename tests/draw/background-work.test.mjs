// What a figure asks of the background while its reader types, and what becomes of it.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { BackgroundWork } from '../../web/widgets/frame/background-work.js';

/** A background whose runs end when a test says so; an abandoned one rejects as the real one does. */
function slowBackground() {
  const runs = [];
  const run = (calls, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason));
      runs.push({ name: calls[0].name, signal, onProgress, end: () => resolve([calls[0].name]) });
    });
  return { runs, background: Promise.resolve({ run }) };
}

/** A work on a clock that the test moves. */
function started(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { runs, background } = slowBackground();
  let changes = 0;
  const work = new BackgroundWork(() => changes++);
  work.background = background;
  const settled = async () => {
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  return {
    work,
    runs,
    changes: () => changes,
    type: async (key) => (work.want(key, [{ name: key, args: {} }]), settled()),
    pass: async (ms) => (t.mock.timers.tick(ms), settled()),
    settled,
  };
}

test('what is wished for in quiet starts at once', async (t) => {
  const { work, runs, type, settled } = started(t);
  await type('a');
  assert.deepEqual(
    runs.map(({ name }) => name),
    ['a'],
  );
  runs[0].end();
  await settled();
  assert.deepEqual([work.answers, work.finishedKey, work.isRunning], [['a'], 'a', false]);
  await type('ab');
  assert.deepEqual(
    runs.map(({ name }) => name),
    ['a', 'ab'],
  );
});

test('while the reader types, work is abandoned once and starts again when they pause', async (t) => {
  const { work, runs, type, pass, settled } = started(t);
  for (const key of ['a', 'ab', 'abc', 'abcd', 'abcde']) {
    await type(key);
    await pass(150);
  }
  assert.deepEqual(
    runs.map(({ name, signal }) => [name, signal.aborted]),
    [['a', true]],
  );
  assert.equal(work.isRunning, true);
  await pass(150);
  assert.deepEqual(
    runs.map(({ name }) => name),
    ['a', 'abcde'],
  );
  runs[1].end();
  await settled();
  assert.deepEqual([work.answers, work.isRunning], [['abcde'], false]);
});

test('progress shows half a second after the last key, the pause counted in', async (t) => {
  const { work, runs, type, pass } = started(t);
  await type('a');
  await pass(100);
  await type('ab');
  await pass(499);
  assert.equal(work.isSlow, false);
  await pass(1);
  assert.equal(work.isSlow, true);
  runs[1].onProgress({ done: 1 });
  assert.equal(work.done, 1);
});

test('Stop within the pause starts nothing, and Compute then starts it at once', async (t) => {
  const { work, runs, type, pass, changes } = started(t);
  await type('a');
  await type('ab');
  work.stop();
  assert.deepEqual([work.isStopped, work.isRunning], [true, false]);
  await pass(1000);
  assert.equal(runs.length, 1);
  const before = changes();
  work.again();
  assert.equal(changes(), before + 1);
  await type('ab');
  assert.deepEqual(
    runs.map(({ name }) => name),
    ['a', 'ab'],
  );
});

test('who types back to what is shown already waits for nothing', async (t) => {
  const { work, runs, type, pass, settled } = started(t);
  await type('a');
  runs[0].end();
  await settled();
  await type('ab');
  await type('a');
  assert.deepEqual([work.isRunning, work.finishedKey, work.wantedKey], [false, 'a', 'a']);
  await pass(1000);
  assert.deepEqual([runs.length, work.isSlow, work.isStopped], [2, false, false]);
  await type('abc');
  assert.equal(runs.length, 3);
});
