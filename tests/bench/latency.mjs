// Part of make bench: how long a figure takes from a key to the new frame, in Chromium with a processor
// four times slower. Prints a table and writes build/bench/latency.json, a list of
// {figure, tokens, cpu_ms, median_ms, p95_ms}.
//
//   node tests/bench/latency.mjs [--throttle 4] [--presses 60] [--only attn-pattern,attn-heads] [--article]
//
// With --article the figures stand in the whole page, all of them awake, instead of in embed.html.
//
// cpu_ms is the processor's time of the page's main thread for a key and all that follows it, not
// slowed down; a busy machine changes it little. For the others, what counts is work: the listeners
// of the events, and in the frame that follows (or in those, where a figure still waits for one)
// everything from its first callback to the end of style, layout and paint. Waiting for the screen's
// next beat, which is the same for every page, is left out. The first line is of a page that does
// next to nothing: what is above it is a figure's own.

import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { startChromium } from '../browser/harness/chromium.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { values: options } = parseArgs({
  options: {
    throttle: { type: 'string', default: '4' },
    presses: { type: 'string', default: '60' },
    only: { type: 'string' },
    article: { type: 'boolean', default: false },
  },
});

const LONG = Array.from({ length: 64 }, (_, i) => `w${i % 50}`).join(' ');
/** A hundred squares and numbers; a key gives ten squares another colour and writes a word. */
const BARE = `<!doctype html><meta charset="utf-8" /><p>0</p><svg width="600" height="600"></svg>
  <script>
    const picture = document.querySelector('svg');
    for (let i = 0; i < 100; i += 1) {
      const [x, y] = [(i % 10) * 50, Math.floor(i / 10) * 50];
      picture.insertAdjacentHTML(
        'beforeend',
        \`<g tabindex="0"><rect x=\${x} y=\${y} width="48" height="48"></rect>
          <text x=\${x} y=\${y + 20} fill="white">\${i}</text></g>\`,
      );
    }
    let presses = 0;
    addEventListener('keydown', () => {
      presses += 1;
      document.querySelector('p').textContent = \`key \${presses}\`;
      for (const square of [...document.querySelectorAll('rect')].slice(0, 10))
        square.setAttribute('fill', presses % 2 ? 'navy' : 'teal');
    });
  </script>`;

const DETAIL = '[data-part="detail"] [data-cell][tabindex="0"]';
const ARROWS = ['ArrowRight', 'ArrowLeft'];
const there = (n, key, back) => Array.from({ length: n }, (_, i) => (i % 2 ? back : key));

const A_BARE_PAGE = 'a bare page';

/** A figure, its state, what takes the focus, and the keys that are pressed in turn. */
const WORKS = [
  { figure: A_BARE_PAGE },
  { figure: 'attn-lookup', focus: '[role="slider"]' },
  { figure: 'attn-pipeline', focus: DETAIL },
  { figure: 'attn-pattern', focus: '[role="radio"]' },
  { figure: 'attn-temperature', focus: 'input[type="range"]' },
  { figure: 'attn-scaling', focus: 'input[type="range"]' },
  { figure: 'attn-alignment', focus: '[role="slider"]' },
  { figure: 'attn-heads', focus: '[role="radio"]' },
  { figure: 'attn-seq2seq', focus: '[role="gridcell"]' },
  { figure: 'attn-complexity', focus: 'input[type="range"]' },
  { figure: 'attn-order', focus: 'input[type="radio"]:checked' },
  { figure: 'attn-positional', focus: 'input[type="range"]' },
  { figure: 'attn-rope', focus: 'input[type="range"]' },
  { figure: 'attn-block', focus: '[role="gridcell"]' },
  { figure: 'attn-architectures', focus: '[role="gridcell"]' },
  { figure: 'attn-kv-cache', focus: 'input[type="range"]', keys: ['ArrowLeft', 'ArrowRight'] },
  { figure: 'attn-kv-sharing', focus: 'input[type="range"]' },
  { figure: 'attn-tiling', focus: '[role="radio"]' },
  { figure: 'attn-pipeline', tokens: 64, state: { text: LONG }, focus: DETAIL },
  { figure: 'attn-block', tokens: 64, state: { text: LONG }, focus: '[role="gridcell"]' },
];

