// Work off the main thread: in a worker, or in slices where none starts.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createBackground } from '../../web/engine/background.js';
import { loadEngine } from '../../web/engine/attn.js';
import { serveEngine } from '../../web/engine/worker-protocol.js';
import { IT_ROW, flatten } from './samples.mjs';

const engine = await loadEngine();
const file = (name) => new URL(`../../build/engine/${name}`, import.meta.url);
const BINARIES = {
  simd: await readFile(file('attn.wasm')),
  scalar: async () => readFile(file('attn-scalar.wasm')),
};

/** A worker in this very thread: the same messages, copied as a real one's are. */
class FakeWorker extends EventTarget {
  static all = [];
  alive = true;
  inside = new EventTarget();

  constructor({ silent = false } = {}) {
    super();
    FakeWorker.all.push(this);
    if (silent) return;
    serveEngine({
      addEventListener: (type, listener) => this.inside.addEventListener(type, listener),
      postMessage: (message, transfer) => this.deliver(this, message, transfer),
    });
  }

  postMessage(message) {
    this.deliver(this.inside, message);
  }

  deliver(target, message, transfer = []) {
    const data = structuredClone(message, { transfer });
    setTimeout(() => this.alive && target.dispatchEvent(new MessageEvent('message', { data })));
  }

  terminate() {
    this.alive = false;
  }
}

const CALLS = [
  { name: 'softmax', args: { scores: IT_ROW, cols: 10 } },
  { name: 'dot', args: { a: [1, 2], b: [3, 4] } },
  { name: 'saturationExperiment', args: { seed: 1, headDim: 4, rows: 3, keys: 4 } },
];
const EXPECTED = CALLS.map(({ name, args }) => flatten(engine[name](args)));

const inWorker = () => createBackground(BINARIES, '', { startWorker: () => new FakeWorker() });
const inSlices = () =>
  createBackground(BINARIES, '', {
    startWorker: () => {
      throw new Error('forbidden');
    },
  });
const waysToFail = {
  'throws on starting': () => {
    throw new DOMException('no', 'SecurityError');
  },
  'fires an error': () => {
    const worker = new FakeWorker({ silent: true });
    setTimeout(() => worker.dispatchEvent(new Event('error', { cancelable: true })));
    return worker;
  },
  'says nothing': () => new FakeWorker({ silent: true }),
  'cannot load the engine': () => {
    const worker = new FakeWorker({ silent: true });
    worker.postMessage = () =>
      setTimeout(() =>
        worker.dispatchEvent(new MessageEvent('message', { data: { type: 'failed' } })),
      );
    return worker;
  },
};

