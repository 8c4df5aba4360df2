// A property: something that holds for all inputs, tried on many seeds and on every build, whose
// results must be equal byte for byte.
//
//   SEED=123 node --test tests/properties/NAME.test.mjs   tries that seed alone
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILDS, engineOf } from '../vectors/engine.mjs';
import { recorded } from './recorder.mjs';
import { Draw } from './draw.mjs';

const engines = new Map();
for (const build of BUILDS) engines.set(build, await engineOf(build));

/**
 * @param {string} title  a sentence
 * @param {number} tries  how many seeds
 * @param {(engine: any, draw: Draw) => void} body  throws where the property does not hold
 */
export function property(title, tries, body) {
  test(`${title} (${tries} seeds, ${BUILDS.length} builds)`, () => {
    const only = process.env.SEED;
    const seeds = only ? [Number(only)] : Array.from({ length: tries }, (_, i) => seedOf(title, i));
    for (const seed of seeds) trySeed(title, seed, body);
  });
}

// Each property has seeds of its own, so that not all of them see the same few shapes.
function seedOf(title, i) {
  let hash = 2166136261;
  for (const letter of title) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619) >>> 0;
  return (hash + i * 7919) % 1_000_000_007;
}

function trySeed(title, seed, body) {
  const digests = {};
  for (const [build, engine] of engines) {
    const { engine: recorder, digest } = recorded(engine);
    try {
      body(recorder, new Draw(seed));
    } catch (error) {
      error.message = `SEED=${seed} (${build}): ${error.message}`;
      throw error;
    }
    digests[build] = digest();
  }
  const [first, ...others] = Object.values(digests);
  assert.ok(
    others.every((digest) => digest === first),
    `SEED=${seed}: ${title}: the builds differ in their bytes: ${JSON.stringify(digests)}`,
  );
}

/** Equal byte for byte: not even 0 and -0 are the same. */
export function sameBits(got, want, what) {
  assert.equal(got.length, want.length, `${what}: lengths`);
  for (let i = 0; i < want.length; i++) {
    if (!Object.is(got[i], want[i]))
      assert.fail(`${what}[${i}]: expected ${want[i]}, got ${got[i]}`);
  }
}

/** |got - want| <= atol + rtol |want|; a NaN is close to nothing. */
export function close(got, want, { rtol = 1e-5, atol = 1e-6 } = {}, what = 'value') {
  assert.equal(got.length, want.length, `${what}: lengths`);
  for (let i = 0; i < want.length; i++) {
    if (got[i] === want[i] || Math.abs(got[i] - want[i]) <= atol + rtol * Math.abs(want[i]))
      continue;
    assert.fail(`${what}[${i}]: expected ${want[i]}, got ${got[i]}`);
  }
}
