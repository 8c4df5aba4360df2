/** Geometry that several pieces share. */

/**
 * Equal bands along a line.
 * @param {number} count
 * @param {number} start
 * @param {number} end
 * @returns {{ size: number, at: (index: number) => number, centre: (index: number) => number }}
 */
export function bands(count, start, end) {
  const size = (end - start) / Math.max(1, count);
  return {
    size,
    at: (index) => start + index * size,
    centre: (index) => start + (index + 0.5) * size,
  };
}

/** Average advance of a character, as a share of the font size, in the fonts of the frame. */
const ADVANCE = 0.56;

/** @param {string} text @param {number} fontSize @returns {number} estimated width */
export const textWidth = (text, fontSize) => [...text].length * fontSize * ADVANCE;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A text that fits: smaller down to a least size, then cut between graphemes with an ellipsis.
 * @param {string} text
 * @param {number} width
 * @param {number} fontSize
 * @param {number} [least]
 * @returns {{ text: string, fontSize: number, isCut: boolean }}
 */
export function fitText(text, width, fontSize, least = 11) {
  const needed = textWidth(text, 1);
  const size = Math.max(least, Math.min(fontSize, width / Math.max(needed, 0.01)));
  if (needed * size <= width + 0.5) return { text, fontSize: size, isCut: false };
  const graphemes = [...segmenter.segment(text)].map((part) => part.segment);
  const room = Math.max(1, Math.floor(width / (size * ADVANCE)) - 1);
  return { text: `${graphemes.slice(0, room).join('')}…`, fontSize: size, isCut: true };
}

/** Round to a tenth of a pixel, so that pictures are short and stable. @param {number} value */
export const px = (value) => Math.round(value * 10) / 10;
