/** Several files as one, kept as they are (method 0): https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** @param {Uint8Array} bytes */
export function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Names are UTF-8; every file is of 1 January 1980, so that the same numbers give the same bytes. */
const [VERSION, UTF8, STORED, TIME, DATE] = [20, 0x0800, 0, 0, 0x21];

/** Little-endian fields: a number of two or four bytes each. @param {[value: number, bytes: 2 | 4][]} list */
function fields(list) {
  const view = new DataView(new ArrayBuffer(list.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of list) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * @param {{ name: string, content: string | Uint8Array }[]} files
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function zip(files) {
  const encoder = new TextEncoder();
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {Uint8Array[]} */
  const directory = [];
  let at = 0;
  for (const { name, content } of files) {
    const title = encoder.encode(name);
    const bytes = typeof content === 'string' ? encoder.encode(content) : content;
    /** @type {[number, 2 | 4][]} */
    const about = [[VERSION, 2], [UTF8, 2], [STORED, 2], [TIME, 2], [DATE, 2], [crc32(bytes), 4], [bytes.length, 4], [bytes.length, 4], [title.length, 2], [0, 2]]; // prettier-ignore
    const head = fields([[0x04034b50, 4], ...about]);
    parts.push(head, title, bytes);
    const tail = fields([[0x02014b50, 4], [VERSION, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]); // prettier-ignore
    directory.push(tail, title);
    at += head.length + title.length + bytes.length;
  }
  const list = joined(directory);
  const end = fields([[0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [list.length, 4], [at, 4], [0, 2]]); // prettier-ignore
  return joined([...parts, list, end]);
}
