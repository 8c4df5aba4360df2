import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { packBinaries } from '../../tools/pack-binaries.js';
import { unpackBinaries } from '../../web/widgets/frame/binaries.js';
import { ROOT } from './files.mjs';

const bytes = (...values) => Buffer.from(values);

for (const [what, binaries] of [
  [
    'the engine',
    ['attn', 'attn-scalar'].map((name) => readFileSync(`${ROOT}build/engine/${name}.wasm`)),
  ],
  ['fewer bytes than pieces', [bytes(1, 2, 3), bytes(4)]],
  ['nothing', [bytes(), bytes(9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4)]],
]) {
  test(`both binaries come out as they went in: ${what}`, async () => {
    const lengths = binaries.map(({ length }) => length);
    const [simd, scalar] = await unpackBinaries(await packBinaries(binaries), lengths);
    assert.deepEqual(Buffer.from(simd), Buffer.from(binaries[0]));
    assert.deepEqual(Buffer.from(scalar), Buffer.from(binaries[1]));
  });
}
