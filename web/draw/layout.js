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

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Characters that fill a square: the ideographs and kana, and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
const PLAIN = /^[\x20-\u02ff]*$/;

/** Letters of three strokes side by side, and most signs. */
const BROAD = /[MWmwÆæŒœ@%&#—…ЖМШЩЮжмшщюωΩ]|\p{Sm}|\p{So}|\p{No}|\p{Nl}/u;
/** Among capitals there are no narrow ones to even them out. */
const CAPITAL = /\p{Lu}/u;
/** What takes a place of its own: some scripts have several in a grapheme. */
const PLACES = /\p{L}|\p{Mc}/gu;

/** The advance of one grapheme, whatever it is made of. @param {string} grapheme */
function advance(grapheme) {
  if (WIDE.test(grapheme)) return 1.05;
  if (BROAD.test(grapheme)) return 0.9;
  if (CAPITAL.test(grapheme)) return 0.7;
  // From Tamil to Sinhala letters are half as wide again as those of the north of India.
  const isBroad = grapheme > '\u0b80' && grapheme < '\u0e00';
  return (isBroad ? 0.85 : ADVANCE) * (grapheme.match(PLACES)?.length ?? 1);
}

/** @param {string} text @returns {string[]} */
const graphemesOf = (text) =>
  PLAIN.test(text) ? [...text] : [...segmenter.segment(text)].map((part) => part.segment);

/** @param {string} text @param {number} fontSize @returns {number} estimated width */
export const textWidth = (text, fontSize) =>
  graphemesOf(text).reduce((sum, grapheme) => sum + advance(grapheme) * fontSize, 0);

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
  // An ellipsis is as wide as it is high, and a long word may be of wide letters.
  let room = (width - size) / 1.1;
  const graphemes = graphemesOf(text);
  const past = graphemes.findIndex((grapheme) => (room -= advance(grapheme) * size) < -0.5);
  return {
    text: `${graphemes.slice(0, Math.max(1, past)).join('')}…`,
    fontSize: size,
    isCut: true,
  };
}

/** A line in bold, which runs wider than plain text. @param {string} text @param {number} width @param {number} fontSize @param {number} [least] */
export const fitBold = (text, width, fontSize, least) =>
  fitText(text, width / 1.08, fontSize, least);

/** Round to a tenth of a pixel, so that pictures are short and stable. @param {number} value */
export const px = (value) => Math.round(value * 10) / 10;
