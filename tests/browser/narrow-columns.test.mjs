// Figures in columns narrower than a phone, as beside a course's text: the picture is that of 320
// pixels, made smaller. (What a hand presses there is what it points at: transformed-hosts.test.mjs.)
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIGURES } from './harness/figures.mjs';
import { inBrowsers } from './harness/index.mjs';
import { lost } from './harness/lost.mjs';

/** Under 320 the picture is the same, only smaller. */
const LOOKS = [
  ...[240, 280, 320].map((width) => ({ width, lang: 'en' })),
  ...['ar', 'ja'].map((lang) => ({ width: 240, lang })),
];

/** Texts that stick out of their picture, and a picture that is not as wide as its place. Runs in the page. */
const beyond = (name) => {
  const figure = document.querySelector(name);
  const place = figure.shadowRoot.querySelector('.picture').getBoundingClientRect();
  return [...figure.shadowRoot.querySelectorAll('.picture svg')].flatMap((picture) => {
    const around = picture.getBoundingClientRect();
    const all = [...picture.querySelectorAll('text')].filter(
      (text) => text.textContent.trim() && !text.closest('title, desc, defs'),
    );
    const out = all.flatMap((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const by = Math.max(
        around.left - left,
        right - around.right,
        around.top - top,
        bottom - around.bottom,
      );
      return by > 0.5 ? [`"${text.textContent.trim()}" is out by ${by.toFixed(1)}`] : [];
    });
    const isWide = around.right > place.right + 0.5 || around.left < place.left - 0.5;
    return isWide ? [`a picture of ${around.width}`, ...out] : out;
  });
};

// The windows of the others do not get as narrow.
inBrowsers('narrow columns', { only: ['chromium'] }, ({ open }) => {
  async function show(page, name, { width, lang }) {
    await page.setViewport(width, 900);
    await page.evaluate((hash) => void (location.hash = hash), `${name}?lang=${lang}`);
    const figure = `document.querySelector('${name}')`;
    await page.waitFor(
      `${figure}?.results && ${figure}.width === ${width - 2} && ${figure}.work.isSettled && !${figure}.isUpdatePending && ${figure}.renderedLanguage === '${lang}' && ${figure}.texts.language === '${lang}'`,
    );
    await page.settled();
  }

  test('at 240, 280 and 320 pixels no text sticks out of any picture, nor out of any figure', async () => {
    const page = await open('embed.html', { viewport: { width: 320, height: 900 } });
    const wrong = [];
    for (const name of FIGURES)
      for (const look of LOOKS) {
        await show(page, name, look);
        const found = [
          ...(await page.evaluate(beyond, name)),
          ...(await page.evaluate(lost, name)),
        ];
        wrong.push(...found.map((one) => `${name} ${look.lang} ${look.width}: ${one}`));
      }
    assert.deepEqual(wrong, []);
  });
});
