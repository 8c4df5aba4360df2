// The widgets' script loaded again and in another version, figures moved about and between
// documents, many figures on one page, and hostile attributes. One browser is enough: what is asked
// is what our own code keeps, starts and refuses.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inBrowsers, startSite } from './harness/index.mjs';

const SITE = new URL('../../build/site/', import.meta.url);
const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const MODULE = '<script type="module" src="attn-widgets.js"></script>';

/** Counts the Workers that a page has and had. */
const COUNTER = `<script>
  window.workers = { started: 0, alive: 0 };
  window.Worker = class extends Worker {
    constructor(...given) { super(...given); workers.started++; workers.alive++; }
    terminate() { super.terminate(); workers.alive--; }
  };
</script>`;

const host = (head, body) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>A course</title><link rel="icon" href="favicon.svg">${head}</head><body>${body}</body></html>`;

/** The same script as another version would come. */
function otherVersion() {
  const text = readFileSync(new URL('attn-widgets.iife.js', SITE), 'utf8');
  assert.ok(text.includes(`attention-explorer.engine.${version}`));
  return text.replace(`attention-explorer.engine.${version}`, 'attention-explorer.engine.99.0.0');
}

/** A figure whose numbers are there. Runs in the page. */
const ready = async (figure) => {
  const frame = () => new Promise(requestAnimationFrame);
  const said = () => figure.shadowRoot?.querySelector('.summary')?.textContent ?? '';
  for (const end = performance.now() + 20_000; !/\d/.test(said()); await frame()) {
    if (performance.now() > end) throw new Error(`${figure.localName} has no numbers`);
  }
  await figure.updateComplete;
};

/** Runs an expression. */
const inPage = (page, source) => page.driver.evaluate(source);

inBrowsers('the widgets on a restless page', { only: ['chromium'] }, ({ open }) => {
  async function serve(files, surroundings) {
    const site = await startSite({ files });
    test.after(() => site.close());
    return open(`${site.url}host.html`, surroundings);
  }

  test('the script loaded five times in three ways and two versions is one set of figures', async () => {
    const script = (src) => `<script defer src="${src}"></script>`;
    const head = `${COUNTER}${MODULE}${script('attn-widgets.iife.js')}${script('old/attn-widgets.iife.js')}
      ${script('attn-widgets.iife.js?again')}<script type="module" src="attn-widgets.js?again"></script>`;
    const body = `<attn-block id="early"></attn-block><attn-pattern id="second"></attn-pattern>
      <p><a data-attn-figure="second" href="#attn-pattern?query=3">“up”</a></p>`;
    const page = await serve({
      'host.html': host(head, body),
      'old/attn-widgets.iife.js': otherVersion(),
    });
    await page.on('#early', ready);
    await page.waitFor(() => document.readyState === 'complete');
    await page.evaluate(() => {
      const late = document.createElement('attn-pattern');
      late.id = 'late';
      late.query = 2;
      document.body.prepend(late);
      document.body.insertAdjacentHTML('afterbegin', '<attn-block id="parsed"></attn-block>');
    });
    for (const id of ['late', 'parsed']) await page.on(`#${id}`, ready);
    assert.match(await page.text('#late >>> .summary'), /^“picked” looks most/);
    await page.click('a[data-attn-figure]');
    await page.waitForText('#second >>> .summary', /^“up” looks most/);
    const engines = () =>
      Object.getOwnPropertySymbols(globalThis).filter((s) => /explorer\.engine/.test(String(s)));
    assert.equal(await inPage(page, `(${engines})().length`), 1, 'one engine');
    assert.equal((await page.evaluate(() => globalThis.workers)).started, 1, 'one Worker');
    assert.equal(await page.evaluate(() => location.hash), '');
  });

  test('figures move between documents and keep their look, their state and their hands', async () => {
    const page = await serve({
      'host.html': host(
        MODULE,
        `<attn-pattern id="moved" query="3"></attn-pattern><attn-temperature id="asleep" hidden></attn-temperature>
        <iframe src="frame.html" width="640" height="1500"></iframe>`,
      ),
      'frame.html': host('', '<main></main>'),
    });
    await page.on('#moved', ready);
    const move = async (figure) => {
      const inner = document.querySelector('iframe').contentDocument;
      const other = figure.ownerDocument === document ? inner : document;
      (other.querySelector('main') ?? other.body).append(other.adoptNode(figure));
      figure.hidden = false;
      figure.scrollIntoView();
      window.moved = figure;
    };
    const look = `(async () => {
      await (${ready})(moved);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { shadowRoot, offsetWidth } = moved;
      const section = shadowRoot.querySelector('.figure');
      return { radius: getComputedStyle(section).borderRadius,
        fits: shadowRoot.querySelector('svg').width.baseVal.value + 2 === offsetWidth,
        summary: shadowRoot.querySelector('.summary').textContent.trim().slice(0, 16) };
    })()`;
    const before = { radius: '14px', fits: true, summary: '“up” looks most ' };
    for (let times = 0; times < 2; times++) {
      if (times === 0) await page.on('#moved', move);
      else await inPage(page, `(${move})(moved)`);
      await page.waitFor(
        `${look}.then(({ fits }) => fits)`,
        'the figure has not the width of its new place',
      );
      assert.deepEqual(await inPage(page, look), before);
      await page.evaluate(() =>
        globalThis.moved.shadowRoot.querySelector('[data-panel="take"]').click(),
      );
      await page.waitFor(() => globalThis.moved.shadowRoot.querySelector('.take form') !== null);
      const form = () =>
        getComputedStyle(globalThis.moved.shadowRoot.querySelector('.take form')).display;
      assert.equal(await page.evaluate(form), 'grid', 'the panel has its styles');
    }
    await page.on('#asleep', move);
    assert.equal((await inPage(page, look)).radius, '14px', 'one that never computed before');
  });

  test('figures attached and detached fifty times leave nothing behind', async (t) => {
    const page = await serve({
      'host.html': host(COUNTER + MODULE, '<attn-block id="a"></attn-block><div></div>'),
    });
    await page.on('#a', ready);
    const session = await page.driver.context.newCDPSession(page.driver.page);
    const countNow = async () => {
      for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
      return { heap: usedSize, nodes, listeners: jsEventListeners };
    };
    // A busy machine collects late what was let go; what is held stays, however often one asks.
    const counts = async () => {
      let least = await countNow();
      for (let asked = 0; asked < 5; asked++) {
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
        const now = await countNow();
        if (now.heap > least.heap - 20_000) continue;
        least = now;
        asked = 0;
      }
      return least;
    };
    const cycle = async (times, ready) => {
      const place = document.querySelector('div');
      const figure = document.querySelector('#a');
      for (let i = 0; i < times; i++) {
        figure.remove();
        const other = document.createElement('attn-block');
        place.append(other);
        // Some leave before they have computed.
        if (i % 3 === 0) await ready(other);
        else await new Promise(requestAnimationFrame);
        other.remove();
        document.body.prepend(figure);
        await new Promise(requestAnimationFrame);
      }
    };
    const run = (times) => inPage(page, `(${cycle})(${times}, ${ready})`);
    await run(5);
    const start = await counts();
    await inPage(
      page,
      `(async () => {
      const one = document.createElement('attn-block');
      document.querySelector('div').append(one);
      await (${ready})(one);
    })()`,
    );
    const withOne = await counts();
    await page.evaluate(() => document.querySelector('div').replaceChildren());
    await run(50);
    const end = await counts();
    const size = { heap: withOne.heap - start.heap, nodes: withOne.nodes - start.nodes };
    t.diagnostic(`a figure: ${size.heap} bytes, ${size.nodes} nodes`);
    t.diagnostic(
      `after fifty rounds: ${end.heap - start.heap} bytes, ${end.nodes - start.nodes} nodes, ${end.listeners - start.listeners} listeners more`,
    );
    assert.ok(end.heap - start.heap < 440_000, 'the heap grows');
    assert.ok(end.nodes - start.nodes < 2000, 'nodes stay');
    assert.ok(end.listeners - start.listeners < 20, 'listeners stay');
    assert.ok((await page.evaluate(() => globalThis.workers)).alive <= 1, 'Workers stay');
  });

  test('of twenty figures only those near the viewport compute', async (t) => {
    const names = ['attn-pattern', 'attn-temperature', 'attn-heads', 'attn-block', 'attn-tiling'];
    const twenty = Array.from({ length: 20 }, (_, i) => names[i % 5]);
    const figures = twenty.map((name) => `<${name}></${name}>`).join('\n');
    const page = await serve({ 'host.html': host(COUNTER + MODULE, figures) });
    await page.on('attn-pattern', ready);
    const seen = () =>
      [...document.body.children].map((figure) => {
        const { top, bottom } = figure.getBoundingClientRect();
        const isNear = bottom > -650 && top < innerHeight + 650;
        const has = /\d/.test(figure.shadowRoot.querySelector('.summary').textContent);
        return { isNear, has };
      });
    await page.waitFor(`(${seen})().every(({ isNear, has }) => !isNear || has)`);
    const first = await page.evaluate(seen);
    assert.ok(first.filter(({ has }) => has).length <= 4, 'far figures have computed');
    assert.ok(first.every(({ isNear, has }) => isNear || !has));
    const { loaded, heap } = await page.evaluate(() => ({
      loaded: performance.getEntriesByType('navigation')[0].loadEventEnd,
      heap: performance.memory.usedJSHeapSize,
    }));
    t.diagnostic(
      `twenty figures: loaded after ${Math.round(loaded)} ms, heap ${Math.round(heap / 1e6)} MB`,
    );
    await page.on('body > :last-child', (figure) => figure.scrollIntoView());
    await page.on('body > :last-child', ready);
    const last = await page.evaluate(seen);
    assert.ok(
      last.slice(6, 14).every(({ has }) => !has),
      'those that were jumped over still sleep',
    );
    assert.ok((await page.evaluate(() => globalThis.workers)).started <= 1);
  });

  test('hostile attributes, links and properties get a short notice, and nothing else happens', async () => {
    const page = await serve({
      'host.html': host(
        MODULE,
        `<attn-pipeline text="<script>evil()</script><img src=x onerror=evil()> &amp; on"></attn-pipeline>
        <attn-temperature></attn-temperature>
        <p><a data-attn-figure="t" href="javascript:evil()">a</a></p>
        <script>function evil() { window.isExecuted = true }</script>`,
      ),
    });
    await page.on('attn-pipeline', ready);
    assert.match(await page.text('attn-pipeline >>> textarea'), /^$/);
    assert.match(await page.value('attn-pipeline >>> textarea'), /<script>evil\(\)<\/script>/);
    await page.on('attn-temperature', (figure) => (figure.id = 't'));
    await page.on('attn-temperature', ready);
    const notices = () =>
      page.on('attn-temperature', async (figure) => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        await figure.updateComplete;
        return [...figure.shadowRoot.querySelectorAll('.notice li')].map((one) => one.textContent);
      });
    const attempts = [
      (figure) => figure.setAttribute('scores', '1.5,'.repeat(2_500_000)),
      (figure) => figure.setAttribute('temperature', 'hot'.repeat(3_000_000)),
      (figure) => figure.setAttribute('controls', 'evil '.repeat(2_000_000)),
      (figure) => figure.setAttribute('start', `attn-temperature?${'evil&'.repeat(2_000_000)}`),
      (figure) =>
        figure.setAttribute(
          'start',
          `?${Array.from({ length: 3000 }, (_, i) => `k${i}`).join('&')}`,
        ),
      (figure) =>
        figure.setAttribute('start', '?__proto__=1&constructor=2&temperature=javascript:evil()'),
      (figure) =>
        figure.setState(JSON.parse('{"__proto__": {"temperature": 9}, "constructor": 1}')),
      (figure) => (figure.scores = { length: 10, toString: () => globalThis.evil() }),
      (figure) => (figure.temperature = '<img src=x onerror=evil()>'),
    ];
    for (const attempt of attempts) {
      await page.on('attn-temperature', attempt);
      const said = await notices();
      assert.ok(said.length > 0 && said.length < 10, `${said.length} notices for ${attempt}`);
      assert.ok(said.join('').length < 2000, `${said.join('').length} characters for ${attempt}`);
      const { temperature, scores } = await page.on('attn-temperature', (figure) =>
        figure.getState(),
      );
      assert.deepEqual([temperature, scores[5]], [1, 3.4], String(attempt));
    }
    await page.click('a[data-attn-figure]');
    const harm = () => [globalThis.isExecuted, {}.temperature, location.hash];
    assert.deepEqual(await inPage(page, `(${harm})().map(String)`), ['undefined', 'undefined', '']);
  });
});
