// Every figure in light and dark, at three widths, in English and Arabic, beside its reference picture.
// references/renew.mjs renews them. A sheet has a pixel for 8 × 8 of the page, in 16 greys; squares of
// 32 × 32 pixels of the page may differ by 24 of 255, and heights by 8.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { FIGURES } from './harness/figures.mjs';
import { inBrowsers } from './harness/index.mjs';
import { lost } from './harness/lost.mjs';
import { readPng, writePng } from './references/png.mjs';
import { LOOKS, differenceOf, picturesIn, placeOf } from './references/sheets.mjs';
import { SURROUNDINGS, fontsOf, take } from './references/take.mjs';

const FOLDER = new URL('references/', import.meta.url);
const { fonts, sizes } = JSON.parse(readFileSync(new URL('index.json', FOLDER), 'utf8'));
const sheet = (name) => readPng(readFileSync(new URL(`${name}.png`, FOLDER)));
const referencesOf = (name) => picturesIn(sheet(name), sizes[name]);
/** As the reference went through its file. */
const asKept = (picture) => readPng(writePng(picture));

test('there is a reference for every figure, and all of them are under 1.5 MB', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.png'));
  assert.deepEqual(files.sort(), FIGURES.map((name) => `${name}.png`).sort());
  const bytes = files.reduce((sum, name) => sum + statSync(new URL(name, FOLDER)).size, 0);
  assert.ok(bytes < 1.5 * 2 ** 20, `${bytes} bytes`);
  assert.ok(FIGURES.every((name) => sizes[name].length === LOOKS.length));
});

test('a missing bar, the other theme and a moved picture are seen', () => {
  const pictures = referencesOf('attn-pattern');
  const at = (lang, theme, width) => pictures[placeOf({ lang, theme, width })];
  const light = at('en', 'light', 1280);
  assert.equal(differenceOf(light, light), null);
  assert.match(differenceOf(at('en', 'dark', 1280), light), /grey differs/);
  assert.match(differenceOf(at('ar', 'light', 1280), light), /differs|large/);
  const without = { ...light, data: Uint8Array.from(light.data) };
  // The darkest square is part of a bar or of a cell.
  const darkest = without.data.indexOf(Math.min(...without.data));
  for (let y = 0; y < 6; y++)
    without.data.fill(255, darkest + y * light.width, darkest + y * light.width + 4);
  assert.match(differenceOf(without, light), /grey differs/);
  const lower = {
    ...light,
    data: light.data.copyWithin.call(Uint8Array.from(light.data), light.width * 3, 0),
  };
  assert.match(differenceOf(lower, light), /grey differs/);
});

inBrowsers('reference pictures', { only: ['chromium'] }, ({ open }) => {
  test('every figure looks as its references do, and no text sticks out', async (t) => {
    const page = await open('embed.html', SURROUNDINGS);
    const here = await fontsOf(page);
    const isSame = String(here) === String(fonts);
    if (!isSame) t.diagnostic(`other fonts than the references have (${here}): not compared`);
    const wrong = [];
    for (const name of FIGURES) {
      const references = referencesOf(name);
      const pictures = await take(page, name);
      LOOKS.forEach((look, i) => {
        const difference = isSame && differenceOf(asKept(pictures[i]), references[i]);
        if (difference) wrong.push(`${name} ${Object.values(look).join(' ')}: ${difference}`);
      });
      await page.setViewport(320, SURROUNDINGS.viewport.height);
      await page.waitFor(`document.querySelector('${name}').width === 318`);
      await page.settled();
      for (const one of await page.evaluate(lost, name)) wrong.push(`${name} ar 320: ${one}`);
    }
    assert.deepEqual(wrong, [], 'node tests/browser/references/renew.mjs renews what is meant');
  });
});
