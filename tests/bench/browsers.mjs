// Opens the bench page in a browser of this machine: Chromium by playwright-core,
// Firefox by puppeteer-core. Neither brings a browser of its own.

import { execFileSync } from 'node:child_process';

const which = (name) => {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
};

const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const isRoot = process.getuid?.() === 0;

async function chromium() {
  const executablePath = which('chromium') ?? which('google-chrome');
  if (!executablePath) return null;
  const { chromium: driver } = await import('playwright-core');
  const args = isRoot ? ['--no-sandbox', ...QUIET] : QUIET;
  const browser = await driver.launch({ executablePath, args });
  return { browser, version: `Chromium ${browser.version()}` };
}

async function firefox() {
  const executablePath = which('firefox') ?? which('firefox-esr');
  if (!executablePath) return null;
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    protocolTimeout: 600000,
  });
  return { browser, version: (await browser.version()).replace('/', ' ') };
}

/**
 * @param {'chromium' | 'firefox'} name @param {string} url
 * @returns null where the browser is not installed
 */
export async function openPage(name, url) {
  const opened = await { chromium, firefox }[name]();
  if (!opened) {
    console.log(`${name} is not installed: left out`);
    return null;
  }
  const { browser, version } = opened;
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.goto(url);
  await page.waitForFunction(() => 'startBench' in globalThis);
  const call = (name_, ...args) =>
    page.evaluate(([f, given]) => globalThis[f](...given), [name_, args]);
  return { version, call, close: () => browser.close() };
}
