// The harness itself: what widget tests lean on must hold in every browser.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { inBrowsers, startSite } from './harness/index.mjs';

const HOST = `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">
<body style="height: 3000px"><x-host></x-host>
<p id="out">nothing</p><input id="field" value="old"><button id="far" style="margin-top: 2000px">Far</button>
<script>
  class Host extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML =
        '<button>One</button><button>Two</button><div id="pad" style="width:200px;height:50px;background:#ccc"></div>';
      const say = (text) => (document.querySelector('#out').textContent = text);
      this.shadowRoot.addEventListener('click', ({ target }) => target.id !== 'pad' && say('clicked ' + target.textContent));
      const pad = this.shadowRoot.querySelector('#pad');
      let from = null;
      pad.addEventListener('pointerdown', (e) => { from = e.clientX; pad.setPointerCapture(e.pointerId); });
      pad.addEventListener('pointerup', (e) => say(e.pointerType + ' dragged ' + Math.round(e.clientX - from)));
    }
  }
  customElements.define('x-host', Host);
  addEventListener('keydown', (e) => { if (e.target.id !== 'field') document.querySelector('#out').textContent = (e.shiftKey ? 'Shift+' : '') + e.key; });
  document.querySelector('#far').addEventListener('click', () => (document.querySelector('#out').textContent = 'far'));
</script></body></html>`;

inBrowsers('the harness', {}, ({ open, browser }) => {
  let site;
  test.before(async () => (site = await startSite({ files: { 'host.html': HOST } })));
  test.after(() => site.close());
  const openHost = (surroundings) => open(`${site.url}host.html`, surroundings);

  test('clicks in a shadow root by text, and scrolls to what is far away', async () => {
    const page = await openHost();
    await page.click('x-host >>> button', { text: 'Two' });
    assert.equal(await page.text('#out'), 'clicked Two');
    await page.click('#far');
    assert.equal(await page.text('#out'), 'far');
  });

  test('drags by pixels', async () => {
    const page = await openHost();
    await page.drag('x-host >>> #pad', { at: [0.1, 0.5], by: [60, 5] });
    await page.waitForText('#out', 'mouse dragged 60');
  });

  test('presses keys and chords, and types into fields', async () => {
    const page = await openHost();
    await page.press('ArrowRight');
    assert.equal(await page.text('#out'), 'ArrowRight');
    await page.press('Shift+Home');
    assert.equal(await page.text('#out'), 'Shift+Home');
    await page.fill('#field', 'new words');
    assert.equal(await page.value('#field'), 'new words');
  });

  test('has the viewport, the colours and the stillness asked for', async () => {
    const page = await openHost({
      viewport: { width: 720, height: 640 },
      colorScheme: 'dark',
      reducedMotion: true,
    });
    const seen = await page.evaluate(() => [
      innerWidth,
      innerHeight,
      matchMedia('(prefers-color-scheme: dark)').matches,
      matchMedia('(prefers-reduced-motion: reduce)').matches,
    ]);
    assert.deepEqual(seen, [720, 640, true, true]);
  });

  test('collects what the console says, errors too', async () => {
    const page = await openHost({ messages: true });
    await page.evaluate(() => {
      console.warn('a warning');
      setTimeout(() => {
        throw new Error('a thrown fault');
      }, 0);
    });
    let heard = '';
    for (let i = 0; i < 100 && !(heard.includes('a warning') && heard.includes('a thrown')); i++) {
      await delay(20);
      heard = JSON.stringify(await page.messages());
    }
    assert.match(heard, /a warning.*a thrown fault/);
  });

  test('touches', { skip: browser === 'webkit' && 'its driver knows no touch' }, async () => {
    const page = await openHost({ touch: true });
    await page.tap('x-host >>> #pad');
    await page.waitForText('#out', 'touch dragged 0');
  });

  test('takes a picture', async () => {
    const page = await openHost();
    const png = await page.screenshot();
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
  });
});
