/**
 * From data to pixels and where the ticks stand. d3-scale does this too, but brings formats,
 * colours and interpolation that nothing here uses, a tenth of what the widgets may weigh.
 */

/**
 * @typedef {((value: number) => number) & {
 *   range: readonly [number, number],
 *   ticks: (count: number) => number[],
 * }} Scale
 */

/**
 * About so many round numbers between two: steps of 1, 2 or 5 times a power of ten.
 * @param {number} from @param {number} to @param {number} count
 */
export function ticks(from, to, count) {
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((f) => f * power >= rough * 0.75) ?? 10;
  const step = factor * power;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toFixed(digits)),
  );
}

/**
 * Proportional.
 * @param {readonly [number, number]} domain in data; may not be empty
 * @param {readonly [number, number]} range in pixels
 * @returns {Scale}
 */
export function linearScale([d0, d1], range) {
  const [r0, r1] = range;
  const scale = (/** @type {number} */ value) => r0 + ((value - d0) / (d1 - d0)) * (r1 - r0);
  return Object.assign(scale, { range, ticks: (/** @type {number} */ n) => ticks(d0, d1, n) });
}

/**
 * Equal steps for equal factors.
 * @param {readonly [number, number]} domain in data; both above 0
 * @param {readonly [number, number]} range in pixels
 * @returns {Scale} ticks are powers of ten
 */
export function logScale([d0, d1], range) {
  const inner = linearScale([Math.log10(d0), Math.log10(d1)], range);
  const scale = (/** @type {number} */ value) => inner(Math.log10(value));
  const powers = (/** @type {number} */ n) =>
    inner
      .ticks(n)
      .filter(Number.isInteger)
      .map((exponent) => 10 ** exponent);
  return Object.assign(scale, { range, ticks: () => powers(Math.abs(Math.log10(d1 / d0))) });
}
