// embed.html as a course page has it: in a sandboxed frame of another origin, spoken to by messages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inBrowsers, startSite } from './harness/index.mjs';

const SCRIPT = readFileSync(new URL('../../build/site/attn-embed.js', import.meta.url), 'utf8');

/** A course page that keeps what it hears; `evil` is a frame that speaks to its neighbour. */
const host = (src, { script = true, evil = false } = {}) => `<!doctype html><html lang="en">
<title>course</title><link rel="icon" href="data:," />
<style>body { margin: 0 } iframe { display: block; border: 3px solid; box-sizing: border-box }</style>
<iframe id="figure" src="${src}" sandbox="allow-scripts" width="706" height="150"></iframe>
<p>Look at <a data-attn-frame="figure" href="#attn-pattern?query=3">“up”</a>.</p>
<script>
  var heard = [], changes = [];
  addEventListener('message', ({ data, source }) => heard.push({ data, mine: source === figure.contentWindow }));
  addEventListener('attn-change', ({ detail, target }) => changes.push({ ...detail, from: target.id }));
  const figure = document.getElementById('figure');
  var tell = (message) => figure.contentWindow.postMessage(message, '*');
</script>
${script ? `<script>${SCRIPT}</script>` : ''}
${evil ? `<iframe sandbox="allow-scripts" src="evil.html"></iframe>` : ''}
`;
const EVIL = `<!doctype html><title>evil</title><script>
  for (const version of [1, 2]) {
    parent.frames[0].postMessage({ type: 'attn-set', version, link: 'attn-pattern?query=2' }, '*');
    parent.frames[0].postMessage({ type: 'attn-get', version, id: 'evil' }, '*');
  }
  onmessage = ({ data }) => parent.postMessage({ type: 'evil heard', data }, '*');
  parent.postMessage({ type: 'evil spoke' }, '*');
</script>`;

