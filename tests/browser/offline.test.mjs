// The hosted site without a network, its updates, and the hosts it must put up with.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeServiceWorker } from '../../tools/offline.mjs';
import { inBrowsers, startSite } from './harness/index.mjs';

const SITE = fileURLToPath(new URL('../../build/site/', import.meta.url));
const BASE = '/a/b/c/';
const BARE = '<!doctype html><html lang="en"><link rel="icon" href="data:,">';

/** Runs in the page: whether a service worker is there and has all it needs. */
const isReady = async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(registration?.active && !registration.installing);
};

async function patternAnswers(page) {
  await page.on('attn-pattern', (figure) => figure.scrollIntoView());
  await page.waitForText('attn-pattern >>> .summary', '48.7');
  await page.press('Tab');
  await page.click('attn-pattern >>> [data-control="mask"] .segment', { text: 'Causal mask' });
  await page.waitForText('attn-pattern >>> .summary', '67.9');
}

/** A copy of the site that can change, as a host's folder does. */
function folderOfHost(t) {
  const root = mkdtempSync(join(tmpdir(), 'attn-offline-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  cpSync(SITE, root, { recursive: true });
  const deploy = async (title) => {
    const page = readFileSync(join(SITE, 'index.html'), 'utf8');
    writeFileSync(
      join(root, 'index.html'),
      page.replace(/<title>[^<]*/, () => `<title>${title}`),
    );
    await writeServiceWorker(pathToFileURL(`${root}/`));
  };
  return { root, deploy };
}

inBrowsers('the site without a network', {}, ({ open }) => {
  async function serve(t, options) {
    const site = await startSite({ base: BASE, ...options });
    t.after(() => site.close());
    return site;
  }

  test('after one visit and with the server gone, a reload shows figures that answer', async (t) => {
    const site = await serve(t);
    const page = await open(`${site.url}index.html`);
    await page.waitFor(isReady, 'the service worker never got ready');
    await site.close();
    await page.goto(site.url);
    await patternAnswers(page);
    assert.equal(await page.text('h1'), 'Attention Explorer');
    await page.goto(`${site.url}embed.html#attn-temperature`);
    await page.waitForText('attn-temperature >>> .summary', '48.7');
  });

  test('a new version is there on the next visit, and without a network on the one after', async (t) => {
    const { root, deploy } = folderOfHost(t);
    const site = await serve(t, { root });
    const title = () => page.evaluate(() => document.title);
    const caches = () => page.evaluate(() => globalThis.caches.keys());
    const page = await open(`${site.url}index.html`);
    await page.waitFor(isReady, 'the service worker never got ready');
    assert.equal(await title(), 'Attention Explorer');
    const [first] = await caches();

    await deploy('The second version');
    await page.goto(`${site.url}index.html?visit=2`);
    assert.equal(await title(), 'The second version');
    await page.waitFor(
      async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting),
      'the newer service worker never came',
    );
    await page.goto(`${site.url}index.html?visit=3`);
    assert.equal(await title(), 'The second version');
    await page.waitFor(
      `globalThis.caches.keys().then((names) => names.length === 1 && names[0] !== '${first}')`,
      'the old cache is still there',
    );
    await site.close();
    await page.goto(`${site.url}index.html?visit=4`);
    assert.equal(await title(), 'The second version');
    await patternAnswers(page);
  });

  test("another site's pages and caches under the same address are left alone", async (t) => {
    const files = { 'notes.html': `${BARE}<title>Notes</title><h1>Notes</h1>` };
    const site = await serve(t, { files });
    const page = await open(`${site.url}index.html`);
    await page.evaluate(() => caches.open('attention-explorer /a/ old').then(() => true));
    await page.waitFor(isReady, 'the service worker never got ready');
    await page.goto(`${site.url}notes.html`);
    assert.equal(await page.text('h1'), 'Notes');
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const ours = names.find((name) => name.includes('/a/b/c/'));
      const requests = await (await caches.open(ours)).keys();
      return { names, paths: requests.map(({ url }) => new URL(url).pathname) };
    });
    assert.equal(kept.names.length, 2);
    assert.ok(kept.names.includes('attention-explorer /a/ old'));
    assert.ok(kept.paths.includes('/a/b/c/index.html'));
    assert.deepEqual(
      kept.paths.filter((path) => !path.startsWith(BASE) || path.includes('notes')),
      [],
    );
  });

  test('neither the single file nor a frame in another page registers a service worker', async (t) => {
    const site = await serve(t);
    for (const name of ['attention-explorer.html', 'embed.html#attn-pattern']) {
      const page = await open(site.url + name);
      await page.waitForText('attn-pattern >>> .summary', '48.7');
      const found = await page.evaluate(() => navigator.serviceWorker.getRegistrations());
      assert.deepEqual(found, [], name);
    }
    assert.ok(!site.requests.some((path) => path.endsWith('sw.js')));
  });

  test('in a sandboxed frame, where service workers throw, the page says nothing about it', async (t) => {
    const host = `${BARE}<iframe sandbox="allow-scripts" src="framed.html"></iframe>`;
    const framed = `${BARE}<h1>framed</h1><script src="offline.js"></script>
      <script>addEventListener('load', () => setTimeout(() => parent.postMessage('quiet', '*'), 200));
      </script>`;
    const listen = `<script>addEventListener('message', ({ data }) => (document.title = data));</script>`;
    const site = await serve(t, { files: { 'host.html': host + listen, 'framed.html': framed } });
    const page = await open(`${site.url}host.html`);
    await page.waitFor(() => document.title === 'quiet', 'the frame never got ready');
    assert.ok(!site.requests.some((path) => path.endsWith('sw.js')));
  });
});

inBrowsers('poor hosts', {}, ({ open, browser }) => {
  test('at 30 kB a second and with .wasm of the wrong type the page comes and answers', async (t) => {
    const site = await startSite({
      base: BASE,
      bytesPerSecond: 30_000,
      types: { wasm: 'application/octet-stream' },
    });
    t.after(() => site.close());
    const page = await open(`${site.url}index.html`);
    await patternAnswers(page);
  });

  test('a local page from file:// shows figures by the classic script', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'attn-local-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(SITE, 'attn-widgets.iife.js'), join(folder, 'attn-widgets.iife.js'));
    const html = `${BARE}<title>Local</title>
      <script src="attn-widgets.iife.js"></script><attn-pattern></attn-pattern>`;
    writeFileSync(join(folder, 'page.html'), html);
    const page = await open(pathToFileURL(join(folder, 'page.html')).href);
    if (browser === 'chromium') await page.setOffline(true);
    await patternAnswers(page);
  });
});
