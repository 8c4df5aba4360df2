/**
 * The binaries of the engine, which travel inside the script as one deflated text in base64. They
 * are much alike, so a piece of the one follows a piece of the other: that brings what they share
 * within the 32 KB in which deflate finds it, and saves a third.
 */

/** The text and the bytes of each binary in it, from inside-binaries.js. */
export const inside = { packed: '', lengths: /** @type {readonly number[]} */ ([]) };

/** How many pieces each is cut into; the script that packs them takes the number from here. */
export const PIECES = 12;

/**
 * Where piece i of so many bytes begins; that of i = PIECES is the end.
 * @param {number} length
 * @param {number} i
 */
export function cut(length, i) {
  return Math.floor((i * length) / PIECES);
}

/**
 * @param {string} packed
 * @param {readonly number[]} lengths bytes of each binary
 * @returns {Promise<Uint8Array<ArrayBuffer>[]>} in the order of the lengths
 */
export async function unpackBinaries(packed, lengths) {
  const deflated = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const mixed = new Uint8Array(await new Response(stream).arrayBuffer());
  const binaries = lengths.map((length) => new Uint8Array(length));
  let from = 0;
  for (let i = 0; i < PIECES; i++) {
    for (const binary of binaries) {
      const start = cut(binary.length, i);
      const size = cut(binary.length, i + 1) - start;
      binary.set(mixed.subarray(from, from + size), start);
      from += size;
    }
  }
  return binaries;
}
