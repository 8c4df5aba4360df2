import { after, afterEach, before, describe } from 'node:test';
import assert from 'node:assert/strict';
import { startChromium } from './chromium.mjs';
import { startFirefox } from './firefox.mjs';
import { startWebKit } from './webkit.mjs';
import { startSite } from './site.mjs';
import { Page } from './page.mjs';

export { startSite };

const START = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };
const SELECTED = (process.env.BROWSERS ?? 'chromium').split(',');

/**
 * What a page finds around it.
 * @typedef {object} Surroundings
 * @property {{ width: number, height: number }} [viewport]
 * @property {'light' | 'dark'} [colorScheme]
 * @property {boolean} [reducedMotion]
 * @property {boolean} [touch] Chromium: a touch screen
 * @property {'forced' | 'more'} [contrast] Chromium: forced colours, or more contrast wanted
 * @property {boolean} [javaScript] Chromium: false switches it off
 * @property {number} [scale] Chromium: pixels of the picture for one of the page
 * @property {boolean} [messages] true: this test expects words in the console
 */
const DEFAULTS = {
  viewport: { width: 1280, height: 900 },
  colorScheme: 'light',
  reducedMotion: false,
  touch: false,
  javaScript: true,
  messages: false,
};

/**
 * Declares tests that run in each selected browser (environment variable BROWSERS, a list).
 * After each test its pages are closed, and a word in their consoles fails it.
 * @param {string} title
 * @param {{ only?: string[] }} options `only` names the browsers, if not all
 * @param {(tools: { browser: string, open: (path?: string, surroundings?: Surroundings) => Promise<Page>, site: () => { url: string } }) => void} define
 */
export function inBrowsers(title, options, define) {
  const { only = Object.keys(START) } = options;
  for (const name of SELECTED.filter((candidate) => only.includes(candidate))) {
    describe(`${title}, in ${name}`, () => define(prepare(name)));
  }
}

function prepare(name) {
  const browsers = new Map();
  let site;
  let pages = [];
  before(async () => {
    site = await startSite();
  });
  afterEach(async () => {
    const opened = pages;
    pages = [];
    const heard = [];
    for (const { page, messages } of opened) {
      if (!messages) heard.push(...(await page.messages()));
      await page.close();
    }
    assert.deepEqual(heard, [], 'the console stays silent');
  });
  after(async () => {
    for (const browser of browsers.values()) await (await browser).close();
    await site.close();
  });

  /** Opens build/site's path, or a whole URL. */
  async function open(path = 'index.html', wanted = {}) {
    const surroundings = { ...DEFAULTS, ...wanted };
    const kind = `${surroundings.colorScheme} ${surroundings.reducedMotion}`;
    if (!browsers.has(kind)) browsers.set(kind, START[name](surroundings));
    const browser = await browsers.get(kind);
    const page = new Page(await browser.open(surroundings));
    pages.push({ page, messages: surroundings.messages });
    await page.goto(new URL(path, site.url).href);
    return page;
  }

  return { browser: name, open, site: () => site };
}
