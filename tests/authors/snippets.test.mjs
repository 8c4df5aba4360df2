import { test } from 'node:test';
import assert from 'node:assert/strict';
import { parseFragment } from 'parse5';
import {
  FORM_NAMES,
  frameLink,
  isStart,
  ownPicture,
  snippet,
  startPicture,
} from '../../web/model/snippets.js';
import { authorsTexts } from '../../web/model/texts/authors.js';

const NASTY = `"><script>alert('1')</script> & \`\`\`\` \n\n# it's`;
const setup = (changes = {}) => ({
  figure: 'attn-pattern',
  title: 'Where one token looks',
  parameters: [
    { key: 'query', type: 'integer', default: 7, min: 0, max: 9 },
    { key: 'zeroAfter', type: 'boolean', default: false },
    { key: 'text', type: 'text', default: 'it' },
  ],
  state: { query: 3, zeroAfter: true, text: 'it' },
  controls: '',
  theme: 'auto',
  ramp: 'violet',
  width: null,
  height: 640,
  site: 'https://example.org/ae/',
  fallback: 'A figure.',
  ...changes,
});

test('every form has a name and says how to paste it', () => {
  assert.deepEqual(Object.keys(authorsTexts.en.forms), [...FORM_NAMES]);
});

test('an element says what differs from the default, and nothing else', () => {
  assert.equal(
    snippet('module', setup()),
    `<script type="module" src="https://example.org/ae/attn-widgets.js"></script>
<attn-pattern query="3" zero-after="true">
  <p>A figure.</p>
</attn-pattern>`,
  );
  const more = snippet(
    'classic',
    setup({ controls: '-text', theme: 'dark', ramp: 'grey', width: 500 }),
  );
  assert.match(more, /attn-widgets\.iife\.js"><\/script>/);
  assert.match(more, / controls="-text" theme="dark" ramp="grey" style="max-width: 500px">/);
});

test('an element holds a picture as wide as there is room, and words, until it works', () => {
  const picture = { src: startPicture(setup()), alt: 'A picture.' };
  assert.equal(
    snippet('classic', setup({ picture, fallback: 'Ball: 48.7\u00a0%' })),
    `<script src="https://example.org/ae/attn-widgets.iife.js"></script>
<attn-pattern query="3" zero-after="true">
  <img src="https://example.org/ae/static/attn-pattern.svg" alt="A picture." width="100%" loading="lazy">
  <p>Ball: 48.7&nbsp;%</p>
</attn-pattern>`,
  );
});

test('the start is known, and the picture of another setup has a name of its own', () => {
  const start = { query: 7, zeroAfter: false, text: 'it' };
  const named = (changes) => ownPicture(setup({ state: { ...start, ...changes } }));
  assert.equal(isStart(setup({ state: start })), true);
  assert.equal(isStart(setup()), false);
  assert.equal(
    ownPicture(setup({ theme: 'dark' })),
    'attn-pattern-query-3-zero-after-true-theme-dark.svg',
  );
  const texts = ['猫', '犬', NASTY, 'a '.repeat(40), 'a '.repeat(41)];
  const names = texts.map((text) => named({ text }));
  assert.equal(new Set(names).size, texts.length);
  for (const name of names) assert.match(name, /^attn-pattern-text-?[\w.-]{1,60}\.svg$/);
});

test('a frame carries state, theme and controls in its link', () => {
  const link = frameLink(setup({ controls: '-query text:locked', theme: 'dark', ramp: 'olive' }));
  const [name, query] = link.split('?');
  assert.equal(name, 'attn-pattern');
  assert.deepEqual(Object.fromEntries(new URLSearchParams(query)), {
    v: '1',
    query: '3',
    'zero-after': 'true',
    theme: 'dark',
    ramp: 'olive',
    controls: '-query text:locked',
  });
});

test('a plain link leads into the page', () => {
  assert.equal(
    snippet('link', setup()),
    'https://example.org/ae/index.html#attn-pattern?v=1&query=3&zero-after=true',
  );
});

test('course hosts get no script and no element', () => {
  for (const form of ['moodle', 'canvas', 'markdown', 'reveal']) {
    assert.doesNotMatch(snippet(form, setup()), /<script|<attn-/);
  }
});

for (const form of FORM_NAMES) {
  test(`hostile text stays text: ${form}`, () => {
    const written = snippet(
      form,
      setup({
        title: NASTY,
        fallback: NASTY,
        picture: { src: NASTY, alt: NASTY },
        state: { query: 7, zeroAfter: false, text: NASTY },
      }),
    );
    const scripts = nodes(parseFragment(written)).filter(({ tagName }) => tagName === 'script');
    for (const script of scripts) {
      assert.deepEqual(script.childNodes, []);
      assert.match(script.attrs.find(({ name }) => name === 'src').value, /^https:\/\/example/);
    }
    assert.ok(scripts.length <= 1);
  });
}

test('a fence is longer than any inside, and no line of it is empty', () => {
  const state = { query: 7, zeroAfter: false, text: 'it' };
  for (const form of ['quarto', 'myst']) {
    const lines = snippet(form, setup({ title: NASTY, state })).split('\n');
    assert.match(lines[0], /^`{5}\{/);
    assert.match(lines.at(-1), /^`{5}$/);
    assert.ok(lines.every((line) => line.trim() !== ''));
  }
});

/** @returns {any[]} all nodes below */
function nodes(node) {
  return (node.childNodes ?? []).flatMap((child) => [child, ...nodes(child)]);
}
