import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The files of a folder and of those in it.
 * @param {URL} folder
 * @returns {Promise<string[]>} paths from it, with /, sorted
 */
export async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fileURLToPath(folder), join(entry.parentPath, entry.name)))
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
}
