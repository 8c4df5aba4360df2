// Files of numbers read back to the same bits.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { figureNames, headless } from '../../tools/headless.mjs';
import { exact, isFloat32 } from '../../web/take-along/formats/exact.js';
import { zip } from '../../web/take-along/formats/zip.js';
import { npy } from '../../web/take-along/formats/npy.js';
import { csv, json, latex, markdown } from '../../web/take-along/formats/text-tables.js';
import { fileName, matricesOf } from '../../web/take-along/matrices/index.js';

const READ_ZIP =
  'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';
const ABOUT = { figure: 'attn-x', title: 'X', provenance: 'made up', link: 'attn-x?v=1' };

/** Floats that break careless printing, and many others. */
function floats() {
  const edges = [
    0,
    -0,
    0.1,
    1 / 3,
    1e-45,
    -1e-45,
    3.4028235e38,
    1.17549435e-38,
    16777217,
    -Infinity,
  ];
  const bits = new Uint32Array(4000).map((_, i) => Math.imul(i + 1, 0x9e3779b1));
  const rest = [...new Float32Array(bits.buffer)].filter(Number.isFinite);
  return Float32Array.from([...edges, Infinity, Number.NaN, ...rest.slice(0, 3980)]);
}

function matrixOf(data, columns) {
  const shape = [data.length / columns, columns];
  const names = (count) => Array.from({ length: count }, (_, i) => `a "${i}", b`);
  const base = { id: 'x', caption: 'X', corner: 'row', format: String };
  return { ...base, shape, data, rowNames: names(shape[0]), columnNames: names(columns) };
}

