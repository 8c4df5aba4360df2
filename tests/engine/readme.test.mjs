// The map of c/ names every file that is there, and none that is not.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

test('c/README.md names every file of c/ and no other', () => {
  const folder = new URL('../../c/', import.meta.url);
  const map = readFileSync(new URL('README.md', folder), 'utf8');
  const isSource = (name) => /^[\w.]+\.(c|h|txt|mjs)$/.test(name);
  const rows = map.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((line) => line.split('|')[1]).join();
  const named = [...cells.matchAll(/`([^`]+)`/g)].map(([, name]) => name).filter(isSource);
  assert.deepEqual([...new Set(named)].sort(), readdirSync(folder).filter(isSource).sort());
});
