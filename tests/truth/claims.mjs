// The page's own sentences as tests: each is looked up where it stands, its numbers are taken from
// there, and the engine has to give them, in both builds.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadEngine } from '../../web/engine/attn.js';
import { en, seq2seq } from '../../web/model/texts/en.js';

const ARTICLE = new URL('../../web/article/', import.meta.url);
const BUILDS = /** @type {const} */ (['simd', 'scalar']);
const engines = await Promise.all(BUILDS.map((build) => loadEngine({ builds: [build] })));

/** Words that stand for numbers in the prose. */
const WORDS = Object.entries({
  zero: 0, none: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8,
  nine: 9, ten: 10, twelve: 12, twice: 2, half: 1 / 2, third: 1 / 3, quarter: 1 / 4, eighth: 1 / 8,
}); // prettier-ignore

/** A text as it is read: no tags, plain spaces; formulas stay as they are written. */
const asRead = (html) =>
  html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<\/(?:p|h2|h3|li|dt|dd|tr|th|td|caption)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

const read = (name) => readFileSync(new URL(name, ARTICLE), 'utf8');

/** Every string of the figures' texts, each on its own line. */
const strings = (value) =>
  typeof value === 'string' ? [value] : Object.values(value).flatMap(strings);

const chapters = readdirSync(new URL('chapters/', ARTICLE))
  .sort()
  .map((name) => read(`chapters/${name}`));
const sources = {
  glossary: JSON.parse(read('glossary.json'))
    .map(({ term, definition }) => `${term}: ${definition}`)
    .join('\n'),
  texts: strings({ ...en, seq2seq })
    .join('\n')
    .replaceAll('\u00a0', ' '),
};

/** The HTML of a chapter, counted from 1. */
export const chapterSource = (number) => chapters[number - 1];

const textOf = (place) =>
  typeof place === 'number' ? asRead(chapterSource(place)) : sources[place];

/** A number as it is printed, or a word for one. */
const MARKED = /\[([−-]?\d[\d,]*(?:\.\d+)?|[a-z]+)\]/g;

/** @param {string} printed */
function numberOf(printed) {
  const word = WORDS.find(([name]) => name === printed);
  if (word) return { printed, value: word[1], decimals: null };
  const plain = printed.replaceAll(',', '').replace('−', '-');
  const value = Number(plain);
  assert.ok(Number.isFinite(value), `"${printed}" is no number`);
  return { printed, value, decimals: plain.split('.')[1]?.length ?? 0 };
}

/**
 * A test named after a sentence of the page, which must stand there word for word.
 * @param {number | 'glossary' | 'texts'} place  a chapter, or where else
 * @param {string} marked  the sentence; its [numbers] are handed to the check, in order
 * @param {(engine: import('../../web/engine/attn.js').Engine, numbers: ReturnType<typeof numberOf>[]) => void} check
 */
export function says(place, marked, check) {
  const sentence = marked.replace(MARKED, '$1');
  test(sentence, () => {
    assert.ok(textOf(place).includes(sentence), `no longer to be read there: "${sentence}"`);
    const numbers = [...marked.matchAll(MARKED)].map(([, printed]) => numberOf(printed));
    for (const engine of engines) check(engine, numbers);
  });
}

/**
 * Each printed number is what was computed, at the digits printed.
 * @param {{ printed: string, value: number, decimals: number | null }[]} numbers
 * @param {ArrayLike<number>} computed
 */
export function printed(numbers, computed) {
  assert.equal(numbers.length, computed.length, 'as many numbers as are printed');
  numbers.forEach(({ printed: text, value, decimals }, i) => {
    // A word and a small whole number mean what they say; other numbers are rounded.
    const isExact = decimals === null || (decimals === 0 && value < 1000);
    const isSame = isExact
      ? Math.abs(computed[i] - value) < 1e-4
      : Number(computed[i].toFixed(decimals)) === value;
    assert.ok(isSame, `printed ${text}, computed ${computed[i]}`);
  });
}

/** Weights in per cent. @param {ArrayLike<number>} weights */
export const percents = (...weights) => weights.map((weight) => 100 * weight);

/** All alike, up to a rounding error. @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function agree(engine, a, b, within = 2e-6) {
  assert.equal(a.length, b.length);
  const { maxDifference } = engine.maxDifference({ a, b });
  assert.ok(maxDifference <= within, `they differ by ${maxDifference}`);
}

/** Somewhere different, by more than rounding. */
export function differ(engine, a, b, atLeast = 1e-3) {
  const { maxDifference } = engine.maxDifference({ a, b });
  assert.ok(maxDifference >= atLeast, `they differ by no more than ${maxDifference}`);
}

/** @param {Float32Array} data @param {number} width @param {number} row */
export const rowOf = (data, width, row) => data.subarray(row * width, (row + 1) * width);

/** The rows of a table in a chapter, cell by cell, by its caption. */
export function tableOf(number, caption) {
  const tables = chapterSource(number).match(/<table>.*?<\/table>/gs) ?? [];
  const table = tables.find((html) => asRead(html).includes(caption));
  assert.ok(table, `no table "${caption}"`);
  const rows = table.match(/<tr>.*?<\/tr>/gs) ?? [];
  return rows
    .slice(1)
    .map((row) => (row.match(/<t[hd].*?<\/t[hd]>/gs) ?? []).map((cell) => asRead(cell).trim()));
}

/** "36,864" gives 36864. @param {string} text */
export const countIn = (text) => numberOf(text).value;
