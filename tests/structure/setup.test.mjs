// The set-up script among fake tools: what it asks of apt, what it names, and when it stops.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './files.mjs';

const PLAIN_TOOLS = 'awk cat chmod cmp cp dirname env find grep mkdir mktemp rm sed sh tr'.split(
  ' ',
);

const says = (text) => `echo '${text}'`;
const LOGGED = 'echo "$(basename "$0") $*" >>"$LOG"';

/** Tools of a machine on which nothing is missing for the tests. */
const COMPLETE = {
  node: says('v20.18.0'),
  npm: `${LOGGED}; mkdir -p node_modules`,
  emcc: says('emcc (Emscripten gcc/clang-like replacement) 3.1.6 ()'),
  gcc: 'exit 0',
  clang: 'exit 0',
  chromium: 'exit 0',
  id: says('0'),
};

/** Puts a program for each package into the folder of fakes, as apt would. */
const APT = `${LOGGED}
case " $* " in *" emscripten "*) printf '#!/bin/sh\\n%s\\n' "\${EMCC_FROM_APT}" >"$BIN/emcc"; chmod +x "$BIN/emcc" ;; esac
case " $* " in *" chromium"*) printf '#!/bin/sh\\n' >"$BIN/chromium"; chmod +x "$BIN/chromium" ;; esac`;

function machine(t, tools) {
  const folder = mkdtempSync(join(tmpdir(), 'attn-setup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  mkdirSync(join(folder, 'tools'));
  copyFileSync(join(ROOT, 'tools/setup.sh'), join(folder, 'tools/setup.sh'));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  for (const name of [...PLAIN_TOOLS, 'basename']) symlinkSync(whereIs(name), join(bin, name));
  for (const [name, body] of Object.entries(tools)) {
    if (body) writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  }
  const log = join(folder, 'log');
  const environment = { PATH: bin, BIN: bin, LOG: log, EMCC_FROM_APT: COMPLETE.emcc };
  return {
    folder,
    run(target, more = {}) {
      const result = spawnSync(join(bin, 'sh'), ['tools/setup.sh', target], {
        cwd: folder,
        env: { ...environment, ...more },
        encoding: 'utf8',
      });
      const asked = existsSync(log) ? readFileSync(log, 'utf8') : '';
      rmSync(log, { force: true });
      return { status: result.status, said: result.stdout + result.stderr, asked };
    },
  };
}

function whereIs(name) {
  const { stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return stdout.trim();
}

test('where nothing is missing, apt is not asked', (t) => {
  const { run } = machine(t, { ...COMPLETE, 'apt-get': LOGGED });
  const { status, asked } = run('test');
  assert.equal(status, 0);
  assert.equal(asked, 'npm ci --no-progress\n');
});

test('npm ci runs again only after the lock file changed', (t) => {
  const { run, folder } = machine(t, COMPLETE);
  assert.match(run('serve').asked, /npm ci/);
  assert.equal(run('serve').asked, '');
  writeFileSync(join(folder, 'package-lock.json'), '{ "changed": true }');
  assert.match(run('serve').asked, /npm ci/);
});

test('serving installs Emscripten where it is missing, and no browser', (t) => {
  const { run } = machine(t, { ...COMPLETE, emcc: null, chromium: null, 'apt-get': APT });
  const { status, asked, said } = run('serve');
  assert.equal(status, 0, said);
  assert.match(asked, /apt-get .*update\napt-get .*install .*emscripten\n/);
  assert.doesNotMatch(asked, /chromium/);
});

test('testing installs Chromium too', (t) => {
  const { run } = machine(t, { ...COMPLETE, emcc: null, chromium: null, 'apt-get': APT });
  const { status, asked, said } = run('test');
  assert.equal(status, 0, said);
  assert.match(asked, /install .*emscripten chromium/);
});

test('who is not root goes through sudo', (t) => {
  const tools = { ...COMPLETE, emcc: null, id: says('1000'), 'apt-get': APT };
  const { run } = machine(t, { ...tools, sudo: `${LOGGED}; exec "$@"` });
  const { status, asked, said } = run('serve');
  assert.equal(status, 0, said);
  assert.match(asked, /sudo env .*apt-get .*install/);
});

test('without sudo the command for root is named', (t) => {
  const { run } = machine(t, { ...COMPLETE, emcc: null, id: says('1000'), 'apt-get': APT });
  const { status, said, asked } = run('serve');
  assert.notEqual(status, 0);
  assert.match(said, /as root:\n.*apt-get install -y emscripten/);
  assert.equal(asked, '');
});

test('without apt everything that is missing is named at once', (t) => {
  const { run } = machine(t, { ...COMPLETE, emcc: null, chromium: null, gcc: null, clang: null });
  const { status, said, asked } = run('test');
  assert.notEqual(status, 0);
  assert.match(
    said,
    /brew install emscripten[\s\S]*xcode-select --install[\s\S]*Chromium or Chrome/,
  );
  assert.equal(asked, '');
});

test('without apt a complete machine goes on', (t) => {
  assert.equal(machine(t, COMPLETE).run('test').status, 0);
});

test('a missing Node.js is named with the version that is needed', (t) => {
  const { status, said } = machine(t, { ...COMPLETE, node: null }).run('serve');
  assert.notEqual(status, 0);
  assert.match(said, /Node\.js is missing; 20\.\d+\.0 or newer/);
});

for (const [name, tools, words] of [
  ['Node.js 18', { node: says('v18.19.0') }, /Node\.js 18\.19\.0 is too old: 20\.\d+\.0 or newer/],
  [
    'emcc 3.1.5',
    { emcc: says('emcc (…) 3.1.5 ()') },
    /emcc\) 3\.1\.5 is too old: 3\.1\.6 or newer/,
  ],
  ['emcc 2.0.34', { emcc: says('emcc (…) 2.0.34 (abc)') }, /emcc\) 2\.0\.34 is too old/],
]) {
  test(`${name} is refused with the version found and the version needed`, (t) => {
    const { status, said, asked } = machine(t, { ...COMPLETE, ...tools }).run('serve');
    assert.notEqual(status, 0);
    assert.match(said, words);
    assert.equal(asked, '');
  });
}

for (const version of ['3.1.6', '3.1.51', '4.0.10', '3.2.0-git']) {
  test(`emcc ${version} is accepted`, (t) => {
    const { status, said } = machine(t, { ...COMPLETE, emcc: says(`emcc (…) ${version} ()`) }).run(
      'serve',
    );
    assert.equal(status, 0, said);
  });
}

test('an Emscripten from apt that is too old is refused all the same', (t) => {
  const { run } = machine(t, { ...COMPLETE, emcc: null, 'apt-get': APT });
  const { status, said } = run('serve', { EMCC_FROM_APT: says('emcc (…) 3.1.5 ()') });
  assert.notEqual(status, 0);
  assert.match(said, /3\.1\.5 is too old/);
});

test('when apt fails, so does the set-up', (t) => {
  const { run } = machine(t, { ...COMPLETE, emcc: null, 'apt-get': `${LOGGED}; exit 100` });
  const { status, said, asked } = run('serve');
  assert.notEqual(status, 0);
  assert.match(said, /update' failed/);
  assert.doesNotMatch(asked, /npm/);
});

test('when npm fails, so does the set-up, and the next run tries again', (t) => {
  const { run } = machine(t, { ...COMPLETE, npm: `${LOGGED}; exit 1` });
  assert.notEqual(run('serve').status, 0);
  assert.match(run('serve').asked, /npm ci/);
});
