// attn-widgets.js and attn-widgets.iife.js on pages that were not made for them: under global rules
// and resets, and under a strict Content-Security-Policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers, startSite } from './harness/index.mjs';
import { difference } from './harness/pixels.mjs';
import { complaints, NO_WASM, STRICT } from './harness/policies.mjs';

const MODULE = '<script type="module" src="attn-widgets.js"></script>';
const CLASSIC = '<script src="attn-widgets.iife.js" defer></script>';

/** Where the figures stand, whatever else a page says. */
const PLACES = `html { overflow: hidden !important }
body { margin: 0 !important; background: #fff !important }
.place { position: absolute !important; width: 600px !important; margin: 0 !important; padding: 0 !important; border: 0 !important }
#a, #c { left: 20px } #b, #d { left: 640px } #a, #b { top: 10px } #c, #d { top: 800px } #e { left: 1260px; top: 10px }`;

/** What resets, frameworks and course systems say of everything, and then some. */
const HOSTILE = `
html { font-size: 20px; -webkit-text-size-adjust: 150% }
body { font: italic 900 1.4rem/3 Georgia, serif; color: #c2185b; text-align: center;
  letter-spacing: 2px; word-spacing: 9px; text-transform: uppercase; text-indent: 30px;
  white-space: pre; visibility: visible; cursor: crosshair; list-style: square inside }
*, *::before, *::after { box-sizing: content-box; letter-spacing: 1.5px; line-height: 3;
  font-family: 'Courier New', monospace; text-transform: uppercase; word-spacing: 8px;
  text-shadow: 1px 1px 2px red; color: #c2185b; text-align: right; white-space: pre-line;
  font-variant-caps: small-caps; font-stretch: condensed; font-style: italic; font-weight: 900;
  word-break: break-all; border-collapse: separate; border-spacing: 9px; caption-side: bottom;
  fill: red; stroke: blue; stroke-width: 3px; text-anchor: end; shape-rendering: crispEdges;
  quotes: '<' '>'; tab-size: 12;
  pointer-events: auto; accent-color: red; -webkit-text-stroke: 1px green; hyphens: auto }
svg { width: 100%; height: auto; overflow: hidden; vertical-align: middle } svg * { opacity: .3 }
button, input, select, textarea { all: unset }
h1, h2, h3, p, ul, fieldset, table, th, td { margin: 2em; padding: 1em; border: 3px dashed red }
a { text-decoration: overline } label { display: block; font-weight: 700 } section { padding: 40px }
.figure, .badge, .panel, .picture, .controls, .field, .switch, .segment, .notice, .chip, .token,
.table, .btn, .small, .summary, #title { display: none !important; color: lime !important }
[role='group'], [hidden], [tabindex]:focus { outline: 9px solid red }
attn-pattern > *, attn-temperature > * { color: red }`;

