import { setTimeout as delay } from 'node:timers/promises';
import { aim, findAll, settled } from './in-page.mjs';

const PATIENCE_MS = 45_000;
const CENTRE = [0.5, 0.5];

/**
 * One page in one browser, the same for all three. Everything that looks for an element waits for
 * it; pointer and keys are real input that the browser hit-tests.
 *
 * A selector steps into shadow roots with `>>>`; `{ text }` narrows it to what says that text.
 */
export class Page {
  /** @param {object} driver the browser's few primitives, see chromium.mjs */
  constructor(driver) {
    this.driver = driver;
    this.browser = driver.browser;
  }

  /** What the console said so far: `{ type, text }`. */
  messages() {
    return this.driver.messages();
  }

  goto(url) {
    return this.driver.goto(url);
  }

  /** Runs a function in the page; arguments and result are plain data. */
  evaluate(fn, ...args) {
    return this.driver.evaluate(call(fn, args));
  }

  /** Runs a function in the page on the first element that the selector names. */
  async on(selector, fn, options = {}, ...args) {
    const find = `(${findAll})(${literal(selector)}, ${literal(options.text)})[0]`;
    await this.waitFor(`Boolean(${find})`, `no element for ${describe(selector, options)}`);
    return this.driver.evaluate(`(${fn})(${[find, ...args.map(literal)].join(', ')})`);
  }

  count(selector, options = {}) {
    return this.driver.evaluate(
      `(${findAll})(${literal(selector)}, ${literal(options.text)}).length`,
    );
  }

  /** The text, with white space as a reader sees it. */
  text(selector, options) {
    return this.on(selector, (e) => e.textContent.replace(/\s+/g, ' ').trim(), options);
  }

  value(selector, options) {
    return this.on(selector, (e) => e.value, options);
  }

  attribute(selector, name, options) {
    return this.on(selector, (e, n) => e.getAttribute(n), options, name);
  }

  /** Waits until the element's text matches, and returns it. */
  async waitForText(selector, pattern, options) {
    let seen = '';
    const matches = (text) =>
      pattern instanceof RegExp ? pattern.test(text) : text.includes(pattern);
    await this.#until(
      async () => matches((seen = await this.text(selector, options))),
      () => `${describe(selector, options)} never said ${pattern}; it says "${seen}"`,
    );
    return seen;
  }

  /** Waits for a function (or an expression as a string) to be true in the page. */
  waitFor(condition, complaint = `waited in vain for ${condition}`) {
    const source = typeof condition === 'function' ? call(condition, []) : condition;
    return this.#until(
      () => this.driver.evaluate(source),
      () => complaint,
    );
  }

  /**
   * Figures answer in the next frame, and what is read or done before that would meet the picture
   * of the one before.
   */
  settled() {
    return this.evaluate(settled);
  }

  async #until(check, complaint) {
    const end = Date.now() + PATIENCE_MS;
    while (!(await check())) {
      if (Date.now() > end) throw new Error(complaint());
      await delay(25);
    }
  }

  // ---- pointer ---------------------------------------------------------------------------

  /** `at` is a place in the element, [0, 0] its top left, [1, 1] its bottom right. */
  async click(selector, options = {}) {
    const { x, y } = await this.#aim(selector, options);
    await this.driver.move(x, y);
    await this.driver.down();
    await this.driver.up();
    await this.settled();
  }

  async hover(selector, options = {}) {
    const { x, y } = await this.#aim(selector, options);
    await this.driver.move(x, y);
  }

  /** A finger; in Chromium the page must have been opened with `{ touch: true }`. */
  async tap(selector, options = {}) {
    const { x, y } = await this.#aim(selector, options);
    await this.driver.tap(x, y);
    await this.settled();
  }

  /** Drags from the element (`at`) by some pixels: `drag('…', { by: [40, 0] })`. */
  async drag(selector, { by, steps = 8, ...options }) {
    const { x, y } = await this.#aim(selector, options);
    await this.driver.move(x, y);
    await this.driver.down();
    for (let i = 1; i <= steps; i++) {
      await this.driver.move(x + (by[0] * i) / steps, y + (by[1] * i) / steps);
    }
    await this.driver.up();
    await this.settled();
  }

  /** The raw pointer, in pixels of the viewport, for what the above cannot say. */
  get pointer() {
    const { move, down, up } = this.driver;
    return { move: move.bind(this.driver), down: down.bind(this.driver), up: up.bind(this.driver) };
  }

  async #aim(selector, { at = CENTRE, ...options }) {
    let target;
    await this.#until(
      async () => (target = await this.on(selector, aim, options, at)).why === undefined,
      () => `cannot hit ${describe(selector, options)}: ${target.why}`,
    );
    return target;
  }

  // ---- keys ------------------------------------------------------------------------------

  /** One key or chord: 'Tab', 'ArrowRight', 'Shift+Tab', 'a'. */
  async press(chord, times = 1) {
    for (let i = 0; i < times; i++) await this.driver.press(chord);
    await this.settled();
  }

  async type(text) {
    await this.driver.type(text);
    await this.settled();
  }

  focus(selector, options) {
    return this.on(selector, (e) => e.focus(), options);
  }

  /** Replaces what a text field holds, by typing. */
  async fill(selector, text, options) {
    await this.on(selector, (e) => (e.focus(), e.select()), options);
    await this.press('Backspace');
    await this.type(text);
  }

  /** Sets a range, number or select as its own user interface would: value, input, change. */
  async set(selector, value, options) {
    const assign = (e, v) => {
      e.value = v;
      e.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      e.dispatchEvent(new Event('change', { bubbles: true }));
    };
    await this.on(selector, assign, options, String(value));
    await this.settled();
  }

  /** What has the focus, through shadow roots: `{ tag, id, role, text }`. */
  focused() {
    return this.evaluate(() => {
      let e = document.activeElement;
      while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
      const text = (e?.getAttribute('aria-label') ?? e?.textContent ?? '').trim();
      return { tag: e?.localName, id: e?.id, role: e?.getAttribute('role'), text };
    });
  }

  // ---- surroundings ------------------------------------------------------------------------

  setViewport(width, height) {
    return this.driver.setViewport(width, height);
  }

  /** A PNG as a Buffer; with a path it is also written there. */
  /** As it would be on paper, from now on; in Chromium alone. */
  print() {
    return this.driver.print();
  }

  screenshot(path) {
    return this.driver.screenshot(path);
  }

  /** Chromium only: 4 makes the processor four times slower. */
  throttleCpu(rate) {
    return this.driver.throttleCpu(rate);
  }

  /** Chromium only. */
  setOffline(offline) {
    return this.driver.setOffline(offline);
  }

  close() {
    return this.driver.close();
  }
}

function call(fn, args) {
  return `(${fn})(${args.map(literal).join(', ')})`;
}

function literal(value) {
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

function describe(selector, { text } = {}) {
  return text === undefined ? `"${selector}"` : `"${selector}" with the text "${text}"`;
}
