// The same sources give the same site, wherever the project stands.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFiles, ROOT } from './files.mjs';

test('a second build in another folder gives the same files, byte for byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attn-again-'));
  try {
    const sources = projectFiles().filter((name) => /^(web|tools|c)\/|^[^/]+$/.test(name));
    for (const name of sources) cpSync(ROOT + name, join(folder, name));
    cpSync(`${ROOT}build/engine`, join(folder, 'build/engine'), { recursive: true });
    symlinkSync(`${ROOT}node_modules`, join(folder, 'node_modules'), 'dir');
    const { status, stderr } = spawnSync('node', ['tools/build.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const [first, second] = [ROOT, `${folder}/`].map((root) => contents(`${root}build/site/`));
    assert.deepEqual([...second.keys()], [...first.keys()]);
    const differ = [...first.keys()].filter((name) => !first.get(name).equals(second.get(name)));
    assert.deepEqual(differ, []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** @returns {Map<string, Buffer>} by name, in order */
function contents(site) {
  const names = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(site.length))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(site + name)]));
}
