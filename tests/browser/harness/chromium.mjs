import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export async function startChromium() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? onPath(NAMES),
    args: [
      // What is painted over in part may differ by a step of a channel from what is painted at once.
      '--disable-partial-raster',
      // Chromium refuses to sandbox itself for root, which is who runs in containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  const unused = new Map();
  return {
    open: (surroundings) => openPage(browser, unused, surroundings),
    close: () => browser.close(),
  };
}

/** A page that a test has left, when there is one: its process knows the scripts already. */
async function openPage(browser, unused, { viewport, messages: _, ...surroundings }) {
  const { touch, colorScheme, reducedMotion, javaScript, contrast, scale } = surroundings;
  const kind = JSON.stringify(surroundings);
  if (!unused.has(kind)) unused.set(kind, []);
  const pool = unused.get(kind);
  const left = pool.pop();
  if (left) await left.setViewportSize(viewport);
  const context = left
    ? left.context()
    : await browser.newContext({
        viewport,
        deviceScaleFactor: scale,
        hasTouch: touch,
        colorScheme,
        reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
        forcedColors: contrast === 'forced' ? 'active' : 'none',
        contrast: contrast === 'more' ? 'more' : 'no-preference',
        javaScriptEnabled: javaScript,
      });
  return new ChromiumDriver(context, left ?? (await context.newPage()), pool);
}

class ChromiumDriver {
  browser = 'chromium';
  #messages = [];
  #downloads = [];
  #pool;
  #isFresh = true;

  /** @param {object[]} pool where the page goes when the test is over, for the next one */
  constructor(context, page, pool) {
    this.context = context;
    this.page = page;
    this.#pool = pool;
    page.removeAllListeners();
    page.on('download', (download) => this.#downloads.push(download));
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

  /** What the page has sent the reader, in this order. */
  downloads() {
    return Promise.all(
      this.#downloads.map(async (download) => ({
        name: download.suggestedFilename(),
        bytes: readFileSync(await download.path()),
      })),
    );
  }

  /** Reads something of the frame whose address contains `part`. */
  inFrame(part, fn, ...args) {
    const frame = this.page.frames().find((one) => one.url().includes(part));
    return frame.evaluate(fn, ...args);
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

  press(chord) {
    return this.page.keyboard.press(chord);
  }

  type(text) {
    return this.page.keyboard.type(text);
  }

  print() {
    this.#isFresh = false;
    return this.page.emulateMedia({ media: 'print' });
  }

  setViewport(width, height) {
    return this.page.setViewportSize({ width, height });
  }

  async screenshot(path) {
    const png = await this.page.screenshot();
    if (path) writeFileSync(path, png);
    return png;
  }

  async throttleCpu(rate) {
    this.#isFresh = false;
    const session = await this.context.newCDPSession(this.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
  }

  /** What a screen reader is told of the first figure: `{ role, name, value, states }`, in order. */
  async accessibilityTree() {
    const session = await this.context.newCDPSession(this.page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    return figureOf(nodes).map(toldOf);
  }

  setOffline(offline) {
    this.#isFresh = false;
    return this.context.setOffline(offline);
  }

  /** What the test left behind is removed, and the page kept for the next; or both are closed. */
  async close() {
    const isKept = this.#isFresh && (await this.#clean().catch(() => false));
    if (isKept) this.#pool.push(this.page);
    else await this.context.close();
  }

  async #clean() {
    const { protocol, origin } = new URL(this.page.url());
    if (protocol !== 'http:' || this.context.pages().length > 1) return false;
    await this.page.evaluate('sessionStorage.clear()');
    await this.page.mouse.move(0, 0);
    await this.page.goto('about:blank');
    const session = await this.context.newCDPSession(this.page);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.detach();
    return true;
  }
}

/** The nodes of the first named group and all in it, in reading order, less what is ignored. */
function figureOf(nodes) {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const under = (node) => [
    ...(node.ignored ? [] : [node]),
    ...node.childIds.flatMap((id) => (byId.has(id) ? under(byId.get(id)) : [])),
  ];
  return under(nodes.find(({ role, name }) => role?.value === 'group' && name?.value));
}

const STATES = ['checked', 'pressed', 'selected', 'expanded', 'disabled'];

function toldOf({ role, name, value, properties = [] }) {
  const isOn = (state) =>
    properties.some((p) => p.name === state && String(p.value.value) === 'true');
  return {
    role: role.value,
    name: name?.value ?? '',
    value: value?.value ?? '',
    states: STATES.filter(isOn),
  };
}

/** The first of these programs that PATH has. */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of names) {
    const folder = folders.find((candidate) => existsSync(join(candidate, name)));
    if (folder) return join(folder, name);
  }
  throw new Error(`none of ${names.join(', ')} is installed; make test-browsers installs them`);
}
