import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const read = (path) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const tables = readdirSync(fileURLToPath(new URL('.', import.meta.url)))
  .filter((name) => name.startsWith('targets_'))
  .map((name) => read(name));
const exported = read('../../c/exports.txt').trim().split('\n');
// They take no pointer and no size: there is nothing to get wrong.
const WITHOUT_INPUT = ['attn_version', 'attn_default_scale'];

test('Every public function is called by a target of the fuzzer', () => {
  const called = new Set(tables.join('\n').match(/\battn_\w+(?=\()/g));
  const missing = exported.filter((name) => !called.has(name) && !WITHOUT_INPUT.includes(name));
  assert.deepEqual(missing, []);
});

test('A table has at most the 32 targets that its inputs can name, each of the right name', () => {
  for (const table of tables) {
    const entries = [...table.matchAll(/\{"(attn_\w+)", try_(\w+), [01]\}/g)];
    assert.ok(entries.length > 0 && entries.length <= 32);
    for (const [, name, body] of entries) {
      assert.equal(name, `attn_${body}`);
      assert.ok(exported.includes(name), `${name} is no public function`);
    }
  }
});
