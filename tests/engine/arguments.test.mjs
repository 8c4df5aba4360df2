// Every argument of every function, wrong once in each way that its kind can be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEngine } from '../../web/engine/attn.js';
import { SAMPLES, flatten } from './samples.mjs';

const engine = await loadEngine();

/** Where infinities have a meaning. */
const MAY_BE_INFINITE = new Set([
  'softmax scores',
  'softmaxFast scores',
  'elementary x',
  'softmax temperature',
]);
/** Numbers that need not be whole, with what is too small for them. */
const REAL = { temperature: -0.1, scale: NaN, softcap: -1, mean: Infinity, deviation: -1 };
Object.assign(REAL, { low: NaN, high: Infinity, range: -1, scaledRange: NaN });
Object.assign(REAL, { eps: -1, alpha: NaN, base: 0, factor: 0.5, betaFast: 0, betaSlow: -1 });
/** Arrays that may have any length. */
const ANY_LENGTH = new Set(['softmaxJacobian', 'norm', 'elementary', 'ropeTable', 'geluFast']);
for (const ids of ['embed ids', 'learnedPositions positions', 'decoderOnly tokens'])
  ANY_LENGTH.add(ids);
/** Arrays of whole numbers: what is wrong in them has a message of its own. */
const WHOLE = /Shape$|^kvLengths$|^allow$|^ids$|^tokens$|^tableRows$/;
const MAY_BE_NEGATIVE = new Set(['causalOffset', 'first', 'offset', 'delta']);

/** An object of named arrays: what is wrong in it has tests of its own. */
const isNamed = (value) =>
  typeof value === 'object' && !Array.isArray(value) && !ArrayBuffer.isView(value);

const replaced = (array, position, value) => Object.assign([...array], { [position]: value });

function wrongArrays(name, array) {
  const wrong = ['1,2,3', 7, {}, new DataView(new ArrayBuffer(8)), new BigInt64Array(array.length)];
  wrong.push(replaced(array, 0, '1'), replaced(array, 0, undefined), replaced(array, 0, 1n));
  if (!/Shape$/.test(name)) wrong.push([...array, 1], [...array].slice(1));
  return wrong;
}

function wrongNumbers(name) {
  const wrong = ['3', null, true, 3n, NaN, -Infinity, {}, [3]];
  if (name in REAL) return [...wrong, REAL[name]];
  wrong.push(1.5, 1e300, 2 ** 31);
  return MAY_BE_NEGATIVE.has(name) ? wrong : [...wrong, -1];
}

function wrongValues(name, value) {
  if (typeof value === 'number') return wrongNumbers(name);
  if (typeof value === 'boolean') return [1, 0, 'true', null];
  if (typeof value === 'string') return ['nope', 7, null, 'toString'];
  return wrongArrays(name, value);
}