for (const [where, create] of Object.entries({ worker: inWorker, slices: inSlices })) {
  test(`in ${where}: the results are the engine's own, in order, with progress`, async () => {
    const background = create();
    const progress = [];
    const results = await background.run(CALLS, { onProgress: (p) => progress.push({ ...p }) });
    assert.deepEqual(results.map(flatten), EXPECTED);
    assert.deepEqual(
      progress,
      [1, 2, 3].map((done) => ({ done, total: 3 })),
    );
    assert.equal(background.where(), where);
    assert.deepEqual(await background.run([]), []);
    background.close();
  });

  test(`in ${where}: an error keeps its class and message, and the next run works`, async () => {
    const background = create();
    const wrong = [CALLS[1], { name: 'dot', args: { a: [1], b: [1, 2] } }, CALLS[1]];
    await assert.rejects(background.run(wrong), {
      name: 'RangeError',
      message: 'dot: b: expected 1 numbers, got 2',
    });
    for (const name of ['nothing', 'constructor', 'build', '__proto__']) {
      await assert.rejects(background.run([{ name, args: {} }]), TypeError);
    }
    assert.deepEqual((await background.run(CALLS)).map(flatten), EXPECTED);
    background.close();
  });

  test(`in ${where}: Stop ends a run at once, and the next run works`, async () => {
    const background = create();
    const stop = new AbortController();
    let done = 0;
    const onProgress = () => {
      done++;
      stop.abort();
    };
    const many = Array(50).fill(CALLS[1]);
    await assert.rejects(background.run(many, { signal: stop.signal, onProgress }), {
      name: 'AbortError',
    });
    assert.equal(done, 1);
    await assert.rejects(background.run(CALLS, { signal: stop.signal }), { name: 'AbortError' });
    assert.deepEqual((await background.run(CALLS)).map(flatten), EXPECTED);
    background.close();
  });

  test(`in ${where}: runs wait for each other, and one that fails stops no other`, async () => {
    const background = create();
    const order = [];
    const note = (name) => () => order.push(name);
    const runs = await Promise.allSettled([
      background.run(CALLS, { onProgress: note('a') }),
      background.run([{ name: 'norm', args: {} }], { onProgress: note('b') }),
      background.run(CALLS.slice(0, 2), { onProgress: note('c') }),
    ]);
    assert.deepEqual(order, ['a', 'a', 'a', 'c', 'c']);
    assert.deepEqual(
      runs.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    background.close();
  });

  test(`in ${where}: a listener that throws fails its own run alone`, async () => {
    const background = create();
    const onProgress = () => {
      throw new Error('mine');
    };
    await assert.rejects(background.run(CALLS, { onProgress }), /mine/);
    assert.deepEqual((await background.run(CALLS)).map(flatten), EXPECTED);
    background.close();
  });
}

for (const [how, startWorker] of Object.entries(waysToFail)) {
  test(`a worker that ${how} is replaced by slices, once and for all`, async () => {
    let starts = 0;
    const counting = () => (starts++, startWorker());
    const background = createBackground(BINARIES, '', { startWorker: counting, patience: 40 });
    assert.deepEqual((await background.run(CALLS)).map(flatten), EXPECTED);
    assert.equal(background.where(), 'slices');
    await background.run(CALLS);
    assert.equal(starts, 1);
  });
}

test('a worker started anew takes the script that is there already', async (t) => {
  let scripts = 0;
  const begun = [];
  t.mock.method(URL, 'createObjectURL', () => `blob:${++scripts}`);
  globalThis.Worker = function (address) {
    begun.push(address);
    return new FakeWorker();
  };
  t.after(() => delete globalThis.Worker);
  const source = '// a script of its own';
  for (let i = 0; i < 3; i++) {
    const background = createBackground(BINARIES, source);
    assert.deepEqual((await background.run(CALLS)).map(flatten), EXPECTED);
    background.close();
  }
  assert.deepEqual(begun, ['blob:1', 'blob:1', 'blob:1']);
});

test('the steps of the tiles come from a worker with all their arrays', async () => {
  const sizes = { seqLen: 3, headDim: 1, tileQ: 2, tileK: 2, causal: true };
  const args = { query: [1, 2, 3], key: [1, 0, 2], value: [4, 5, 6], ...sizes };
  const [{ steps }] = await inWorker().run([{ name: 'tileSteps', args }]);
  const { steps: here } = engine.tileSteps(args);
  assert.deepEqual(
    steps.map((step) => step.state),
    ['computed', 'causal', 'computed', 'computed'],
  );
  for (const field of ['scores', 'tileMax', 'accumulatorAfter'])
    assert.deepEqual(
      steps.map((step) => step[field]),
      here.map((step) => step[field]),
    );
});

test('a worker that breaks in the middle is replaced, and nothing is lost', async () => {
  const background = inWorker();
  await background.run(CALLS);
  const worker = FakeWorker.all.at(-1);
  worker.postMessage = () => setTimeout(() => worker.dispatchEvent(new Event('error')));
  assert.deepEqual((await background.run(CALLS)).map(flatten), EXPECTED);
  assert.equal(background.where(), 'slices');
  assert.equal(worker.alive, false);
});

test('arguments that cannot be copied fail that run, not the worker', async () => {
  const background = inWorker();
  const uncopyable = [{ name: 'dot', args: { a: [1], b: () => 1 } }];
  await assert.rejects(background.run(uncopyable), { name: 'DataCloneError' });
  assert.deepEqual((await background.run(CALLS)).map(flatten), EXPECTED);
  assert.equal(background.where(), 'worker');
  background.close();
});

test('slices let the page breathe', async () => {
  const background = inSlices();
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  const heavy = { name: 'random', args: { seed: 1, count: 200_000 } };
  await background.run(Array(6).fill(heavy));
  clearInterval(timer);
  assert.ok(ticks >= 3, `${ticks} ticks`);
});

test('a page can be told where the engine was not found', async () => {
  const nowhere = createBackground({ simd: () => Promise.reject(new Error('gone')) }, '');
  await assert.rejects(nowhere.run(CALLS), /gone/);
});
