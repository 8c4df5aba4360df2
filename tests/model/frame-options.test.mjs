import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { FRAME_OPTIONS } from '../../web/model/frame-options.js';
import { readLink } from '../../web/model/link-state.js';

test('no figure has a parameter of the name of a frame option', () => {
  const folder = new URL('../../web/widgets/', import.meta.url);
  const sources = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
  const keys = sources.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\bkey: '(\w+)'/g)].map(([, k]) => k),
  );
  assert.ok(keys.length > 50);
  const options = FRAME_OPTIONS.map(({ key }) => key);
  assert.deepEqual(
    keys.filter((key) => options.includes(key)),
    [],
  );
});

test('frame options are read from a link like parameters', () => {
  const { state, refused } = readLink(FRAME_OPTIONS, 'theme=dark&title=0&width=3');
  assert.equal(state.theme, 'dark');
  assert.equal(state.title, false);
  assert.deepEqual(
    refused.map(({ key }) => key),
    ['width'],
  );
});
