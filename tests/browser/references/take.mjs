// Takes the small pictures of every figure in one page of embed.html, which changes in place.
import { readPng } from './png.mjs';
import { LANGUAGES, SHRUNK, THEMES, WIDTHS, halved, placeOf } from './sheets.mjs';

/** The browser draws at twice the size of a sheet; the mean of four pixels is steadier than one. */
export const SURROUNDINGS = {
  viewport: { width: 1280, height: 3200 },
  reducedMotion: true,
  scale: 2 / SHRUNK,
};

/** How wide some letters are: another number means other fonts, whose pictures differ. */
export const fontsOf = (page) =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    const widthOf = (font, text) => {
      context.font = font;
      return context.measureText(text).width.toFixed(2);
    };
    const sans = "ui-sans-serif, system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif";
    const texts = ['where one token looks, 48.7 %', 'حيث تنظر كلمة واحدة'];
    return texts.flatMap((text) => [400, 650].map((w) => widthOf(`${w} 100px ${sans}`, text)));
  });

/**
 * @param {import('../harness/page.mjs').Page} page
 * @param {string} name of the figure
 * @returns {Promise<import('./png.mjs').Picture[]>} in the order of LOOKS
 */
export async function take(page, name) {
  /** @type {import('./png.mjs').Picture[]} */
  const pictures = [];
  for (const lang of LANGUAGES) {
    await speak(page, name, lang);
    for (const width of WIDTHS) {
      await page.setViewport(width, SURROUNDINGS.viewport.height);
      await page.waitFor(`document.querySelector('${name}').width === ${width} - 2`);
      for (const theme of THEMES) {
        await page.evaluate((to) => void (document.documentElement.dataset.theme = to), theme);
        await page.settled();
        pictures[placeOf({ lang, theme, width })] = halved(readPng(await shot(page, name)));
      }
    }
  }
  return pictures;
}

async function speak(page, name, lang) {
  await page.evaluate((to) => void (location.hash = to), `${name}?lang=${lang}`);
  const figure = `document.querySelector('${name}')`;
  // Work may follow work: between them a render is due.
  await page.waitFor(
    `${figure}?.results && ${figure}.work.isSettled && !${figure}.isUpdatePending && ${figure}.renderedLanguage === '${lang}' && ${figure}.texts.language === '${lang}'`,
  );
  await page.settled();
}

async function shot(page, name) {
  const clip = await page.on(name, (figure) => {
    const { width, height } = figure.getBoundingClientRect();
    // Whole squares of the sheet.
    return { x: 0, y: 0, width: width - (width % 8), height: Math.floor(height / 8) * 8 };
  });
  return page.driver.page.screenshot({ clip });
}
