// authors.html: a figure is chosen, set up and copied, and what is copied works where it is pasted.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { FORM_NAMES } from '../../web/model/snippets.js';
import { RECIPES } from '../../web/authors/recipes.js';
import { inBrowsers, startSite } from './harness/index.mjs';

const SETUP = 'authors.html#attn-pattern?query=3&mask=causal';
const SUMMARY = 'attn-pattern >>> .summary';
const SAID = '87.0';
const HEAD =
  '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>A page</title>';

const sites = [];
async function serve(options) {
  const site = await startSite(options);
  sites.push(site);
  return site;
}
test.after(() => Promise.all(sites.map((site) => site.close())));

/** What the studio offers to copy in a form. */
async function copied(page, form) {
  await page.set('[name="form"]', form);
  return page.value('[name="snippet"]');
}

/** What Moodle and Canvas leave of an author's HTML: no script, no element that they do not know. */
const asCourseHost = (html) =>
  sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'iframe'],
    allowedAttributes: { iframe: ['src', 'title', 'width', 'height', 'loading', 'frameborder'] },
    allowedIframeHostnames: ['127.0.0.1'],
  });

/** The raw block of a Quarto or MyST file, as both put it into their page. */
function rawHtml(markdown) {
  const [token, ...rest] = marked.lexer(markdown);
  assert.deepEqual(rest, []);
  assert.equal(token.type, 'code');
  assert.match(token.lang, /^(\{=html\}|\{raw\} html)$/);
  return token.text;
}

/** What a page of each kind makes of the text that was pasted into it. */
const PASTED = {
  iframe: (text) => HEAD + text,
  module: (text) => HEAD + text,
  classic: (text) => HEAD + text,
  markdown: (text) => HEAD + marked.parse(`A paragraph.\n${text}\nAnother.`),
  quarto: (text) => HEAD + rawHtml(text),
  myst: (text) => HEAD + rawHtml(text),
  reveal: (text) =>
    `${HEAD}<style>.slides { width: 960px; transform: scale(0.6); transform-origin: 0 0 }</style>
     <div class="reveal"><div class="slides">${text}</div></div>`,
  moodle: (text) => HEAD + asCourseHost(text),
  canvas: (text) => HEAD + asCourseHost(text),
  link: (text) => `${HEAD}<p>See <a href="${text.replaceAll('&', '&amp;')}">the figure</a>.</p>`,
};

const WITHOUT_SCRIPTS = { javaScript: false, viewport: { width: 390, height: 800 } };

/** A page whose figure has no script: its picture has come, fits, and its numbers stand there once. */
async function showsPicture(page, address, numbers) {
  const seen = await page.on('attn-pattern > img', async (image) => {
    await image.decode();
    const { clientWidth, scrollWidth } = document.documentElement;
    const words = image.parentElement.innerText;
    const { src, alt, naturalWidth } = image;
    const { width, height } = image.getBoundingClientRect();
    return { src, alt, naturalWidth, width, height, words, room: clientWidth, inside: scrollWidth };
  });
  assert.equal(seen.src, address);
  assert.match(seen.alt, /^(Where one token looks: |Arcs from)/);
  assert.ok(!seen.alt.includes(numbers), seen.alt);
  assert.ok(seen.words.includes(numbers), seen.words);
  assert.ok(seen.naturalWidth > 300 && seen.height > 100, JSON.stringify(seen));
  assert.ok(seen.width > 300 && seen.inside <= seen.room, JSON.stringify(seen));
}

/** Waits until the summary in the page's frame, whatever its origin, has this in it. */
async function frameSays(page, wanted) {
  await page.on('iframe', (frame) => frame.scrollIntoView());
  const summary = () =>
    document.querySelector('attn-pattern')?.shadowRoot?.querySelector('.summary')?.textContent;
  const end = Date.now() + 20_000;
  let said = '';
  while (!said?.includes(wanted)) {
    assert.ok(Date.now() < end, `the frame never said ${wanted}; it says "${said}"`);
    await delay(50);
    const look = async () => page.driver.inFrame('embed.html', summary);
    said = await look().catch(() => '');
  }
}

