// PNG as far as the reference pictures need it: what browsers write is read as greys, and greys are
// written with 16 levels.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** @typedef {{ width: number, height: number, data: Uint8Array }} Picture greys, 0 to 255 */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Channels of the colour types: grey, RGB, grey with alpha, RGBA. */
const CHANNELS = { 0: 1, 2: 3, 4: 2, 6: 4 };
/** One of 16 levels, spread over 0 to 255. */
const STEP = 17;

/** @param {Buffer} png 8 bits or 4 bits of grey, or 8 bits a channel; not interlaced @returns {Picture} */
export function readPng(png) {
  const parts = chunksOf(png);
  const head = parts.find(({ type }) => type === 'IHDR').data;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const channels = CHANNELS[head[9]];
  const bits = head[8] * channels;
  const stride = Math.ceil((width * bits) / 8);
  const packed = inflateSync(
    Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
  );
  const bytes = unfiltered(packed, stride, height, Math.max(1, bits >> 3));
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const row = y * stride;
      data[y * width + x] =
        bits === 4
          ? ((bytes[row + (x >> 1)] >> (x % 2 ? 0 : 4)) & 15) * STEP
          : greyOf(bytes, row + x * channels, channels);
    }
  }
  return { width, height, data };
}

/** @param {Uint8Array} bytes @param {number} at @param {number} channels */
const greyOf = (bytes, at, channels) =>
  channels < 3
    ? bytes[at]
    : Math.round(0.2126 * bytes[at] + 0.7152 * bytes[at + 1] + 0.0722 * bytes[at + 2]);

function chunksOf(png) {
  const found = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    found.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

/** The lines without their filters (PNG 1.2, chapter 6). */
function unfiltered(packed, stride, height, size) {
  const bytes = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = packed[y * (stride + 1)];
    const row = y * stride;
    for (let i = 0; i < stride; i++) {
      const left = i >= size ? bytes[row + i - size] : 0;
      const up = y > 0 ? bytes[row + i - stride] : 0;
      const corner = y > 0 && i >= size ? bytes[row + i - stride - size] : 0;
      const guess = [0, left, up, (left + up) >> 1, filter === 4 ? paeth(left, up, corner) : 0];
      bytes[row + i] = packed[y * (stride + 1) + 1 + i] + guess[filter];
    }
  }
  return bytes;
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(guess - one));
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** @param {Picture} picture @returns {Buffer} */
export function writePng({ width, height, data }) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 4;
  const stride = Math.ceil(width / 2);
  const lines = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const level = Math.round(data[y * width + x] / STEP);
      lines[y * (stride + 1) + 1 + (x >> 1)] |= level << (x % 2 ? 0 : 4);
    }
  }
  const packed = deflateSync(lines, { level: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