/** A reader of CSV that is not the writer's. */
function readCsv(text) {
  const rows = [];
  let row = [];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const SPECIAL = { inf: Infinity, '-inf': -Infinity, nan: Number.NaN };
const number = (text) => SPECIAL[text] ?? Number(text);

function readNpy(bytes) {
  const view = new DataView(bytes.buffer);
  assert.deepEqual([...bytes.slice(0, 8)], [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  const start = 10 + view.getUint16(8, true);
  assert.equal(start % 64, 0);
  const head = new TextDecoder().decode(bytes.slice(10, start));
  const [, size] = head.match(/^\{'descr': '<f([48])', 'fortran_order': False, /);
  const shape = head
    .match(/'shape': \(([\d, ]+)\), \} *\n$/)[1]
    .split(', ')
    .map(Number);
  const count = (bytes.length - start) / size;
  const read = size === '4' ? 'getFloat32' : 'getFloat64';
  return {
    shape,
    size,
    data: Array.from({ length: count }, (_, i) => view[read](start + i * size, true)),
  };
}

function sameBits(actual, expected, what) {
  assert.equal(actual.length, expected.length, what);
  for (let i = 0; i < expected.length; i++) {
    assert.ok(
      Object.is(actual[i], expected[i]),
      `${what}, number ${i}: ${actual[i]}, not ${expected[i]}`,
    );
  }
}

test('a float32 is written with the fewest digits that read back to its bits', () => {
  for (const value of floats())
    sameBits([Math.fround(number(exact(value)))], [value], String(value));
  assert.equal(exact(Math.fround(0.1)), '0.1');
  assert.equal(exact(Math.fround(1 / 3)), '0.33333334');
});

test('CSV reads back to the same bits and names, with quotes and commas in them', () => {
  const matrix = matrixOf(floats(), 8);
  const [head, ...rows] = readCsv(csv(matrix));
  assert.deepEqual(head, ['row', ...matrix.columnNames]);
  assert.deepEqual(
    rows.map(([name]) => name),
    matrix.rowNames,
  );
  sameBits(
    rows.flatMap(([, ...cells]) => cells.map((c) => Math.fround(number(c)))),
    [...matrix.data],
    'csv',
  );
});

test('JSON reads back to the same bits, infinities too', () => {
  const matrix = matrixOf(floats(), 8);
  const read = JSON.parse(json(matrix, ABOUT));
  assert.deepEqual(read.shape, matrix.shape);
  assert.equal(read.link, ABOUT.link);
  sameBits(
    read.data.flat().map((v) => Math.fround(Number(v))),
    [...matrix.data],
    'json',
  );
});

test('NPY holds little-endian float32, and float64 where a number is no float32', () => {
  const matrix = matrixOf(floats(), 8);
  const read = readNpy(npy(matrix));
  assert.equal(read.size, '4');
  assert.deepEqual(read.shape, matrix.shape);
  sameBits(read.data, [...matrix.data], 'npy');
  const counts = { shape: [1, 2], data: [124439809, 0.1] };
  assert.equal(readNpy(npy(counts)).size, '8');
  sameBits(readNpy(npy(counts)).data, counts.data, 'counts');
});

test('tables for papers and pages escape what would break them', () => {
  const matrix = { ...matrixOf([1, -2], 2), rowNames: ['a_b & 50 % | c'], format: (v) => `${v} %` };
  assert.match(latex(matrix), /a\\_b \\& 50 \\% \$\|\$ c & 1 \\% & -2 \\% \\\\/);
  assert.match(
    markdown(matrix),
    /^X\n\n\| row \| .+\|\n\|---\|---:\|---:\|\n\| a_b & 50 % \\\| c \| 1 % \| -2 % \|\n$/s,
  );
});

test('tokens that Markdown or LaTeX would take for their own stay what they are', () => {
  const named = (name) => ({ ...matrixOf([1, 2], 2), rowNames: [name] });
  assert.match(
    markdown(named('*a* `b` <i> [c] \\| _d_ e_f')),
    /\| \\\*a\\\* \\`b\\` \\<i> \\\[c\\\] \\\\\\\| \\_d\\_ e_f \|/,
  );
  assert.match(latex(named('α <b>')), /\$\\alpha\$ \$<\$b\$>\$ &/);
  assert.doesNotMatch(latex(named('α <b>')), /XeLaTeX/);
  assert.match(latex(named('كرة')), /^.*\n% The names need XeLaTeX or LuaLaTeX/);
});

test('a ZIP holds each file whole, with its checksum', () => {
  // The check value of CRC-32 in every catalogue.
  const digits = zip([{ name: 'digits', content: '123456789' }]);
  assert.equal(new DataView(digits.buffer).getUint32(14, true), 0xcbf43926);
  const folder = mkdtempSync(join(tmpdir(), 'attn-'));
  const files = [
    { name: 'a_ü.csv', content: 'x,é\r\n' },
    { name: 'b.npy', content: npy(matrixOf(floats(), 8)) },
  ];
  writeFileSync(join(folder, 'all.zip'), zip(files));
  const read = (name) => execFileSync('python3', ['-c', READ_ZIP, join(folder, 'all.zip'), name]);
  assert.equal(String(read('a_ü.csv')), 'x,é\r\n');
  assert.deepEqual(new Uint8Array(read('b.npy')), files[1].content);
});

for (const name of await figureNames()) {
  test(`${name}: every matrix has its names, fills its shape and survives all formats`, async () => {
    const matrices = matricesOf(await headless(name));
    assert.ok(matrices.length > 0);
    const names = matrices.map((matrix) => fileName(name, matrix));
    assert.equal(new Set(names).size, names.length, `one file each: ${names}`);
    for (const matrix of matrices) {
      const { shape, data, rowNames, columnNames, caption, id } = matrix;
      assert.ok(caption, `${id} has a caption`);
      assert.deepEqual([rowNames.length, columnNames.length], shape, id);
      assert.equal(data.length, shape[0] * shape[1], id);
      assert.ok(
        [...rowNames, ...columnNames].every(
          (one) => typeof one === 'string' && !one.includes('undefined'),
        ),
        id,
      );
      const numbers = Array.from(data);
      const as = isFloat32(data) ? Math.fround : (v) => v;
      sameBits(readNpy(npy(matrix)).data, numbers, `${id}.npy`);
      sameBits(
        JSON.parse(json(matrix, ABOUT))
          .data.flat()
          .map((v) => as(Number(v))),
        numbers,
        `${id}.json`,
      );
      const rows = readCsv(csv(matrix)).slice(1);
      sameBits(
        rows.flatMap(([, ...cells]) => cells.map((c) => as(number(c)))),
        numbers,
        `${id}.csv`,
      );
    }
  });
}

test('the weights behind the picture of attn-pattern come whole, not as they are rounded', async () => {
  const figure = await headless('attn-pattern');
  const matrices = matricesOf(figure);
  const weights = matrices.find(({ id }) => id === 'weights');
  assert.deepEqual(weights.shape, [10, 10]);
  sameBits(Array.from(weights.data), Array.from(figure.results.weights), 'weights');
  assert.equal(fileName('attn-pattern', matrices[0]), 'attn-pattern_it_row');
});
