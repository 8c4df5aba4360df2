import { before, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { zipOf } from '../../tools/dist.mjs';
import { ROOT } from './files.mjs';

const SITE = `${ROOT}build/site/`;
const TOP = 'attention-explorer-1.2.3';
let zip;

before(async () => {
  zip = await zipOf(pathToFileURL(SITE), TOP);
});

test('the zip holds every file of the site, byte for byte, in one folder', () => {
  const files = unzipSync(zip);
  const names = readdirSync(SITE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(SITE.length))
    .sort();
  assert.deepEqual(
    Object.keys(files),
    names.map((name) => `${TOP}/${name}`),
  );
  const differ = names.filter(
    (name) => !readFileSync(SITE + name).equals(Buffer.from(files[`${TOP}/${name}`])),
  );
  assert.deepEqual(differ, []);
});

test('other dates, another place and another time zone give the same bytes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attn-dist-'));
  try {
    cpSync(SITE, join(folder, 'site'), { recursive: true });
    for (const name of readdirSync(join(folder, 'site'))) {
      utimesSync(join(folder, 'site', name), 1e9, 1e9);
    }
    const site = pathToFileURL(`${join(folder, 'site')}/`).href;
    const script = `import { zipOf } from ${JSON.stringify(pathToFileURL(`${ROOT}tools/dist.mjs`).href)};
      process.stdout.write(await zipOf(new URL(${JSON.stringify(site)}), '${TOP}'));`;
    const { stdout, status } = spawnSync('node', ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ: 'Pacific/Auckland' },
      maxBuffer: 1e8,
    });
    assert.equal(status, 0);
    assert.ok(Buffer.from(zip).equals(stdout), 'the zips differ');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
