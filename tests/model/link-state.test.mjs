import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINK_MAX_LENGTH, readLink, splitLink, writeLink } from '../../web/model/link-state.js';
import { defaultState } from '../../web/model/parameters.js';
import { LONG_TEXT } from '../../web/model/tokens.js';

const parameters = [
  { key: 'query', type: 'integer', default: 7, min: 0, max: 9 },
  { key: 'mask', type: 'choice', values: ['none', 'causal'], default: 'none' },
  { key: 'hide', type: 'list', whole: true, min: 0, max: 9, maxLength: 10, default: [] },
  { key: 'sentence', type: 'text', maxLength: 200, default: '' },
];
const base = defaultState(parameters);

test('a link names the figure, its version and only what differs from the default', () => {
  assert.equal(writeLink('attn-pattern', parameters, base), 'attn-pattern?v=1');
  const state = { ...base, query: 3, hide: [1, 2] };
  assert.equal(writeLink('attn-pattern', parameters, state), 'attn-pattern?v=1&query=3&hide=1,2');
});

test('a link reads back to the same state, whatever is in the sentence', () => {
  const state = { ...base, mask: 'causal', sentence: 'a & b = "c" #1 ? 100 % ünï 👩‍👩‍👧' };
  const split = splitLink(`#${writeLink('attn-pattern', parameters, state)}`);
  assert.equal(split.kind, 'figure');
  assert.deepEqual(readLink(parameters, split.query), { state, refused: [] });
});

test('the longest text that a figure takes is a link that is read back, in any script', () => {
  const long = [{ key: 'text', type: 'text', default: '', ...LONG_TEXT }];
  for (const sign of ['w', 'ع', '字', '👍']) {
    const text = sign.repeat(LONG_TEXT.maxLength / sign.length);
    const { kind, query } = splitLink(`#${writeLink('attn-pipeline', long, { text })}`);
    assert.equal(kind, 'figure', sign);
    assert.deepEqual(readLink(long, query), { state: { text }, refused: [] }, sign);
  }
});

test('what is no link of ours is told apart from anchors', () => {
  assert.deepEqual(splitLink(''), { kind: 'none' });
  assert.deepEqual(splitLink('#chapter-2'), { kind: 'anchor', id: 'chapter-2' });
  assert.equal(splitLink('#T=banana').kind, 'broken');
  assert.equal(splitLink(`#${'x'.repeat(LINK_MAX_LENGTH + 1)}`).kind, 'broken');
  assert.equal(splitLink('#attn-pattern?query=1').name, 'attn-pattern');
  assert.equal(splitLink('#attn-seq2seq?step=1').name, 'attn-seq2seq');
});

test('a link whose ? was encoded on the way is read, and an encoded & in a text stays in it', () => {
  const link = splitLink('#attn-pattern%3Fv%3D1%26query%3D3');
  assert.equal(link.name, 'attn-pattern');
  assert.equal(readLink(parameters, link.query).state.query, 3);
  const text = splitLink('#attn-pattern?sentence=salt+%26+pepper');
  assert.equal(readLink(parameters, text.query).state.sentence, 'salt & pepper');
});

test('a later version of links is refused whole, with the default shown', () => {
  const { state, refused } = readLink(parameters, 'v=2&query=1');
  assert.deepEqual(state, base);
  assert.equal(refused[0].key, 'v');
});

test('what a link gives twice is refused once, and the rest is read', () => {
  const { state, refused } = readLink(parameters, 'query=3&mask=causal&query=5&x=1&query=3&x=1');
  assert.deepEqual(state, { ...base, mask: 'causal' });
  assert.deepEqual(
    refused.map(({ key, reason }) => [key, reason.kind]),
    [
      ['query', 'twice'],
      ['x', 'twice'],
    ],
  );
});

test('an over-long state is refused unread', () => {
  const { state, refused } = readLink(
    parameters,
    `query=1&sentence=${'x'.repeat(LINK_MAX_LENGTH)}`,
  );
  assert.deepEqual(state, base);
  assert.equal(refused[0].reason.kind, 'length');
});

test('keys of Object.prototype are unknown keys', () => {
  const { state, refused } = readLink(parameters, '__proto__=1&constructor=2&toString=3');
  assert.deepEqual(state, base);
  assert.equal(refused.length, 3);
});

test('a link longer than any of ours is refused by its length, and the figure it names is known', () => {
  const link = splitLink(`#attn-pattern?sentence=${'x'.repeat(LINK_MAX_LENGTH)}`);
  assert.equal(link.name, 'attn-pattern');
  const { state, refused } = readLink(parameters, link.query);
  assert.deepEqual(state, base);
  assert.deepEqual(refused[0].reason, {
    kind: 'length',
    length: LINK_MAX_LENGTH,
    given: LINK_MAX_LENGTH + 'sentence='.length,
  });
});

test('a link of 15,000 names is refused without a wait', () => {
  const names = Array.from({ length: 15_000 }, (_, i) => `x${i.toString(36)}`).join('&');
  const best = Math.min(
    ...Array.from({ length: 3 }, () => {
      const start = performance.now();
      assert.equal(readLink(parameters, names).refused.length, 15_000);
      return performance.now() - start;
    }),
  );
  assert.ok(best < 200, `${best} ms`);
});
