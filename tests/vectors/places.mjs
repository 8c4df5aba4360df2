// Where the vectors are: PyTorch's are in the project; ONNX's and the extra ones stay where they
// came with, beside the project or where ATTN_VECTORS says.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUTSIDE = process.env.ATTN_VECTORS ?? join(ROOT, '../shared/vectors');

/** @returns {{ found: string[], missing: string[] }}  folders */
export function vectorFolders() {
  const folders = [
    join(ROOT, 'tests/vectors/torch'),
    ...['onnx', 'extra'].map((name) => join(OUTSIDE, name)),
  ];
  return {
    found: folders.filter((folder) => existsSync(folder)),
    missing: folders.filter((folder) => !existsSync(folder)),
  };
}