inBrowsers('embed.html in a sandboxed frame', {}, ({ open, site }) => {
  async function course(link, options) {
    const src = `${site().url}embed.html#${link}`;
    const files = { 'host.html': host(src, options), 'evil.html': EVIL };
    const other = await startSite({ files });
    test.after(() => other.close());
    // High enough for the whole frame: the pointer goes where it is told, without scrolling.
    const viewport = { width: 1280, height: 1500 };
    const page = await open(`${other.url}host.html`, { viewport });
    await page.waitFor(() => globalThis.heard.some(({ data }) => data.type === 'attn-changed'));
    // What stands under the frame moves until it has grown.
    const hasGrown = () => document.getElementById('figure').offsetHeight > 300;
    if (options?.script !== false) await page.waitFor(hasGrown);
    return page;
  }
  const heard = (page, type) =>
    page.evaluate((t) => globalThis.heard.filter(({ data }) => data.type === t), type);

  /** Say something to the frame, and wait for its answer. */
  async function ask(page, message) {
    const id = `test ${Math.random()}`;
    await page.evaluate((m) => void globalThis.tell(m), { version: 1, id, ...message });
    const find = (own) => globalThis.heard.map(({ data }) => data).find((data) => data.id === own);
    await page.waitFor(
      `Boolean((${find})('${id}'))`,
      `no answer to ${JSON.stringify(message).slice(0, 200)}`,
    );
    return page.evaluate(find, id);
  }

  /** Where a part of the figure stands in a frame of this width, seen without a frame. */
  async function placeOf(link, selector) {
    // High enough for no scroll bar, which would take its width from the figure.
    const viewport = { width: 700, height: 1500 };
    const page = await open(`embed.html#${link}`, { viewport });
    await page.waitForText('attn-pattern >>> .summary', /\d/);
    return page.on(selector, (part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      return {
        x: left + width / 2,
        y: top + scrollY + height / 2,
        page: document.querySelector('main').offsetHeight,
      };
    });
  }

  async function clickIn(page, { x, y }) {
    const frame = await page.on('#figure', (f) => {
      const { left, top } = f.getBoundingClientRect();
      return { x: left + f.clientLeft, y: top + f.clientTop };
    });
    await page.pointer.move(frame.x + x, frame.y + y);
    await page.pointer.down();
    await page.pointer.up();
  }

  test('the frame grows to its figure, and tells Canvas too', async () => {
    const button = await placeOf('attn-pattern', 'attn-pattern >>> [data-panel="numbers"]');
    const page = await course('attn-pattern');
    const height = () => page.on('#figure', (frame) => frame.clientHeight);
    // A first height may come before the last line has its place.
    await page.waitFor(
      `Math.abs(document.getElementById('figure').clientHeight - ${button.page}) <= 1`,
      `it never grew to the ${button.page} pixels that it has without a frame`,
    );
    const before = await height();
    const canvas = await page.evaluate(() =>
      globalThis.heard
        .filter(({ data }) => typeof data === 'string')
        .map(({ data }) => JSON.parse(data)),
    );
    assert.deepEqual(canvas.at(-1), { subject: 'lti.frameResize', height: before });
    await clickIn(page, button);
    await page.waitFor(
      `document.getElementById('figure').clientHeight > ${before} + 100`,
      'the numbers have no room',
    );
  });

  test('what the reader does arrives as attn-change, and Tab leaves the frame', async () => {
    const token = await placeOf('attn-pattern', 'attn-pattern >>> [data-strip="2"]');
    const page = await course('attn-pattern');
    await page.waitFor(`document.getElementById('figure').clientHeight > 400`);
    await clickIn(page, token);
    await page.waitFor(() => globalThis.changes.some(({ source }) => source === 'user'));
    const change = await page.evaluate(() => globalThis.changes.at(-1));
    assert.equal(change.from, 'figure');
    assert.equal(change.link, 'attn-pattern?v=1&query=2');
    assert.equal(change.state.query, 2);
    assert.match(change.values['weight-robot'], /%$/);
    const left = () => document.activeElement?.localName === 'a';
    for (let i = 0; i < 20 && !(await page.evaluate(left)); i++) await page.press('Tab');
    assert.ok(await page.evaluate(left), 'Tab never came out of the frame');
  });

  test('a link in the prose sets the figure, as often as it is clicked, and keeps the address', async () => {
    const page = await course('attn-pattern?mask=causal&controls=none');
    for (let i = 0; i < 2; i++) {
      await page.click('a[data-attn-frame]');
      const { link } = await ask(page, { type: 'attn-get' });
      assert.equal(link, 'attn-pattern?v=1&query=3');
      await ask(page, { type: 'attn-set', state: { query: 5 } });
    }
    assert.equal(await page.evaluate(() => location.hash), '');
  });

  test('state by message: got, set by link and by key, another figure too', async () => {
    const page = await course('attn-pattern?query=3', { script: false });
    const first = await ask(page, { type: 'attn-get' });
    assert.equal(first.type, 'attn-state');
    assert.equal(first.figure, 'attn-pattern');
    const { query, mask, hide, rule } = first.state;
    assert.deepEqual(
      { query, mask, hide, rule },
      { query: 3, mask: 'none', hide: [], rule: 'example' },
    );
    const set = await ask(page, { type: 'attn-set', state: { mask: 'causal', hide: [1] } });
    assert.equal(set.link, 'attn-pattern?v=1&query=3&mask=causal&hide=1');
    const linked = await ask(page, { type: 'attn-set', link: '#attn-pattern?query=9' });
    assert.deepEqual(linked.state, { ...first.state, query: 9 });
    const other = await ask(page, { type: 'attn-set', link: 'attn-temperature?temperature=2' });
    assert.equal(other.figure, 'attn-temperature');
    assert.equal(other.state.temperature, 2);
  });

  test('a hostile message gets a polite refusal, and changes nothing', async () => {
    const page = await course('attn-temperature');
    const start = await ask(page, { type: 'attn-get' });
    for (const [message, said] of [
      [{ type: 'attn-get', version: 2 }, 'version 1'],
      [{ type: 'attn-eval', code: 'alert(1)' }, 'attn-get and attn-set'],
      [{ type: 'attn-set' }, 'needs a link'],
      [{ type: 'attn-set', state: [1] }, 'needs a link'],
      [{ type: 'attn-set', link: { toString: 1 } }, 'needs a link'],
    ]) {
      const answer = await ask(page, message);
      assert.equal(answer.type, 'attn-refused');
      assert.match(answer.reason, new RegExp(said));
    }
    for (const state of [
      { temperature: 'hot' },
      { temperature: { a: 1 } },
      { nonsense: 1, constructor: 2 },
      { scores: [1, 2] },
    ]) {
      const answer = await ask(page, { type: 'attn-set', state });
      assert.equal(answer.type, 'attn-state');
      assert.ok(answer.notices.length > 0);
      assert.deepEqual(answer.state, start.state);
    }
    const link = `attn-temperature?scores=<script>alert(1)</script>&temperature=javascript:alert(1)`;
    const { notices, state } = await ask(page, { type: 'attn-set', link });
    assert.equal(notices.length, 2);
    assert.deepEqual(state, start.state);
  });

  test('10 MB of scores and prototype keys are refused too', async () => {
    const page = await course('attn-temperature');
    await page.evaluate(() => {
      const tell = globalThis.tell;
      const set = (id, state) => tell({ type: 'attn-set', version: 1, id, state });
      set('scores', { scores: Array(1_300_000).fill(1.5) });
      set('text', { temperature: 'x'.repeat(10_000_000) });
      set('prototype', JSON.parse('{"__proto__": {"temperature": 9}, "temperature": 2}'));
      tell({ type: 'attn-set', version: 1, id: 'link', link: 'x'.repeat(10_000_000) });
    });
    const answer = (own) => globalThis.heard.map(({ data }) => data).find(({ id }) => id === own);
    const answered = (id) => `(${answer})('${id}')`;
    for (const id of ['scores', 'text', 'prototype']) {
      await page.waitFor(`Boolean(${answered(id)})`, `no answer to ${id}`);
      const { notices, state } = await page.evaluate(answer, id);
      assert.equal(notices.length, 1, id);
      assert.equal(state.temperature, id === 'prototype' ? 2 : 1);
    }
    await page.waitFor(`${answered('link')}?.type === 'attn-refused'`);
    const after = await ask(page, { type: 'attn-get' });
    assert.equal(after.state.temperature, 2, 'the figure is still there');
  });

  test('a message from a neighbour, or to a frame for another origin, does nothing', async () => {
    const page = await course('attn-pattern', { script: false, evil: true });
    await page.waitFor(() => globalThis.heard.some(({ data }) => data.type === 'evil spoke'));
    const { state } = await ask(page, { type: 'attn-get' });
    assert.equal(state.query, 7);
    assert.deepEqual(await heard(page, 'evil heard'), []);
  });

  test('with a list of origins only those are answered', async () => {
    const files = (src) => ({ 'host.html': host(src, { script: false }) });
    const answers = {};
    for (const isListed of [true, false]) {
      const other = await startSite({ files: {} });
      test.after(() => other.close());
      const origin = isListed ? new URL(other.url).origin : 'https://example.org';
      Object.assign(other.files, files(`${site().url}embed.html#attn-pattern?origin=${origin}`));
      const page = await open(`${other.url}host.html`);
      await page.waitFor(() => globalThis.heard.some(({ data }) => data.type === 'attn-height'));
      await page.evaluate(() => void globalThis.tell({ type: 'attn-get', version: 1, id: 'a' }));
      if (isListed) await page.waitFor(() => globalThis.heard.some(({ data }) => data.id === 'a'));
      // What a frame says it says in order: the height comes after an answer that was coming.
      await page.on('#figure', (frame) => frame.setAttribute('width', '400'));
      const count = (await heard(page, 'attn-height')).length;
      await page.waitFor(
        `heard.filter(({ data }) => data.type === 'attn-height').length >= ${count}`,
      );
      const types = await page.evaluate(() => globalThis.heard.map(({ data }) => data.type));
      answers[isListed] = ['attn-state', 'attn-changed'].filter((type) => types.includes(type));
    }
    assert.equal(answers.true[0], 'attn-state');
    assert.deepEqual(answers.false, []);
  });
});
