/** Several files as one, kept as they are. */
import { zipSync } from 'fflate';

/** Every file is of 1 January 1980, so that the same numbers give the same bytes. */
const DATE = new Date(1980, 0, 1);

/**
 * @param {{ name: string, content: string | Uint8Array }[]} files
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function zip(files) {
  const encoder = new TextEncoder();
  const entries = files.map(({ name, content }) => [
    name,
    typeof content === 'string' ? encoder.encode(content) : content,
  ]);
  return zipSync(Object.fromEntries(entries), { level: 0, mtime: DATE });
}
