// node tools/size.mjs [--write]: the sizes beside their budgets; fails when one is over.
// With --write the table in README.md is brought up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { inWords, sizes } from './sizes.mjs';

const README = new URL('../README.md', import.meta.url);

const measured = sizes();
for (const { what, bytes, budget } of measured) {
  const verdict = bytes <= budget ? 'ok' : 'OVER';
  const name = what.replaceAll('`', '');
  console.log(
    `${verdict.padEnd(5)}${name.padEnd(40)}${inWords(bytes).padStart(8)} of ${inWords(budget)}`,
  );
}
if (process.argv.includes('--write')) writeTable(measured);
if (measured.some(({ bytes, budget }) => bytes > budget)) process.exitCode = 1;

function writeTable(rows) {
  const table = rows.map(
    ({ what, bytes, budget }) => `| ${what} | ${inWords(bytes)} | ${inWords(budget)} |`,
  );
  const block = ['| what | size | at most |', '|---|---|---|', ...table].join('\n');
  const text = readFileSync(README, 'utf8');
  const marked = /(<!-- sizes:start -->\n)[\s\S]*(\n<!-- sizes:end -->)/;
  writeFileSync(
    README,
    text.replace(marked, (_, start, end) => start + block + end),
  );
}
