import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill, fillPlain } from '../../web/model/fill.js';
import { count, fixed, percent, shortest, significant } from '../../web/model/format.js';
import { currentLanguage, inLanguage, isolated, spokenFor } from '../../web/model/language.js';

const numbers = (language) =>
  inLanguage(language, () => [percent(0.48661), fixed(-1.5), count(36_864), significant(1.2e-9)]);

test('numbers have the marks of the language', () => {
  assert.deepEqual(numbers('en'), ['48.7\u00a0%', '−1.50', '36,864', '1.20e−9']);
  assert.deepEqual(numbers('ja'), ['48.7%', '−1.50', '36,864', '1.20e−9']);
  assert.deepEqual(numbers('de'), ['48,7\u00a0%', '−1,50', '36.864', '1,20e−9']);
});

test('Arabic keeps the digits of the formulas, and a minus in front of its number', () => {
  const [share, negative, whole] = numbers('ar');
  assert.match(share, /^\u2066[\u200e]?48\.7[\u200e]?%[\u200e]?\u2069$/);
  assert.equal(negative, '\u2066−1.50\u2069');
  assert.equal(whole, '36,864');
});

test('the digits of a number are the same in every language', () => {
  const digits = (text) => text.replace(/[^\d]/g, '');
  for (const value of [123.456, 1e-7, 0.125, 2.675, 999_999.5]) {
    const english = significant(value, 4);
    for (const language of ['ar', 'ja', 'de', 'fr']) {
      assert.equal(digits(inLanguage(language, () => significant(value, 4))), digits(english));
    }
  }
});

test('whole numbers beyond what a float holds keep every digit', () => {
  assert.equal(count(12_345_678_901_234_567_890n), '12,345,678,901,234,567,890');
});

test('a number that somebody chose is written with the digits it has', () => {
  const written = [0, 0.5, 4, 1e-30, 1e-5, 2.5e21, 123_456_789, Infinity].map(shortest);
  assert.deepEqual(written, ['0', '0.5', '4', '1e−30', '0.00001', '2.5e21', '123456789', '∞']);
});

test('a language is spoken within, also after an error, and English outside', () => {
  assert.equal(inLanguage('ar', currentLanguage), 'ar');
  assert.throws(() =>
    inLanguage('ar', () => {
      throw new Error('no');
    }),
  );
  assert.equal(currentLanguage(), 'en');
});

test('a page in a language of the figures gets it, another gets English', () => {
  assert.deepEqual(['ja-JP', 'AR', 'ar_EG', 'de', ''].map(spokenFor), [
    'ja',
    'ar',
    'ar',
    'en',
    'en',
  ]);
});

test('a Hebrew token in an English sentence is isolated, an English one is not', () => {
  assert.equal(fillPlain('“{key}”: 3', { key: 'שלום' }), '“\u2068שלום\u2069”: 3');
  assert.equal(fillPlain('“{key}”: 3', { key: 'ball' }), '“ball”: 3');
});

test('an English token and a formula in an Arabic sentence are isolated, Arabic words are not', () => {
  const pieces = inLanguage('ar', () => ['ball', 'كرة', 'T = 3', '?'].map(isolated));
  assert.deepEqual(pieces, ['\u2068ball\u2069', 'كرة', '\u2068T = 3\u2069', '\u2068?\u2069']);
});

test('what is no string goes into a sentence as it is', () => {
  const mark = { mark: true };
  assert.equal(inLanguage('ar', () => fill('{key}', { key: mark }))[1], mark);
});
