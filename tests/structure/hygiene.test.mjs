import { test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { projectFiles, read, ROOT } from './files.mjs';

const BINARY = /\.(png|woff2|wasm|zip|gz)$/;
const texts = projectFiles().filter((name) => !BINARY.test(name) && name !== 'package-lock.json');

function linesWith(pattern, names) {
  return names.flatMap((name) =>
    read(name)
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${name}:${i + 1}: ${line.trim()}`] : [])),
  );
}

test('the lock file names no registry', () => {
  const lock = JSON.parse(read('package-lock.json'));
  const resolved = Object.entries(lock.packages).filter(([, entry]) => entry.resolved);
  assert.deepEqual(resolved, []);
});

test('every package in the lock file has a checksum', () => {
  const lock = JSON.parse(read('package-lock.json'));
  const bare = Object.entries(lock.packages).filter(
    ([name, entry]) => name !== '' && !entry.integrity && !entry.inBundle && !entry.link,
  );
  assert.deepEqual(bare, []);
});

test('no file names a path of somebody’s machine', () => {
  // Spelled in pieces, so that this file does not find itself.
  const folders = ['home', 'Users', 'work', 'root'].join('|');
  const pattern = new RegExp(`(^|["'\`\\s(=])/(${folders})/[A-Za-z]`);
  assert.deepEqual(linesWith(pattern, texts), []);
});

test('the page and the widgets load nothing from another host', () => {
  const loads =
    /(\b(src|href)="|url\(|import\(?\s*|fetch\()['"]?(https?:)?\/\/(?!arxiv\.org\/abs\/)/;
  const sources = texts.filter((name) => name.startsWith('web/') && !name.endsWith('.json'));
  const links = /<a\b[^>]*href="https:/;
  const found = linesWith(loads, sources).filter((line) => !links.test(line));
  assert.deepEqual(found, []);
});

test('no random number is without a seed', () => {
  const sources = texts.filter((name) => /^web\/.*\.js$/.test(name));
  assert.deepEqual(linesWith(/Math\.random\s*\(/, sources), []);
});

test('every relative link in the documentation leads somewhere', () => {
  const dead = texts
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) =>
      [...read(name).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, target]) => posix.join(posix.dirname(name), target))
        .filter((target) => !existsSync(ROOT + target))
        .map((target) => `${name} links to ${target}`),
    );
  assert.deepEqual(dead, []);
});
