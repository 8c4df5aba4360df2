import { test } from 'node:test';
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { projectFiles, read } from './files.mjs';

/** Who may know whom, from DESIGN: dependencies run one way. */
const MAY_KNOW = {
  engine: [],
  model: [],
  offline: [],
  draw: ['model'],
  widgets: ['engine', 'model', 'draw'],
  'take-along': ['model', 'draw'],
  languages: ['model'],
  article: ['widgets', 'model'],
  authors: ['article', 'widgets', 'draw', 'model'],
  embed: ['widgets', 'model'],
};

const IMPORT = /(?:import|export)\s[^;]*?from\s+'([^']+)'|import\(\s*'([^']+)'|import\s+'([^']+)'/g;

const modules = projectFiles().filter((name) => /^web\/[^/]+\/.*\.js$/.test(name));

function imports(name) {
  return [...read(name).matchAll(IMPORT)].map(([, a, b, c]) => a ?? b ?? c);
}

function roomOf(name) {
  return name.split('/')[1];
}

for (const [room, known] of Object.entries(MAY_KNOW)) {
  test(`${room} imports from ${known.join(', ') || 'no other room'} only`, () => {
    const wrong = [];
    for (const name of modules.filter((module) => roomOf(module) === room)) {
      for (const found of imports(name).filter((path) => path.startsWith('.'))) {
        const target = posix.join(posix.dirname(name), found);
        const other = roomOf(target);
        if (other !== room && !known.includes(other)) wrong.push(`${name} imports ${target}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}

test('the engine and the model need no package', () => {
  const wrong = modules
    .filter((name) => ['engine', 'model'].includes(roomOf(name)))
    .flatMap((name) => imports(name).map((path) => `${name} imports ${path}`))
    .filter((line) => !/ imports \.|virtual:|node:/.test(line));
  assert.deepEqual(wrong, []);
});

test('every import names a file that is there', () => {
  const files = new Set(projectFiles());
  const missing = modules.flatMap((name) =>
    imports(name)
      .filter((path) => path.startsWith('.'))
      .map((path) => posix.join(posix.dirname(name), path))
      .filter((target) => !files.has(target))
      .map((target) => `${name} imports ${target}`),
  );
  assert.deepEqual(missing, []);
});
