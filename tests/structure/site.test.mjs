import { test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { projectFiles, read, ROOT } from './files.mjs';

const SITE = 'build/site/';
const page = read(`${SITE}index.html`);
const single = read(`${SITE}attention-explorer.html`);
const embed = read(`${SITE}embed.html`);

test('every delivery is there', () => {
  const names = [
    'index.html',
    'attention-explorer.html',
    'authors.html',
    'embed.html',
    'attn-widgets.js',
    'attn-widgets.iife.js',
    'attn-widgets.d.ts',
    'custom-elements.json',
    'attn-take-along.js',
    'attn-seq2seq.js',
    'attn-large.js',
    'sw.js',
    'attn-texts.ar.js',
    'attn-texts.ja.js',
    'engine/attn.js',
    'engine/attn.d.ts',
    'engine/attn.wasm',
    'engine/attn-scalar.wasm',
    'favicon.svg',
    'licenses.md',
  ];
  assert.deepEqual(
    names.filter((name) => !existsSync(ROOT + SITE + name)),
    [],
  );
});

test('the classic script reads the same in whatever encoding its page is', () => {
  assert.doesNotMatch(read(`${SITE}attn-widgets.iife.js`), /[^\0-\x7f]/);
});

test('the page has relative links only, and each leads somewhere', () => {
  const loaded = [...page.matchAll(/<(?:script|link|img)\b[^>]*?(?:src|href)="([^"]*)"/g)];
  assert.ok(loaded.length >= 4);
  for (const [, target] of loaded) {
    assert.match(target, /^\.\//);
    assert.ok(existsSync(ROOT + SITE + target), target);
  }
  const ids = new Set([...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
  const anchors = [...page.matchAll(/\shref="#([^"]*)"/g)].map(([, id]) => id);
  assert.deepEqual(
    anchors.filter((id) => !ids.has(id) && !isState(id)),
    [],
  );
});

/** A link that sets a figure's state: `#attn-pattern?…`. */
function isState(anchor) {
  const [element, state] = anchor.split('?');
  return state !== undefined && page.includes(`<${element} `);
}

test('no id stands twice in the page', () => {
  const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  assert.deepEqual(
    ids.filter((id, i) => ids.indexOf(id) !== i),
    [],
  );
});

test('the page carries no inline style and no inline script', () => {
  assert.doesNotMatch(page, /<[^>]+\sstyle="/);
  assert.doesNotMatch(page, /<style\b/);
  assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)[^>]*>/);
  assert.doesNotMatch(page, /<[^>]+\son[a-z]+="/);
});

test('every formula was rendered, for eyes and for screen readers', () => {
  const prose = page.replace(/<annotation[\s\S]*?<\/annotation>/g, '');
  assert.doesNotMatch(prose.replace(/<(script|code|pre)[\s\S]*?<\/\1>/g, ''), /\$/);
  const count = (pattern) => page.match(pattern)?.length ?? 0;
  assert.ok(count(/<math /g) > 10);
  assert.equal(count(/<math /g), count(/class="katex-html"/g));
});

for (const [name, text] of Object.entries({
  'attention-explorer.html': single,
  'embed.html': embed,
})) {
  test(`${name} asks for no other file`, () => {
    const loads = [...text.matchAll(/<(?:script|link|img)\b[^>]*?\s(?:src|href)="([^"]*)"/g)];
    assert.deepEqual(
      loads.map(([, target]) => target).filter((target) => !target.startsWith('data:')),
      [],
    );
    assert.doesNotMatch(text, /url\(["']?(?!data:|#)[^)]*\.(woff2|css|png)/);
  });

  test(`the scripts in ${name} end where they should`, () => {
    const scripts = text.match(/<script\b/g).length;
    assert.equal(text.match(/<\/script>/g).length, scripts);
  });
}

test('a classic script has no import and no export', () => {
  const classic = read(`${SITE}attn-widgets.iife.js`);
  assert.doesNotMatch(classic, /^\s*(import|export)[\s{]/m);
  assert.doesNotMatch(classic, /import\.meta/);
});

test('the engine in the site runs in Node beside its binaries', async () => {
  const { loadEngine } = await import(`${ROOT}${SITE}engine/attn.js`);
  const engine = await loadEngine();
  const { weights } = engine.softmax({ scores: [0, 0], cols: 2 });
  assert.deepEqual([...weights], [0.5, 0.5]);
});

test('every module of the engine in the site has its types', () => {
  const names = readdirSync(`${ROOT}${SITE}engine`, { recursive: true });
  const modules = names.filter((name) => name.endsWith('.js'));
  const untyped = modules.filter((name) => !names.includes(name.replace(/\.js$/, '.d.ts')));
  assert.deepEqual(untyped, []);
});

test('the licences of all that is shipped come with it', () => {
  const licences = read(`${SITE}licenses.md`);
  const imported = projectFiles()
    .filter((name) => /^web\/(draw|widgets)\/.*\.js$/.test(name))
    .flatMap((name) => [...read(name).matchAll(/from '((?:lit|d3)[^/']*)/g)].map(([, one]) => one));
  for (const name of [...new Set(imported), 'KaTeX']) {
    assert.match(licences, new RegExp(`^## ${name}[ ,]`, 'm'));
  }
});