/** The error must name the function and something that was given. */
function assertRefused(name, args, argument, value) {
  const told = `${name}({ ${argument}: ${typeof value === 'bigint' ? value : JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}n` : v))} })`;
  assert.throws(
    () => engine[name]({ ...args, [argument]: value }),
    (error) => {
      assert.ok(
        error instanceof TypeError || error instanceof RangeError,
        `${told}: ${error.stack}`,
      );
      assert.match(error.message, new RegExp(`^${name}: `), told);
      assert.ok(
        !/undefined|NULL|attn_/.test(error.message.replace('got undefined', '')),
        error.message,
      );
      return true;
    },
    told,
  );
}

for (const [name, args] of Object.entries(SAMPLES)) {
  test(`${name} refuses each argument that is wrong, and goes on`, () => {
    const before = flatten(engine[name](args));
    for (const [argument, value] of Object.entries(args)) {
      if (isNamed(value)) continue;
      for (const wrong of wrongValues(argument, value)) {
        // A matrix of any length has a jacobian, a vector a norm.
        const free = ANY_LENGTH.has(name) || ANY_LENGTH.has(`${name} ${argument}`);
        if (free && Array.isArray(wrong) && wrong.every((x) => typeof x === 'number')) continue;
        if (argument === 'temperature' && name === 'softmax' && Array.isArray(wrong)) continue;
        if (argument === 'seed' && wrong === 2 ** 31) continue;
        if (argument === 'skip' && wrong === 2 ** 31) continue;
        if (argument === 'window' && wrong === 2 ** 31) continue;
        assertRefused(name, args, argument, wrong);
      }
    }
    for (const nothing of [undefined, null, 7, 'x']) {
      assert.throws(() => engine[name](nothing), TypeError);
    }
    assert.throws(() => engine[name]({}), new RegExp(`^(Type|Range)Error: ${name}: `));
    assert.throws(() => engine[name]({ ...args, causual: true }), /there is no argument causual/);
    assert.deepEqual(flatten(engine[name](args)), before);
  });

  test(`${name} refuses NaN and infinities with the place where they are`, () => {
    for (const [argument, value] of Object.entries(args)) {
      if (typeof value !== 'object' || isNamed(value) || WHOLE.test(argument)) continue;
      if (argument === 'positions' && name !== 'decoderOnly') continue;
      const at = value.length - 1;
      const place = new RegExp(`^RangeError: ${name}: ${argument}: NaN at position ${at}\\b`);
      assert.throws(() => engine[name]({ ...args, [argument]: replaced(value, at, NaN) }), place);
      const infinite = { ...args, [argument]: replaced(value, at, Infinity) };
      if (MAY_BE_INFINITE.has(`${name} ${argument}`)) engine[name](infinite);
      else assert.throws(() => engine[name](infinite), /: not finite at position \d+/);
    }
  });
}

const message = (name, args) => {
  try {
    engine[name]({ ...SAMPLES[name], ...args });
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
  return 'nothing was thrown';
};

test('messages say the shape expected and the shape given', () => {
  const scores = new Float32Array(99);
  assert.equal(
    message('softmax', { scores, rows: 10, cols: 10 }),
    'RangeError: softmax: scores: expected 10 x 10 = 100 numbers, got 99',
  );
  assert.equal(
    message('attention', { nKvHeads: 3 }),
    'RangeError: attention: nKvHeads: expected a divisor of nHeads = 4, got 3',
  );
  assert.equal(
    message('multiHeadParams', { nHeads: 7, nKvHeads: 7 }),
    'RangeError: multiHeadParams: nHeads: expected a divisor of dModel = 512, got 7',
  );
  assert.equal(
    message('softmax', { window: 0 }),
    'RangeError: softmax: window: expected a whole number from 1 to 1073741823, got 0',
  );
  assert.equal(
    message('softmax', { scores: 'abc' }),
    'TypeError: softmax: scores: expected a Float32Array or an array of numbers, got "abc"',
  );
  assert.equal(
    message('attention', { maskShape: [2, 5] }),
    'RangeError: attention: maskShape: expected 2 x 4 x 3 x 5, each of them or 1, got 2 x 5',
  );
  assert.equal(
    message('maskMatrix', { kvLengths: [5, 6] }),
    'RangeError: maskMatrix: kvLengths[1]: expected a whole number from 0 to 5, got 6',
  );
  const query = new Float32Array(96).fill(1e30);
  const key = Float32Array.from({ length: 80 }, (_, i) => (i % 4 === 0 ? -1e30 : 1e30));
  assert.equal(
    message('attention', { query, key }),
    'RangeError: attention: query: too large: a sum of products overflows at position 0 of the result',
  );
});

test('hostile objects are only arguments', () => {
  const getter = Object.defineProperty({}, 'length', {
    get: () => {
      throw new Error('asked');
    },
  });
  assert.throws(() => engine.norm({ a: getter }));
  assert.throws(() => engine.norm({ a: { length: 2 ** 40 } }), TypeError);
  assert.throws(() => engine.norm(JSON.parse('{"__proto__": {"a": [1]}, "a": [1]}')), TypeError);
  assert.throws(() => engine.norm({ a: new Array(3) }), TypeError);
  assert.throws(() => engine.elementary({ name: '__proto__', x: [1] }), RangeError);
  assert.equal(engine.norm({ a: [3, 4] }).norm, 5);
});
