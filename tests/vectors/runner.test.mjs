// The runner itself: what must never pass does not.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { main } from './run.mjs';
import { difference, isClose } from './compare.mjs';

const folder = mkdtempSync(join(tmpdir(), 'attnvec-'));
after(() => rmSync(folder, { recursive: true }));

const RELU = {
  format: 'attnvec-1',
  name: 'a case',
  op: 'Relu',
  tolerance: { rtol: 1e-5, atol: 1e-6 },
  attributes: {},
  inputs: [{ name: 'X', dtype: 'float32', shape: [3], data: [-1, 2, 3] }],
  outputs: [{ name: 'Y', dtype: 'float32', shape: [3], data: [0, 2, 3] }],
};

/** Runs one case that differs from RELU in some fields; returns the exit code and the lines. */
async function run(fields) {
  const file = join(folder, 'case.json');
  writeFileSync(file, typeof fields === 'string' ? fields : JSON.stringify({ ...RELU, ...fields }));
  return runPaths([file]);
}

async function runPaths(paths) {
  const lines = [];
  const code = await main(paths, (line) => lines.push(line));
  return { code, lines, last: lines.at(-1) };
}

const wanting = (data, shape = [data.length]) => ({
  outputs: [{ name: 'Y', dtype: 'float32', shape, data }],
});

test('A right case passes', async () => {
  assert.deepEqual(await run({}), {
    code: 0,
    lines: ['1 passed, 0 failed, 0 skipped'],
    last: '1 passed, 0 failed, 0 skipped',
  });
});

test('A wrong number fails in one line that shows the worst of them', async () => {
  const { code, lines } = await run(wanting([0.5, 2, 30]));
  assert.equal(code, 1);
  assert.equal(lines[0], 'FAILED a case: Y[2]: expected 30, got 3 (2 of 3 are off)');
  assert.equal(lines.at(-1), '0 passed, 1 failed, 0 skipped');
});

test('A NaN never passes, wanted or got', async () => {
  assert.equal((await run(wanting([0, 'nan', 3]))).code, 1);
  assert.equal(isClose(NaN, NaN, { rtol: 1, atol: 1 }), false);
  assert.equal(isClose(NaN, 0, { rtol: 1, atol: Infinity }), false);
  const [got, want] = [[NaN], [1]].map((data) => ({ shape: [1], data }));
  assert.match(difference('Y', got, want, { rtol: 1, atol: 1 }), /expected 1, got NaN/);
});

test('An infinity passes only where the same one is wanted', () => {
  const loose = { rtol: 1, atol: 1e30 };
  assert.equal(isClose(Infinity, Infinity, loose), true);
  assert.equal(isClose(-Infinity, Infinity, loose), false);
  assert.equal(isClose(3e38, Infinity, loose), false);
});

test('An output that is not returned, or has another shape, fails', async () => {
  const more = [...RELU.outputs, { name: 'Z', dtype: 'float32', shape: [1], data: [0] }];
  assert.match((await run({ outputs: more })).lines[0], /Z: not returned/);
  assert.match((await run(wanting([0, 2, 3], [3, 1]))).lines[0], /expected the shape \[3,1\]/);
});

test('An op that throws fails with its message', async () => {
  const { code, lines } = await run({
    inputs: [{ name: 'X', dtype: 'float32', shape: [3], data: ['nan', 2, 3] }],
  });
  assert.equal(code, 1);
  assert.match(lines[0], /FAILED a case: activation: x: NaN at position 0/);
});

test('An unknown op is skipped, and said to be', async () => {
  const { code, lines } = await run({ op: 'Conv' });
  assert.equal(code, 0);
  assert.deepEqual(lines, ['skipped: no op Conv (1 case)', '0 passed, 0 failed, 1 skipped']);
});

test('Outputs that are not computed yet are named, and a case with no other is skipped', async () => {
  const gradient = { name: 'grad_x', dtype: 'float32', shape: [3], data: [0, 1, 1] };
  const y = { ...RELU.outputs[0], name: 'y' };
  const fields = {
    op: 'x.Activation',
    attributes: { kind: 'relu' },
    inputs: [{ ...RELU.inputs[0], name: 'x' }],
  };
  const both = await run({ ...fields, outputs: [y, gradient] });
  assert.deepEqual(both.lines, [
    'not compared: grad_x of x.Activation (1 case)',
    '1 passed, 0 failed, 0 skipped',
  ]);
  const alone = await run({ ...fields, outputs: [gradient] });
  assert.equal(alone.last, '0 passed, 0 failed, 1 skipped');
});

test('Files that cannot be read, and paths without a case, are failures', async () => {
  assert.equal((await run('{ not json')).last, '0 passed, 1 failed, 0 skipped');
  assert.equal((await run({ format: 'something else' })).code, 1);
  assert.equal((await run({ outputs: [] })).code, 1);
  assert.equal((await run(wanting([0, 2], [3]))).code, 1);
  const empty = mkdtempSync(join(folder, 'empty-'));
  assert.equal((await runPaths([empty])).code, 1);
  assert.equal((await runPaths([join(folder, 'nowhere')])).code, 1);
});
