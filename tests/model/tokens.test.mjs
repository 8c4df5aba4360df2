import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXAMPLE_TOKENS } from '../../web/model/example.js';
import {
  EXAMPLE_TEXT,
  LONG_TEXT,
  MAX_TOKENS,
  TEXT_MAX_LENGTH,
  shortened,
  tokenize,
  tokensOf,
  visible,
} from '../../web/model/tokens.js';

test('the example sentence gives the ten tokens of the article', () => {
  assert.deepEqual(tokenize(EXAMPLE_TEXT).tokens, [...EXAMPLE_TOKENS]);
});

test('punctuation is a token, an apostrophe inside a word is not', () => {
  assert.deepEqual(tokenize('Don’t stop, it said.').tokens, [
    'Don’t',
    'stop',
    ',',
    'it',
    'said',
    '.',
  ]);
});

test('white space beyond one space is a token that can be seen', () => {
  const { tokens } = tokenize('a\tb  c\nd');
  assert.deepEqual(tokens.map(visible), ['a', '⇥', 'b', '␣␣', 'c', '↵', 'd']);
});

test('an empty text and a text of one space have no token, and the example stands in', () => {
  assert.deepEqual(tokenize('').tokens, []);
  assert.deepEqual(tokenize(' ').tokens, []);
  assert.deepEqual([...tokensOf('')], [...EXAMPLE_TOKENS]);
});

test('ten thousand words give the first tokens, and the part of the text they cover', () => {
  const { tokens, used, isCut } = tokenize('word '.repeat(10_000));
  assert.equal(tokens.length, MAX_TOKENS);
  assert.equal(used, 'word '.repeat(MAX_TOKENS).trimEnd());
  assert.ok(isCut);
});

test('a figure that takes more says so by its own limits, in tokens and in units', () => {
  const words = tokenize('word '.repeat(10_000), LONG_TEXT);
  assert.equal(words.tokens.length, 1024);
  assert.ok(words.isCut);
  const long = 'incomprehensibilities '.repeat(400);
  const { tokens, used, isCut } = tokenize(long, LONG_TEXT);
  assert.ok(isCut && used.length <= 8000 && tokens.length < 1024);
  assert.equal(tokens.at(-1), 'incomprehensibilities');
  assert.deepEqual(tokenize(used, LONG_TEXT), { tokens, used, isCut: false });
  assert.equal(tokenize(long).tokens.length, MAX_TOKENS, 'other figures keep their limit');
});

test('the same text gives the same list of tokens, whatever was cut in between', () => {
  const text = 'one two three';
  const first = tokensOf(text);
  for (let i = 0; i < 10; i++) tokensOf(`another ${i}`);
  assert.equal(tokensOf(text), first);
  assert.notEqual(tokensOf(text, LONG_TEXT), first);
});

test('what a cut text used gives the same tokens again, uncut', () => {
  const { tokens, used } = tokenize('one, two; '.repeat(100));
  assert.deepEqual(tokenize(used), { tokens, used, isCut: false });
});

test('a word longer than the limit is not cut in half', () => {
  const { tokens, used, isCut } = tokenize(`short ${'x'.repeat(TEXT_MAX_LENGTH)}`);
  assert.deepEqual(tokens, ['short']);
  assert.equal(used, 'short');
  assert.ok(isCut);
});

test('emoji of several code points are one token and stay whole', () => {
  const family = '👩‍👩‍👧‍👦';
  assert.deepEqual(tokenize(`a ${family} b`).tokens, ['a', family, 'b']);
  assert.equal(visible(family), family);
  assert.equal(shortened(family.repeat(30), 3), `${family}${family}…`);
});

test('right-to-left words are tokens in the order of the text', () => {
  assert.deepEqual(tokenize('שלום עולם').tokens, ['שלום', 'עולם']);
});

test('control characters and direction marks are shown, never obeyed', () => {
  assert.equal(visible('\u0000'), '␀');
  assert.equal(visible('\u007f'), '␡');
  assert.equal(visible('\u202e'), '‹202E›');
  assert.equal(visible('\ud800'), '‹D800›');
  assert.equal(visible('\u0301'), '◌\u0301');
});

test('the same word is the same token however its accents are spelled', () => {
  assert.deepEqual(tokenize('cafe\u0301').tokens, tokenize('caf\u00e9').tokens);
});

test('Japanese and Thai, which write no spaces, are divided into words', () => {
  const { tokens } = tokenize('私は東京に住んでいます。ฉันรักภาษาไทย');
  assert.ok(tokens.includes('東京'), tokens.join('|'));
  assert.ok(tokens.includes('ภาษา'), tokens.join('|'));
  assert.equal(tokens.join(''), '私は東京に住んでいます。ฉันรักภาษาไทย');
});

test('Arabic and Hebrew words keep their marks', () => {
  assert.deepEqual(tokenize('السَّلامُ عليكم שָׁלוֹם').tokens, [
    'السَّلامُ',
    'عليكم',
    'שָׁלוֹם'.normalize('NFC'),
  ]);
});

test('half a surrogate pair is shown as its number, in hex', () => {
  const { tokens } = tokenize('a \ud83d b \udc00');
  assert.deepEqual(tokens.map(visible), ['a', '‹D83D›', 'b', '‹DC00›']);
});

test('a shortened word of combining marks and emoji is cut between graphemes alone', () => {
  const family = '👩‍👩‍👧‍👦';
  assert.equal(shortened(family.repeat(9), 3), `${family.repeat(2)}…`);
  assert.equal(shortened('e\u0301'.repeat(30), 3), `${'e\u0301'.repeat(2)}…`);
});

test('a text that is cut says whether for its tokens or for its characters', () => {
  assert.equal(tokenize('word '.repeat(70)).isLong, false);
  assert.equal(tokenize('x'.repeat(TEXT_MAX_LENGTH + 1)).isLong, true);
  assert.equal(tokenize(`${'w'.repeat(60)} `.repeat(40)).isLong, true);
});

test('of a pile of marks on one letter as many are shown as any script has', () => {
  assert.equal(visible(`a${'\u0323'.repeat(2000)}b`), `a${'\u0323'.repeat(16)}…b`);
  assert.equal(visible('\u0323'.repeat(2000)), `◌${'\u0323'.repeat(16)}…`);
});