/** Measures each key press from now on. Runs in the page. */
function watch() {
  let listeners = 0;
  let since = 0;
  for (const type of ['keydown', 'input', 'change', 'click']) {
    addEventListener(type, () => (since = performance.now()), true);
    addEventListener(type, () => (listeners += performance.now() - since));
  }
  const frame = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const start = performance.now();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - start);
        port2.postMessage(0);
      }),
    );
  const isWaiting = () => document.activeElement?.isUpdatePending === true;
  const measure = async () => {
    listeners = 0;
    let frames = await frame();
    while (isWaiting()) frames += await frame();
    globalThis.times.push(listeners + frames);
  };
  globalThis.times = [];
  addEventListener('keydown', () => (globalThis.measured = measure()), true);
}

async function openFigure(page, { figure, state, focus }) {
  const link = new URLSearchParams(state).toString();
  const name = options.article ? 'attention-explorer' : 'embed';
  await page.goto(
    `file://${here(`../../build/site/${name}.html`)}#${figure}${link && `?v=1&${link}`}`,
  );
  if (options.article) await wakeAll(page);
  const root = page.locator(figure).first();
  await root.locator('.summary').filter({ hasText: /\d/ }).waitFor();
  await root.locator(focus).first().focus();
}

/** Figures sleep until they come near. */
async function wakeAll(page) {
  for (const { figure } of WORKS) {
    if (figure === A_BARE_PAGE) continue;
    const root = page.locator(figure).first();
    await root.scrollIntoViewIfNeeded();
    await root.locator('.summary').filter({ hasText: /\d/ }).waitFor();
  }
}

async function measureWork(page, work) {
  const { figure, tokens = 10, keys } = work;
  await page.goto('about:blank');
  if (figure === A_BARE_PAGE) await page.setContent(BARE);
  else await openFigure(page, work);
  const pressed = there(Number(options.presses) + WARM_UP, ...(keys ?? ARROWS));
  const session = await page.context().newCDPSession(page);
  const throttle = (rate) => session.send('Emulation.setCPUThrottlingRate', { rate });
  const cpu = await processorTimes(page, session, pressed);
  await page.evaluate(watch);
  await throttle(Number(options.throttle));
  for (const key of pressed) {
    await page.keyboard.press(key);
    await page.evaluate(() => globalThis.measured);
  }
  await throttle(1);
  await session.detach();
  const times = await page.evaluate(() => globalThis.times);
  const [median_ms, p95_ms] = [shareOf(times, 0.5), shareOf(times, 0.95)];
  return { figure, tokens, cpu_ms: shareOf(cpu, 0.5), median_ms, p95_ms };
}

/** The processor's time of the page's main thread for each key and all that follows it, in ms. */
async function processorTimes(page, session, keys) {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'ThreadTime').value;
  };
  const times = [];
  for (const key of keys) {
    const before = await spent();
    await page.keyboard.press(key);
    await page.waitForTimeout(100);
    times.push((await spent()) - before);
  }
  return times;
}

/** What this share of the times is below, without those of the first keys. */
function shareOf(times, share) {
  const sorted = times.slice(WARM_UP).sort((a, b) => a - b);
  return Number(sorted[Math.floor(share * (sorted.length - 1))].toFixed(1));
}

/** Presses that are not counted: the first ones meet code that is not compiled yet. */
const WARM_UP = 8;

const surroundings = {
  viewport: { width: 1280, height: 900 },
  colorScheme: 'light',
  javaScript: true,
};
const browser = await startChromium();
const driver = await browser.open(surroundings);
const results = [];
for (const work of WORKS) {
  if (options.only && !options.only.split(',').includes(work.figure)) continue;
  if (options.article && work.state) continue;
  const result = await measureWork(driver.page, work);
  results.push(result);
  console.log(Object.values(result).join('  '));
}
await browser.close();
console.table(results);
mkdirSync(here('../../build/bench'), { recursive: true });
writeFileSync(here('../../build/bench/latency.json'), `${JSON.stringify(results, null, 2)}\n`);
