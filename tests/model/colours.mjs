// Colour arithmetic for tests: linear RGB, contrast (WCAG 2.2), mixing in OKLab as CSS does it, and
// how dichromats see (Machado, Oliveira and Fernandes 2009, severity 1, in linear RGB).

/** @typedef {[number, number, number]} Rgb linear, 0 to 1 */

/** @param {string} hex @returns {Rgb} */
export function linear(hex) {
  const channel = (/** @type {number} */ at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** @param {Rgb} a @param {Rgb} b */
export function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** CIE L*, 0 to 100. @param {Rgb} colour */
export function lightness(colour) {
  const y = luminance(colour);
  return y > 216 / 24389 ? 116 * Math.cbrt(y) - 16 : (y * 24389) / 27;
}

/** @param {number[][]} matrix @param {Rgb} vector @returns {Rgb} */
const times = (matrix, vector) =>
  /** @type {Rgb} */ (matrix.map((row) => row.reduce((sum, a, i) => sum + a * vector[i], 0)));

// Ottosson 2020, "A perceptual color space for image processing".
const TO_CONES = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const FROM_LAB = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const FROM_CONES = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

/** @param {Rgb} colour */
const labOf = (colour) => times(TO_LAB, times(TO_CONES, colour).map(Math.cbrt));
/** In OKLab. @param {string} hex */
export const toLab = (hex) => labOf(linear(hex));

/** How far apart two colours look, in OKLab: 0 to 1. @param {Rgb} a @param {Rgb} b */
export const distance = (a, b) => Math.hypot(...labOf(a).map((c, i) => c - labOf(b)[i]));

const fromLab = (lab) =>
  times(
    FROM_CONES,
    times(FROM_LAB, lab).map((c) => c ** 3),
  ).map(within);
const within = (c) => Math.min(1, Math.max(0, c));

/** `color-mix(in oklab, to share, from)`. @param {string} to @param {string} from @param {number} share @returns {Rgb} */
export function mixed(to, from, share) {
  const [a, b] = [toLab(from), toLab(to)];
  return fromLab(a.map((c, i) => c + (b[i] - c) * share));
}

const MACHADO = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** How a colour is seen. @type {Record<string, (colour: Rgb) => Rgb>} */
export const SEEN_BY = {
  'eyes that tell all colours': (colour) => colour,
  ...Object.fromEntries(
    Object.entries(MACHADO).map(([name, matrix]) => [
      `eyes with ${name}`,
      (colour) => times(matrix, colour).map(within),
    ]),
  ),
  'a printer without colour': (colour) => Array(3).fill(luminance(colour)),
};
