// Loading: which build runs, what it falls back to, and what is said when none can.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineUnavailableError, loadEngine } from '../../web/engine/attn.js';

/** Replaces a property for the time of one call. */
async function withProperty(target, name, value, body) {
  const descriptor = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  try {
    return await body();
  } finally {
    Object.defineProperty(target, name, descriptor);
  }
}

const unavailable = (code, words) => (error) => {
  assert.ok(error instanceof EngineUnavailableError);
  assert.equal(error.code, code);
  assert.match(error.message, words);
  return true;
};

test('the SIMD build runs and has been verified', async () => {
  const engine = await loadEngine();
  assert.equal(engine.build, 'simd');
  assert.equal(engine.verified.ok, true);
  assert.equal(engine.verified.fellBack, null);
  assert.ok(engine.verified.vectors >= 9);
  assert.ok(engine.verified.maxError > 0 && engine.verified.maxError < 1e-6);
  assert.match(engine.version, /^\d+\.\d+\.\d+$/);
});

test('a SIMD build with wrong answers is replaced by the scalar one, which says so', async () => {
  const engine = await loadEngine({ pretend: 'simd-wrong' });
  assert.equal(engine.build, 'scalar');
  assert.equal(engine.verified.ok, true);
  assert.match(engine.verified.fellBack, /simd build gives wrong answers/);
});

test('without SIMD the scalar build runs', async () => {
  const engine = await loadEngine({ pretend: 'simd-unavailable' });
  assert.equal(engine.build, 'scalar');
  assert.match(engine.verified.fellBack, /simd build does not start/);
});

test('a SIMD binary that does not compile is replaced by the scalar one', async () => {
  const broken = { simd: new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 99]) };
  const engine = await loadEngine({ binaries: broken });
  assert.equal(engine.build, 'scalar');
});

test('one build can be asked for', async () => {
  assert.equal((await loadEngine({ builds: ['scalar'] })).build, 'scalar');
});

test('when every build is wrong, nothing pretends to work', async () => {
  const wrong = loadEngine({ builds: ['simd'], pretend: 'simd-wrong' });
  await assert.rejects(wrong, unavailable('wrong-answers', /computes wrongly/));
});

test('a browser without WebAssembly is told from a page that forbids it', async () => {
  await withProperty(globalThis, 'WebAssembly', undefined, () =>
    assert.rejects(loadEngine(), unavailable('no-webassembly', /no WebAssembly/)),
  );
  const refuse = () => Promise.reject(new WebAssembly.CompileError('blocked by CSP'));
  await withProperty(WebAssembly, 'compile', refuse, () =>
    assert.rejects(loadEngine(), unavailable('forbidden', /wasm-unsafe-eval/)),
  );
});

test('binaries may be bytes, functions, or promises from functions', async () => {
  const { readFile } = await import('node:fs/promises');
  const bytes = await readFile(new URL('../../build/engine/attn.wasm', import.meta.url));
  for (const simd of [bytes, () => bytes, async () => bytes.buffer.slice(bytes.byteOffset)]) {
    assert.equal((await loadEngine({ binaries: { simd } })).verified.ok, true);
  }
});

test('the engine cannot be changed by one figure under another', async () => {
  const engine = await loadEngine();
  assert.throws(() => {
    engine.softmax = () => {};
  }, TypeError);
});
