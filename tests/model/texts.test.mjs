import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { TRANSLATIONS } from '../../web/model/language.js';
import { completed } from '../../web/model/texts/completed.js';
import { en, large, seq2seq, takeAlong } from '../../web/model/texts/en.js';

/** Every sentence with the way to it. @returns {[string, unknown][]} */
function sentences(texts, way = '') {
  if (typeof texts !== 'object') return [[way, texts]];
  return Object.entries(texts).flatMap(([key, one]) => sentences(one, way ? `${way}.${key}` : key));
}

const placesIn = (text) => [...new Set(text.match(/\{[\w-]+\}/g))].sort().join(' ');
const english = new Map(sentences({ ...en, large, seq2seq, takeAlong }));

for (const language of TRANSLATIONS) {
  const texts = (await import(`../../web/model/texts/${language}.js`))[language];
  const own = new Map(sentences(texts));

  test(`${language} has a text for everything that a figure says`, () => {
    const missing = [...english.keys()].filter((way) => !own.has(way));
    assert.deepEqual(missing, []);
    assert.equal(texts.language, language);
  });

  test(`${language} has no text that nothing asks for`, () => {
    assert.deepEqual(
      [...own.keys()].filter((way) => !english.has(way)),
      [],
    );
  });

  test(`the sentences in ${language} have the places of the English ones`, () => {
    const wrong = [...own].filter(
      ([way, text]) => placesIn(String(text)) !== placesIn(String(english.get(way))),
    );
    assert.deepEqual(wrong, []);
  });

  test(`${language} leaves no isolate open`, () => {
    const open = [...own].filter(
      ([, text]) =>
        String(text).match(/[\u2066-\u2068]/g)?.length !== String(text).match(/\u2069/g)?.length,
    );
    assert.deepEqual(open, []);
  });
}

test('no Arabic sentence begins with a Latin letter, by which it would run from left to right', async () => {
  const { ar } = await import('../../web/model/texts/ar.js');
  const astray = sentences(ar).filter(([, text]) => {
    // What is isolated, as places are, does not count.
    const own = String(text).replace(/\u2066[^\u2069]*\u2069|\{[\w-]+\}/g, '');
    const [first] = /[\p{L}\u200f]/u.exec(own) ?? [''];
    return /\p{Script=Arabic}/u.test(own) && /[\p{Script=Latin}\p{Script=Greek}]/u.test(first);
  });
  assert.deepEqual(astray, []);
});

test('what a translation lacks is English, key by key', () => {
  const whole = completed({ frame: { stop: 'Halt' } }, { frame: { stop: 'Stop', copy: 'Copy' } });
  assert.deepEqual(whole, { frame: { stop: 'Halt', copy: 'Copy' } });
  assert.deepEqual(completed({ list: ['x'] }, { list: ['a', 'b'] }), { list: ['x', 'b'] });
  assert.deepEqual(completed(undefined, { a: 'b' }), { a: 'b' });
});

test('every control that a figure disables says what it needs', () => {
  const folder = new URL('../../web/widgets/', import.meta.url);
  const disabled = readdirSync(folder).flatMap((file) => {
    if (!/^attn-.*\.js$/.test(file)) return [];
    const [, body = ''] =
      /\n {2}isDisabled\(.*\{\n([\s\S]*?)\n {2}\}/.exec(
        readFileSync(new URL(file, folder), 'utf8'),
      ) ?? [];
    return [...body.matchAll(/key === '(\w+)'/g)].map(([, key]) => [file.replace('.js', ''), key]);
  });
  assert.ok(disabled.length >= 5, `${disabled.length} controls`);
  for (const [figure, key] of disabled)
    assert.match(en.figures[figure].params[key].needs ?? '', /^\(.+\)$/, `${figure}: ${key}`);
});
