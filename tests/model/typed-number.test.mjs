import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inLanguage } from '../../web/model/language.js';
import { fixed } from '../../web/model/format.js';
import { typedNumber } from '../../web/model/typed-number.js';

/** What a text means where any number, and where a whole one is asked for. */
const reads = (text, number, whole = number) =>
  assert.deepEqual([typedNumber(text), typedNumber(text, true)], [number, whole], text);

test('a decimal mark is a point, a comma or the Arabic one', () => {
  reads('0.2', 0.2);
  reads('0,2', 0.2);
  reads('٠٫٢', 0.2);
  reads('٫5', 0.5);
  reads('-1,25', -1.25);
});

test('digits of every script are digits, full-width ones with full-width marks', () => {
  reads('２５６', 256);
  reads('－０．５', -0.5);
  reads('ー３', -3);
  reads('１ｅ３', 1000);
  // The ten digits of each script follow one another.
  const zeros = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (text, code) => /\p{Nd}/u.test(text) && !/\p{Nd}/u.test(String.fromCharCode(code - 1)),
  );
  assert.ok(zeros.length > 30, `${zeros.length} scripts`);
  for (const zero of zeros) {
    const digits = [...'0123456789'].map((d) => zero.charCodeAt(0) + Number(d));
    reads(`1${String.fromCharCode(...digits)}`, 10123456789);
  }
});

test('signs are those of a keyboard and of a text, exponents and infinity are understood', () => {
  for (const minus of ['-', '−', '–', '‑']) reads(`${minus}3`, -3);
  reads('+3', 3);
  reads('1e3', 1000);
  reads('2.5E−1', 0.25);
  reads('∞', Infinity);
  reads(' 7 ', 7);
});

test('thousands are parted where that cannot be a decimal mark', () => {
  reads('1,000', 1, 1000);
  reads('1.000', 1, 1000);
  reads('12,345,678', NaN, 12345678);
  reads('12.345.678', NaN, 12345678);
  reads('1 000', 1000);
  reads("1'000'000", 1000000);
  reads('١٬٠٠٠', 1000);
  reads('0,500', 0.5);
  reads('1,00', 1);
  reads('1,0000', 1);
});

test('what is no number is none, rather than another one', () => {
  for (const text of [
    '',
    'many',
    '0,2,3',
    '1.2.3',
    '10²',
    '½',
    '1/2',
    '5 %',
    '3 4',
    '1,2.5',
    '--1',
  ])
    reads(text, NaN);
});

test('a number as the figures write it reads back, in every language', () => {
  for (const language of ['en', 'ar', 'ja', 'de', 'fr'])
    assert.equal(typedNumber(inLanguage(language, () => fixed(-3.25))), -3.25, language);
});
