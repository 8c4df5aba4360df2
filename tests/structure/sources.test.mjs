// What the tools say of the sources: `make lint` shows the same at length.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { ROOT } from './files.mjs';

function run(program, ...parameters) {
  const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${program}`, parameters, {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

test('the types hold, strictly', () => {
  const { status, said } = run('tsc', '-p', 'tsconfig.json');
  assert.equal(status, 0, said);
});

test('eslint finds no error', () => {
  const { status, said } = run('eslint', '--quiet', '.');
  assert.equal(status, 0, said);
});
