/**
 * A matrix as pixels, for those that are too large for SVG. Where cells are smaller than a pixel, it
 * shows the one furthest from 0 of those under it: a single sharp weight is never averaged away.
 */

/** Steps of a ramp from 0 to either end. */
export const LEVELS = 48;

/**
 * @typedef {object} Rows a matrix, row by row
 * @property {number} rows
 * @property {number} columns
 * @property {(row: number) => ArrayLike<number>} row
 */

/**
 * The first cell under each pixel of a line, and behind the last one where the line ends.
 * @param {number} cells @param {number} pixels
 * @returns {(pixel: number) => [number, number]} from one up to, not including, the other
 */
function cellsUnder(cells, pixels) {
  const start = (/** @type {number} */ pixel) => Math.floor((pixel * cells) / pixels);
  return (pixel) => [start(pixel), Math.max(start(pixel) + 1, start(pixel + 1))];
}

/**
 * For each pixel, of the cells under it that are not masked, the number furthest from 0.
 * @param {Rows} matrix
 * @param {{ down: number, across: number }} pixels
 * @param {Rows | null} [masked] scores after the mask: -Infinity forbids
 * @returns {Float32Array} [down × across]; NaN where all cells are masked
 */
export function pooled({ rows, columns, row }, { down, across }, masked = null) {
  const pixels = new Float32Array(down * across).fill(NaN);
  const rowsUnder = cellsUnder(rows, down);
  const columnsUnder = Array.from({ length: across }, (_, x) => cellsUnder(columns, across)(x));
  for (let y = 0; y < down; y++) {
    const line = pixels.subarray(y * across, (y + 1) * across);
    const [from, to] = rowsUnder(y);
    for (let r = from; r < to; r++) keepFurthest(line, row(r), masked?.row(r), columnsUnder);
  }
  return pixels;
}

/** @param {Float32Array} line @param {ArrayLike<number>} values @param {ArrayLike<number> | undefined} masked @param {[number, number][]} under */
function keepFurthest(line, values, masked, under) {
  for (let x = 0; x < line.length; x++) {
    const [from, to] = under[x];
    let furthest = line[x];
    for (let c = from; c < to; c++) {
      if (masked && masked[c] === -Infinity) continue;
      // NaN is nearer than everything.
      if (!(Math.abs(values[c]) <= Math.abs(furthest))) furthest = values[c];
    }
    line[x] = furthest;
  }
}

/** The step of a value on a ramp whose end is `extent`. @param {number} value @param {number} extent */
export const levelOf = (value, extent) =>
  Math.max(-LEVELS, Math.min(LEVELS, Math.round((value / (extent || 1)) * LEVELS)));

/**
 * @typedef {object} Colours as bytes of red, green, blue, opacity in one number, as images have them
 * @property {Uint32Array} ramp of the levels from -LEVELS to LEVELS
 * @property {number} forbidden
 */

/** Hatching in pixels: how far apart its lines are, and how wide. */
/** @param {number} scale pixels of the screen for one of the page */
const hatching = (scale) => ({ apart: Math.round(5 * scale), wide: Math.round(scale) });

/**
 * The pixels in colour; those of masked cells are hatched.
 * @param {Float32Array} pixels of pooled()
 * @param {{ down: number, across: number, extent: number, colours: Colours, scale: number,
 *   isTransposed: boolean }} o
 * @returns {Uint32Array<ArrayBuffer>} line by line, as it is drawn
 */
export function coloured(pixels, { down, across, extent, colours, scale, isTransposed }) {
  const [height, width] = isTransposed ? [across, down] : [down, across];
  const { apart, wide } = hatching(scale);
  const image = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = pixels[isTransposed ? x * across + y : y * across + x];
      const isLine = (x + y) % apart < wide;
      if (!Number.isNaN(value))
        image[y * width + x] = colours.ramp[levelOf(value, extent) + LEVELS];
      else if (isLine) image[y * width + x] = colours.forbidden;
    }
  }
  return image;
}

/**
 * A colour as browsers compute it, `oklab(L a b)`, `rgb(r, g, b)` or `color(srgb r g b)`, in bytes.
 * @param {string} colour
 * @param {number} [opacity]
 * @returns {number}
 */
export function bytesOf(colour, opacity = 1) {
  const [a, b, c] = (colour.match(/-?[\d.]+(?:e[-+]?\d+)?%?/g) ?? []).map((part) =>
    part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part),
  );
  const shares = colour.startsWith('oklab')
    ? fromOklab(a, b, c)
    : colour.startsWith('color(')
      ? [a, b, c]
      : [a / 255, b / 255, c / 255];
  const bytes = Uint8ClampedArray.from([...shares, opacity], (share) => share * 255);
  return new Uint32Array(bytes.buffer)[0];
}

/** Ottosson 2020, "A perceptual color space for image processing", and the curve of sRGB. */
/** @param {number} L @param {number} a @param {number} b @returns {number[]} */
function fromOklab(L, a, b) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
}
