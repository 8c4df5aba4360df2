// Contact sheets: twelve small pictures of a figure in one file, and how two of them are compared.

/** @typedef {import('./png.mjs').Picture} Picture */

export const WIDTHS = [320, 768, 1280];
export const LANGUAGES = ['en', 'ar'];
export const THEMES = ['light', 'dark'];
/** A pixel of a sheet is a square of so many of the page. */
export const SHRUNK = 8;
/** A square of so many pixels of a sheet, 32 of the page, is compared as a whole: */
const SQUARE = 4;
/** its grey may differ by so much of 255, which a bar, a cell or a line of text exceeds; */
export const TOLERANCE = 24;
/** and a picture may be so many pixels of the sheet higher or lower. */
export const HIGHER = 1;
const GAP = 2;
const GROUND = 136;

/** Each picture of a sheet, in order: a row for each language and theme. */
export const LOOKS = LANGUAGES.flatMap((lang) =>
  THEMES.flatMap((theme) => WIDTHS.map((width) => ({ lang, theme, width }))),
);

/** @param {{ lang: string, theme: string, width: number }} look @returns {number} where it stands in LOOKS */
export const placeOf = ({ lang, theme, width }) =>
  LOOKS.findIndex((one) => one.lang === lang && one.theme === theme && one.width === width);

/** Half as wide and high. @param {Picture} picture @returns {Picture} */
export function halved({ width, height, data }) {
  const half = { width: width >> 1, height: height >> 1 };
  const made = new Uint8Array(half.width * half.height);
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const at = 2 * y * width + 2 * x;
      const sum = data[at] + data[at + 1] + data[at + width] + data[at + width + 1];
      made[y * half.width + x] = sum / 4;
    }
  }
  return { ...half, data: made };
}

/** Where the pictures stand. @param {{ width: number, height: number }[]} sizes */
function placesOf(sizes) {
  const columns = WIDTHS.length;
  let y = 0;
  const places = [];
  for (let row = 0; row < sizes.length; row += columns) {
    const line = sizes.slice(row, row + columns);
    let x = 0;
    for (const { width } of line) {
      places.push({ x, y });
      x += width + GAP;
    }
    y += Math.max(...line.map(({ height }) => height)) + GAP;
  }
  const right = places.map(({ x }, i) => x + sizes[i].width);
  return { places, width: Math.max(...right), height: y - GAP };
}

/** @param {Picture[]} pictures @returns {Picture} */
export function sheetOf(pictures) {
  const { places, width, height } = placesOf(pictures);
  const data = new Uint8Array(width * height).fill(GROUND);
  pictures.forEach((picture, i) => {
    for (let y = 0; y < picture.height; y++) {
      const line = picture.data.subarray(y * picture.width, (y + 1) * picture.width);
      data.set(line, (places[i].y + y) * width + places[i].x);
    }
  });
  return { width, height, data };
}

/** @param {Picture} sheet @param {[number, number][]} sizes @returns {Picture[]} */
export function picturesIn(sheet, sizes) {
  const boxes = sizes.map(([width, height]) => ({ width, height }));
  const { places } = placesOf(boxes);
  return boxes.map(({ width, height }, i) => {
    const data = new Uint8Array(width * height);
    for (let y = 0; y < height; y++) {
      const from = (places[i].y + y) * sheet.width + places[i].x;
      data.set(sheet.data.subarray(from, from + width), y * width);
    }
    return { width, height, data };
  });
}

/**
 * What is wrong with a picture, in words; nothing where it is as the reference.
 * @param {Picture} picture @param {Picture} reference
 * @returns {string | null}
 */
export function differenceOf(picture, reference) {
  const { width, height } = reference;
  if (picture.width !== width || Math.abs(picture.height - height) > HIGHER)
    return `it is ${sizeOf(picture)} pixels large, not ${sizeOf(reference)}`;
  let worst = { by: 0, x: 0, y: 0 };
  for (let y = 0; y + SQUARE <= Math.min(height, picture.height); y += SQUARE / 2) {
    for (let x = 0; x + SQUARE <= width; x += SQUARE / 2) {
      const by = Math.abs(meanAt(picture, x, y) - meanAt(reference, x, y));
      if (by > worst.by) worst = { by, x, y };
    }
  }
  if (worst.by <= TOLERANCE) return null;
  return `at ${worst.x * SHRUNK}, ${worst.y * SHRUNK} its grey differs by ${worst.by.toFixed(0)} of 255`;
}

const sizeOf = ({ width, height }) => `${width * SHRUNK} × ${height * SHRUNK}`;

/** The grey of a square, as bright as 16 levels make it. @param {Picture} picture @param {number} x @param {number} y */
function meanAt({ width, data }, x, y) {
  let sum = 0;
  for (let dy = 0; dy < SQUARE; dy++)
    for (let dx = 0; dx < SQUARE; dx++) sum += data[(y + dy) * width + x + dx];
  return sum / SQUARE ** 2;
}