inBrowsers('authors.html', { only: ['chromium'] }, ({ open, site }) => {
  test('the address sets the figure up, and the address follows what is set', async () => {
    const page = await open(SETUP);
    await page.waitForText(SUMMARY, SAID);
    assert.equal(await page.value('[name="figure"]'), 'attn-pattern');
    await page.click('attn-pattern >>> label', { text: 'No mask' });
    await page.waitFor(() => !location.hash.includes('causal'), 'the address kept the mask');
    assert.match(await page.evaluate(() => location.hash), /^#attn-pattern\?v=1&query=3/);
    await page.set('[name="figure"]', 'attn-temperature');
    await page.waitForText('attn-temperature >>> .summary', '48.7');
    assert.match(await copied(page, 'link'), /index\.html#attn-temperature\?v=1$/);
  });

  test('controls, theme and width go into the preview and into what is copied', async () => {
    const page = await open(SETUP);
    await page.click('.rules summary');
    await page.set('[name="mask"]', 'hidden');
    await page.set('[name="query"]', 'locked');
    await page.set('.studio [name="theme"]', 'dark');
    await page.set('[name="width"]', '480');
    await page.waitForText(SUMMARY, SAID);
    assert.equal(await page.count('attn-pattern >>> [data-control="mask"]'), 0);
    assert.match(await page.attribute('attn-pattern >>> .figure', 'class'), /dark/);
    const width = await page.on('attn-pattern', (figure) => figure.getBoundingClientRect().width);
    assert.equal(width, 480);
    assert.match(
      await copied(page, 'module'),
      /<attn-pattern query="3" mask="causal" controls="query:locked -mask" theme="dark" style="max-width: 480px">/,
    );
    const frame = new URL((await copied(page, 'iframe')).match(/src="([^"]*)"/)[1]);
    const link = new URLSearchParams(frame.hash.split('?')[1].replaceAll('&amp;', '&'));
    assert.equal(link.get('controls'), 'query:locked -mask');
    assert.equal(link.get('theme'), 'dark');
    // The address of the setup says the same to whoever opens it.
    const again = await open(await page.evaluate(() => location.href));
    await again.waitForText(SUMMARY, SAID);
    assert.equal(await again.value('[name="mask"]'), 'hidden');
    assert.equal(await again.value('[name="query"]'), 'locked');
  });

  for (const form of FORM_NAMES) {
    test(`what is copied works in a page of its kind: ${form}`, async () => {
      // Browsers take a module from another origin only where its host allows it.
      const headers = form === 'module' ? { 'access-control-allow-origin': '*' } : {};
      const ours = await serve({ base: '/a/b/', headers });
      const page = await open(`${ours.url}${SETUP}`);
      await page.waitForText(SUMMARY, SAID);
      const text = await copied(page, form);
      const host = await serve({ files: { 'page.html': PASTED[form](text) } });
      const pasted = await open(`${host.url}page.html`);
      if (form === 'link') {
        await pasted.goto(await pasted.attribute('a', 'href'));
        return pasted.waitForText(SUMMARY, SAID);
      }
      if (await pasted.count('iframe')) return frameSays(pasted, SAID);
      await pasted.waitForText(SUMMARY, SAID);
      const isSeen = () => document.querySelector('attn-pattern > img').checkVisibility();
      assert.equal(await pasted.evaluate(isSeen), false);
      const still = await open(`${host.url}page.html`, WITHOUT_SCRIPTS);
      return showsPicture(still, `${ours.url}static/attn-pattern.svg`, SAID);
    });
  }

  test('before its script arrives an element shows the picture that the author chooses', async () => {
    const page = await open(SETUP);
    await page.waitForText(SUMMARY, SAID);
    await page.set('[name="site"]', '');
    assert.match(
      await copied(page, 'classic'),
      /<p>Where one token looks\. The picture shows the figure as it starts; /,
    );
    assert.match(await page.text('.how'), /another state than your page/);
    await page.set('[name="before"]', 'own');
    const text = await page.value('[name="snippet"]');
    await page.click('[name="picture"]');
    await page.waitForText('.said', 'was downloaded');
    const [{ name, bytes }] = await page.driver.downloads();
    assert.equal(name, 'attn-pattern-query-3-mask-causal.svg');
    const files = { 'page.html': PASTED.classic(text), [name]: bytes.toString() };
    const host = await serve({ files });
    const still = await open(`${host.url}page.html`, WITHOUT_SCRIPTS);
    await showsPicture(still, host.url + name, SAID);
    assert.ok(files[name].includes(SAID));
    assert.doesNotMatch(await still.text('attn-pattern'), /as it starts/);
    await page.set('[name="before"]', 'words');
    assert.doesNotMatch(await page.value('[name="snippet"]'), /<img/);
    await copied(page, 'iframe');
    assert.equal(await page.on('[name="before"]', (field) => field.checkVisibility()), false);
  });

  test('the frame gets the height of its figure from the script beside it', async () => {
    const page = await open(SETUP);
    await page.waitForText(SUMMARY, SAID);
    const text = (await copied(page, 'iframe')).replace(/height="\d+"/, 'height="90"');
    const host = await serve({ files: { 'page.html': HEAD + text } });
    const pasted = await open(`${host.url}page.html`);
    await pasted.waitFor(
      () => document.querySelector('iframe').getBoundingClientRect().height > 600,
      'the frame stayed low',
    );
  });

  test('Embed leads here from the page, with the state; elsewhere it opens a panel', async () => {
    const page = await open('index.html#attn-pattern?query=3&mask=causal');
    await page.waitForText(SUMMARY, SAID);
    const link = await page.on('attn-pattern >>> a.tool', ({ href }) => href, { text: 'Embed' });
    assert.equal(link, `${site().url}authors.html#attn-pattern?v=1&query=3&mask=causal`);

    const embed = await open('embed.html#attn-pattern?query=3&mask=causal');
    await embed.click('attn-pattern >>> .tool', { text: 'Embed' });
    const text = await embed.value('attn-pattern >>> .embed-code textarea');
    assert.ok(text.includes(`<script src="${site().url}attn-widgets.iife.js">`), text);
    assert.match(
      text,
      /<attn-pattern query="3" mask="causal">\n {2}<img [^\n]+\n {2}<p>Where one token looks\. The picture shows the figure as it starts; .*87\.0&nbsp;%/,
    );
    const address = `${site().url}static/attn-pattern.svg`;
    const alt = 'Where one token looks: a still picture of the figure.';
    assert.ok(text.includes(`<img src="${address}" alt="${alt}" width="100%"`), text);
    await embed.on('attn-pattern', (figure) => figure.change({ query: 7, mask: 'none' }));
    await embed.waitForText(SUMMARY, '48.7');
    await embed.waitFor(() => {
      const { value } = document.querySelector('attn-pattern').renderRoot.querySelector('.embed-code textarea'); // prettier-ignore
      return (
        value.includes('<attn-pattern>') && /<p>Where one token looks\. “it”.*48\.7/.test(value)
      );
    });
  });

  test('a page may lead Embed elsewhere, or take it away', async () => {
    const body = '<script src="attn-widgets.iife.js"></script><attn-pattern></attn-pattern>';
    const files = Object.fromEntries(
      ['none', '/authors/'].map((value, i) => [
        `${i}.html`,
        HEAD.replace('<html', `<html data-attn-authors="${value}"`) + body,
      ]),
    );
    const host = await serve({ files });
    const [none, other] = [await open(`${host.url}0.html`), await open(`${host.url}1.html`)];
    await none.waitForText(SUMMARY, '48.7');
    assert.equal(await none.count('attn-pattern >>> .tool', { text: 'Embed' }), 0);
    const link = await other.attribute('attn-pattern >>> a.tool', 'href', { text: 'Embed' });
    assert.equal(link, '/authors/#attn-pattern?v=1');
  });

  test('nothing sticks out sideways at 360 pixels, and the copy button is reached by keys', async () => {
    const page = await open(SETUP, { viewport: { width: 360, height: 800 } });
    await page.waitForText(SUMMARY, SAID);
    const [inside, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    assert.equal(inside, room);
    await page.focus('[name="snippet"]');
    await page.press('Tab');
    assert.equal((await page.focused()).text, 'Copy');
    await page.press('Enter');
    await page.waitForText('.said', /Copied|Select the text/);
  });

  test('without scripts the recipes and the tables can be read', async () => {
    const page = await open('authors.html', { javaScript: false });
    assert.match(await page.text('#reference'), /zero-after/);
    assert.equal(await page.text('[data-recipe="policy"]'), RECIPES.policy.replace(/\s+/g, ' '));
  });
});

inBrowsers('the recipes', { only: ['chromium'] }, ({ open }) => {
  async function recipe(name) {
    const host = await serve({ files: { 'page.html': HEAD + RECIPES[name] } });
    return open(`${host.url}page.html`);
  }

  test('a link in the prose sets the figure', async () => {
    const page = await recipe('drive');
    await page.waitForText(SUMMARY, '“up”');
    await page.click('a', { text: 'hide the future' });
    await page.waitForText(SUMMARY, '67.9');
  });

  test('a link in the prose sets the figure in a frame', async () => {
    const page = await recipe('drive-frame');
    await frameSays(page, '48.7');
    await page.click('a', { text: 'Hide the future' });
    await frameSays(page, '67.9');
  });

  test('a question reads what the reader chose', async () => {
    const page = await recipe('quiz');
    await page.waitForText(SUMMARY, '“the (0)”');
    const token = (text) => page.click('attn-pattern >>> [role="radio"]', { text });
    await token('robot');
    await page.waitForText('#verdict', 'Not this one.');
    await token('picked');
    await page.waitForText('#verdict', 'Right.');
  });

  test('what the recipes and the README put before the script is what is copied, and works', async () => {
    const page = await open('authors.html#attn-pattern');
    await page.waitForText(SUMMARY, '48.7');
    await page.set('[name="site"]', '');
    assert.equal(await copied(page, 'module'), RECIPES.before);
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const inReadme = /```html\n(<script type="module"[\s\S]*?)```/.exec(readme)[1];
    for (const body of [RECIPES.before, RECIPES.offline, inReadme]) {
      const host = await serve({ files: { 'page.html': HEAD + body } });
      const still = await open(`${host.url}page.html`, WITHOUT_SCRIPTS);
      await showsPicture(still, `${host.url}static/attn-pattern.svg`, '48.7');
      const live = await open(`${host.url}page.html`);
      await live.waitForText(SUMMARY, '48.7');
    }
  });

  test('the policy is enough, for figures and for the page itself', async () => {
    const csp = RECIPES.policy.replace('Content-Security-Policy: ', '').replace(/\s+/g, ' ');
    const body =
      '<script type="module" src="attn-widgets.js"></script><attn-scaling></attn-scaling>';
    const host = await serve({
      csp,
      files: { 'page.html': HEAD.replace('data:,', 'favicon.svg') + body },
    });
    const page = await open(`${host.url}page.html`);
    await page.waitForText('attn-scaling >>> .summary', /variance|spread|√/);
    const own = csp.replace('worker-src', "connect-src 'self'; worker-src 'self'");
    const site = await serve({ csp: own });
    const ours = await open(`${site.url}authors.html`);
    await ours.waitForText('attn-lookup >>> .summary', /hard lookup/);
  });
});
