import { test } from 'node:test';
import assert from 'node:assert/strict';
import { inWords, sizes } from '../../tools/sizes.mjs';
import { read } from './files.mjs';

const TOLERANCE = 0.1;
const UNITS = { KB: 1e3, MB: 1e6 };

for (const { what, bytes, budget } of sizes()) {
  test(`${what} is within its budget of ${inWords(budget)}`, () => {
    assert.ok(bytes <= budget, `${inWords(bytes)} is more than ${inWords(budget)}`);
  });

  test(`the README says how large ${what} is`, () => {
    const row = read('README.md')
      .split('\n')
      .find((line) => line.startsWith(`| ${what} |`) && / [KM]B \|$/.test(line));
    assert.ok(row, 'no row for it: node tools/size.mjs --write');
    const [, number, unit] = row.match(/\| ([\d.]+) (KB|MB) \|/);
    const quoted = Number(number) * UNITS[unit];
    const off = Math.abs(quoted - bytes) / bytes;
    assert.ok(
      off <= TOLERANCE,
      `${number} ${unit}, but ${inWords(bytes)}: node tools/size.mjs --write`,
    );
  });
}
