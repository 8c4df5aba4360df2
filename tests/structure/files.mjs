import { execFileSync } from 'node:child_process';
import { readFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The files of the project that git knows, or would take, as paths from its root. */
export function projectFiles() {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  return names.filter((name) => name && existsSync(ROOT + name));
}

export function read(name) {
  return readFileSync(ROOT + name, 'utf8');
}
