import { writeFileSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { onPath } from './chromium.mjs';

const NAMES = ['firefox-esr', 'firefox'];

/** Firefox over WebDriver BiDi. Preferences hold for a whole browser, so each kind gets its own. */
export async function startFirefox({ colorScheme, reducedMotion }) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? onPath(NAMES),
    headless: true,
    extraPrefsFirefox: {
      'ui.systemUsesDarkTheme': colorScheme === 'dark' ? 1 : 0,
      'ui.prefersReducedMotion': reducedMotion ? 1 : 0,
    },
  });
  return {
    open: (surroundings) => openPage(browser, surroundings),
    close: () => browser.close(),
  };
}

async function openPage(browser, { viewport }) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(viewport);
  return new FirefoxDriver(context, page);
}

class FirefoxDriver {
  browser = 'firefox';
  #messages = [];

  constructor(context, page) {
    this.context = context;
    this.page = page;
    page.on('console', (message) =>
      this.#messages.push({ type: message.type(), text: message.text() }),
    );
    page.on('pageerror', (error) =>
      this.#messages.push({ type: 'pageerror', text: String(error) }),
    );
  }

  async messages() {
    return this.#messages;
  }

  goto(url) {
    return this.page.goto(url);
  }

  evaluate(source) {
    return this.page.evaluate(source);
  }

  move(x, y) {
    return this.page.mouse.move(x, y);
  }

  down() {
    return this.page.mouse.down();
  }

  up() {
    return this.page.mouse.up();
  }

  tap(x, y) {
    return this.page.touchscreen.tap(x, y);
  }

  async press(chord) {
    const keys = chord.split(/\+(?=.)/);
    const named = keys.pop();
    const last = named === 'Space' ? ' ' : named;
    for (const key of keys) await this.page.keyboard.down(key);
    await this.page.keyboard.press(last);
    for (const key of keys.reverse()) await this.page.keyboard.up(key);
  }

  type(text) {
    return this.page.keyboard.type(text);
  }

  setViewport(width, height) {
    return this.page.setViewport({ width, height });
  }

  async screenshot(path) {
    const png = Buffer.from(await this.page.screenshot());
    if (path) writeFileSync(path, png);
    return png;
  }

  close() {
    return this.context.close();
  }
}
