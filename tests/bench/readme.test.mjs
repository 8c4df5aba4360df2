// The README's speed table has the form that the bench writes now: its columns
// and its works. The times are a machine's, and are not tested.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { WORKS } from './page/works.js';
import { HEAD, benchPart, readmeTable } from './readme.mjs';

const cells = (line) => line.split('|').map((cell) => cell.trim()).slice(1, -1); // prettier-ignore
const tables = (text) =>
  text
    .split(/\n\n/)
    .filter((block) => block.trimStart().startsWith('|'))
    .map((block) => block.trim().split('\n').map(cells));

const line = {
  browser: 'Some Browser 1',
  ours_ms: 1,
  gflops: 30,
  peak_gflops: 40,
  peer_ms: 4,
  ratio: 0.25,
};
const sample = WORKS.flatMap(({ name }) => [
  { ...line, name, peer: 'onnxruntime-web' },
  { ...line, name, peer: 'tfjs-backend-wasm', peer_ms: 8, ratio: 0.125 },
]);

test('The table has a row for each work and the share of the peak.', () => {
  const [table] = tables(readmeTable(sample));
  assert.deepEqual(table[0], HEAD);
  assert.deepEqual(table[2].slice(1), [
    '1.00 ms',
    '30.0',
    '75 %',
    '4.00 ms',
    '0.25',
    '8.00 ms',
    '0.13',
  ]);
  assert.equal(table.length, WORKS.length + 2);
});

test('The README shows the works and columns of the bench as it is now.', () => {
  const { part } = benchPart(readFileSync(new URL('../../README.md', import.meta.url), 'utf8'));
  const written = tables(part);
  assert.ok(written.length > 0, 'no table: make bench, then node tests/bench/readme.mjs');
  for (const table of written) {
    assert.deepEqual(table[0], HEAD);
    assert.deepEqual(table.slice(2).map(([name]) => name), WORKS.map(({ name }) => name)); // prettier-ignore
  }
});
