// Native -O0, native -O3, wasm scalar and wasm SIMD give the same bytes for every vector.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recorded } from '../properties/recorder.mjs';
import { filesUnder, readCase } from './cases.mjs';
import { isComputed } from './check.mjs';
import { BUILDS, engineOf } from './engine.mjs';
import { OPS } from './ops/index.mjs';
import { vectorFolders } from './places.mjs';

const engines = await Promise.all(BUILDS.map(engineOf));
const { found, missing } = vectorFolders();

for (const folder of missing) {
  test(
    `The builds agree on the vectors in ${folder}`,
    { skip: 'this folder is not here' },
    () => {},
  );
}

for (const folder of found) {
  test(`The builds agree to the last bit on the vectors in ${folder}`, () => {
    const cases = filesUnder(folder).map(readCase);
    const differing = cases.filter(isComputed).filter((vector) => !agree(vector));
    assert.deepEqual(
      differing.map(({ name }) => name),
      [],
    );
  });
}

function agree(vector) {
  const [first, ...others] = engines.map((engine) => digestOf(engine, vector));
  return others.every((digest) => digest === first);
}

function digestOf(engine, vector) {
  const { engine: recorder, digest } = recorded(engine);
  OPS[vector.op].compute(recorder, vector);
  return digest();
}
