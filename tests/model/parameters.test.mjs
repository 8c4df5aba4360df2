import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attributeName,
  defaultState,
  mergeState,
  parse,
  readState,
  settle,
  spell,
} from '../../web/model/parameters.js';

const parameters = [
  { key: 'count', type: 'integer', default: 10, min: 1, max: 64 },
  { key: 'query', type: 'integer', default: 7, min: 0, max: (state) => state.count - 1 },
  { key: 'temperature', type: 'number', default: 1, min: 0, max: Infinity },
  { key: 'zeroAfter', type: 'boolean', default: false },
  { key: 'mask', type: 'choice', values: ['none', 'causal'], default: 'none' },
  { key: 'hide', type: 'list', whole: true, min: 0, max: 9, maxLength: 10, default: [] },
];
/** A state in which nothing is as it starts. */
const CHOSEN = {
  count: 12,
  query: 3,
  temperature: Infinity,
  zeroAfter: true,
  mask: 'causal',
  hide: [1, 4],
};
const read = (entries) => readState(parameters, Object.entries(entries));

test('every value survives being spelled and read again', () => {
  const spelled = parameters.map((p) => [attributeName(p.key), spell(p, CHOSEN[p.key])]);
  assert.deepEqual(readState(parameters, spelled), { state: CHOSEN, refused: [] });
});

test('numbers keep all their digits in a link', () => {
  const value = Math.fround(0.1);
  assert.equal(parse(parameters[2], spell(parameters[2], value)), value);
});

test('absurd values are refused one by one and the default stays', () => {
  const bad = {
    count: '1e9',
    query: '8.5',
    temperature: 'banana',
    mask: 'upside-down',
    hide: '1,99',
    nonsense: '1',
  };
  const { state, refused } = read(bad);
  assert.deepEqual(state, defaultState(parameters));
  assert.deepEqual(Object.fromEntries(refused.map(({ key, reason }) => [key, reason.kind])), {
    count: 'range',
    query: 'integer',
    temperature: 'number',
    mask: 'choice',
    hide: 'range',
    nonsense: 'unknown',
  });
});

test('a bound may depend on a parameter that is read with it, in any order', () => {
  assert.deepEqual(read({ query: '20', count: '30' }).refused, []);
  assert.equal(read({ query: '20' }).refused[0].reason.max, 9);
});

test('words that JavaScript would read as numbers are not numbers here', () => {
  for (const text of ['', ' ', '0x10', '1_000', 'NaN', '1,5', '--1']) {
    assert.ok(Number.isNaN(parse(parameters[0], text)), text);
  }
});

test('a boolean attribute is true by its presence', () => {
  assert.equal(parse(parameters[3], ''), true);
  assert.equal(parse(parameters[3], 'false'), false);
  assert.equal(read({ 'zero-after': 'maybe' }).refused[0].reason.kind, 'boolean');
});

test('a query beyond a shortened sentence moves to its end', () => {
  const state = { ...defaultState(parameters), count: 3, query: 9 };
  assert.equal(settle(parameters, state).query, 2);
});

test('the default state is a copy each time', () => {
  defaultState(parameters).hide.push(1);
  assert.deepEqual(defaultState(parameters).hide, []);
});

test('a list of points refuses half a point, and one with too few numbers', () => {
  const points = [
    {
      key: 'keys',
      type: 'list',
      default: [1, 2],
      min: -4,
      max: 4,
      minLength: 2,
      maxLength: 6,
      group: 2,
    },
  ];
  const kinds = (text) =>
    readState(points, [['keys', text]]).refused.map(({ reason }) => reason.kind);
  assert.deepEqual(kinds('1,2,3,4'), []);
  assert.deepEqual(kinds('1,2,3'), ['group']);
  assert.deepEqual(kinds(''), ['few']);
  assert.deepEqual(kinds('1,2,3,4,5,6,7,8'), ['many']);
});

test('values of any kind are merged into a state, and what may not be is refused', () => {
  const table = [
    { key: 'query', type: 'integer', default: 7, min: 0, max: 9 },
    { key: 'hide', type: 'list', whole: true, default: [], min: 0, max: 9, maxLength: 10 },
    { key: 'text', type: 'text', default: '', maxLength: 20 },
  ];
  const base = defaultState(table);
  const hostile = JSON.parse('{"__proto__": {"query": 1}, "constructor": 1, "query": 3}');
  const merged = mergeState(table, hostile, base);
  assert.deepEqual(merged.state, { query: 3, hide: [], text: '' });
  assert.deepEqual(
    merged.refused.map(({ key }) => key),
    ['__proto__', 'constructor'],
  );
  assert.equal({}.query, undefined);
  for (const patch of [
    { query: { valueOf: () => 3 } },
    { query: NaN },
    { hide: 'abc' },
    { hide: Array(1_000_000).fill(1) },
    { hide: [[1]] },
    { text: 7 },
    { text: 'x'.repeat(10_000_000) },
  ]) {
    const { state, refused } = mergeState(table, patch, base);
    assert.deepEqual(state, base);
    assert.equal(refused.length, 1);
  }
  for (const nothing of [null, undefined, 3, true]) {
    assert.deepEqual(mergeState(table, nothing, base), { state: base, refused: [] });
  }
});

test('a property given as text is what the attribute would be; a choice may be a number', () => {
  const table = [...parameters, { key: 'block', type: 'choice', values: ['1', '2'], default: '1' }];
  const given = {
    count: '12',
    query: ' 3 ',
    temperature: 'inf',
    zeroAfter: 'true',
    mask: 'causal',
    hide: '1,4',
    block: 2,
  };
  const { state, refused } = mergeState(table, given, defaultState(table));
  assert.deepEqual(refused, []);
  assert.deepEqual(state, { ...CHOSEN, block: '2' });
  const { zeroAfter, hide } = mergeState(table, { zeroAfter: '', hide: '' }, state).state;
  assert.deepEqual([zeroAfter, hide], [true, []]);
});

test('what nobody gave follows what was given, without a word', () => {
  const last = (state) => state.text.split(' ').length - 1;
  const table = [
    { key: 'text', type: 'text', default: 'one two three four' },
    { key: 'row', type: 'integer', default: 3, min: 0, max: last },
    { key: 'column', type: 'integer', default: 2, min: 0, max: last },
  ];
  const short = readState(table, [['text', 'one two']]);
  assert.deepEqual(short, { state: { text: 'one two', row: 1, column: 1 }, refused: [] });
  const wrong = readState(table, [
    ['text', 'one two'],
    ['row', '9'],
  ]);
  assert.deepEqual(wrong.state, { text: 'one two', row: 1, column: 1 });
  assert.deepEqual(
    wrong.refused.map(({ key, given }) => [key, given]),
    [['row', '9']],
  );
});