/** @param {string} script @param {string} figures @param {string[]} sheets */
const host = (script, figures, sheets) => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><title>A course</title><link rel="icon" href="favicon.svg">
${sheets.map((name) => `<link rel="stylesheet" href="${name}">`).join('')}${script}</head>
<body>${figures}</body></html>`;

const FOUR = `<div class="place" id="a"><attn-pattern query="3"></attn-pattern></div>
<div class="place" id="b"><attn-pattern query="3"></attn-pattern></div>
<div class="place" id="c"><attn-temperature></attn-temperature></div>
<div class="place" id="d"><attn-rope pairing="nonsense"></attn-rope></div>`;

/** Every figure has its numbers, and no more of them to come. */
const ready = () =>
  [...document.querySelectorAll('.place > *')].every(
    (figure) =>
      /\d/.test(JSON.stringify(figure.values ?? '')) && figure.shadowRoot.querySelector('svg text'),
  );

/** It computes in a Worker where it may. */
const SLOW = '<div class="place" id="e"><attn-block></attn-block></div>';

const PANELS = [
  '#a attn-pattern >>> [data-panel="numbers"]',
  '#c attn-temperature >>> [data-panel="take"]',
];
const panelsOpen = () =>
  ['.numbers td', '.take form'].every((part) =>
    [...document.querySelectorAll('.place > *')].some((f) => f.shadowRoot.querySelector(part)),
  );

/** Sets the two with open panels side by side, high enough that the panels are in view. */
const showPanels = () => {
  for (const id of ['b', 'd']) document.getElementById(id).remove();
  const place = (id, left) => {
    const { style } = document.getElementById(id);
    style.setProperty('left', `${left}px`, 'important');
    style.setProperty('top', '-500px', 'important');
  };
  place('a', 20);
  place('c', 640);
};

/** Where each part of each figure stands and how it is styled, a line each. Runs in the page. */
const laidOut = () => {
  const short = (text) => [...text].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) | 0, 7);
  const line = (part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const style = getComputedStyle(part);
    const values = Array.from(style)
      .sort()
      .map((name) => name + style.getPropertyValue(name));
    return `${part.localName} ${part.getAttribute('class')} ${[x, y, width, height]} ${short(values.join())}`;
  };
  const figures = [...document.querySelectorAll('.place > *')];
  return figures.flatMap((figure) => [...figure.shadowRoot.querySelectorAll('*')].map(line));
};

inBrowsers('widgets on the pages of others', {}, ({ open }) => {
  async function serve(options) {
    const site = await startSite({ witness: !options.csp, ...options });
    test.after(() => site.close());
    return site.url;
  }

  async function same(page, one, other, what) {
    assert.deepEqual(other.parts, one.parts, what);
    const { count, worst } = await difference(page, one.picture, other.picture);
    assert.ok(count === 0, `${what}: ${count} pixels differ, by up to ${worst}`);
  }

  test('two equal and two other figures look the same on a bare page and under hostile rules', async () => {
    const url = await serve({
      files: {
        'bare.html': host(MODULE, FOUR, ['places.css']),
        'hostile.html': host(CLASSIC, FOUR, ['places.css', 'hostile.css']),
        'places.css': PLACES,
        'hostile.css': HOSTILE,
      },
    });
    const look = async (page) => ({
      picture: await page.screenshot(),
      parts: await page.evaluate(laidOut),
    });
    const looks = [];
    let page;
    for (const name of ['bare', 'hostile']) {
      const viewport = { width: 1260, height: 1550 };
      page = await open(`${url}${name}.html`, { viewport, reducedMotion: true });
      await page.waitFor(ready, `the figures on the ${name} page have no numbers`);
      looks.push(await look(page));
      for (const panel of PANELS) await page.on(panel, (button) => button.click());
      await page.waitFor(panelsOpen, `the panels on the ${name} page do not open`);
      await page.evaluate(showPanels);
      await page.settled();
      looks.push(await look(page));
    }
    const [closed, opened, closedThere, openedThere] = looks;
    assert.notDeepEqual(closed, opened);
    await same(page, closed, closedThere, 'the figures');
    await same(page, opened, openedThere, 'the panels');
  });

  for (const [kind, script] of Object.entries({ module: MODULE, classic: CLASSIC })) {
    test(`under a strict policy the ${kind} script and all its panels work, and nothing is refused`, async () => {
      const url = await serve({
        csp: STRICT,
        files: { 'strict.html': host(script, FOUR + SLOW, ['places.css']), 'places.css': PLACES },
      });
      const surroundings = { viewport: { width: 1880, height: 1550 }, messages: true };
      const page = await open(`${url}strict.html`, surroundings);
      await page.waitFor(ready, 'not every figure has numbers');
      await page.on('#d > *', (figure) => (figure.theme = 'dark'));
      for (const panel of ['numbers', 'link', 'keys', 'take', 'embed']) {
        await page.on(`#a attn-pattern >>> [data-panel="${panel}"]`, (button) => button.click());
      }
      await page.waitFor(
        `document.querySelector('attn-pattern').shadowRoot.querySelectorAll('.take form, .embed textarea').length > 1`,
        'the panels from the script beside stay empty',
      );
      const coloured = (figure) =>
        getComputedStyle(figure.shadowRoot.querySelector('[aria-checked="true"] rect')).fill;
      assert.equal(await page.on('#a attn-pattern', coloured), 'rgb(27, 95, 193)');
      assert.deepEqual(await complaints(page), []);
    });
  }

  test('where the policy forbids WebAssembly, a figure says so above its fallback', async () => {
    const figure = `<attn-pattern>
      <img src="static/attn-pattern.svg" alt="Where one token looks" width="100%" loading="lazy">
      <p>The robot picked up the ball.</p></attn-pattern>`;
    const files = { 'no-wasm.html': host(MODULE, figure, []) };
    const page = await open(`${await serve({ csp: NO_WASM, files })}no-wasm.html`, {
      messages: true,
    });
    const why = await page.waitForText('attn-pattern >>> .no-engine', 'wasm-unsafe-eval');
    assert.match(why, /Content-Security-Policy/);
    const heightOf = (part) => part.getBoundingClientRect().height;
    assert.ok((await page.on('attn-pattern p', heightOf)) > 10, 'the fallback is not shown');
    const fits = () => {
      const { complete, naturalWidth, clientWidth } = document.querySelector('attn-pattern > img');
      const room = document.documentElement;
      return (
        complete && naturalWidth > 0 && clientWidth > 200 && room.scrollWidth <= room.clientWidth
      );
    };
    await page.waitFor(fits, 'the picture of the fallback does not come, or is too wide');
    // Firefox tells the console of it, as it tells the script.
    const others = (await complaints(page)).filter((text) => !text.includes("'wasm-unsafe-eval'"));
    assert.deepEqual(others, []);
  });
});
