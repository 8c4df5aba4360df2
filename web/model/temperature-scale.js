/**
 * The slider of a temperature: logarithmic between 1/32 and 32, with 0 and infinity at its ends.
 */

const LOW = -5;
const HIGH = 5;
/** Share of the slider that each end keeps for itself. */
const END = 0.04;

/** @param {number} temperature @returns {number} between 0 and 1 */
export function toSlider(temperature) {
  if (temperature === 0) return 0;
  if (temperature === Infinity) return 1;
  const share = (Math.log2(temperature) - LOW) / (HIGH - LOW);
  return END + (1 - 2 * END) * Math.min(1, Math.max(0, share));
}

/** @param {number} place between 0 and 1 @returns {number} two digits, or 0, or Infinity */
export function fromSlider(place) {
  if (place < END / 2) return 0;
  if (place > 1 - END / 2) return Infinity;
  const share = Math.min(1, Math.max(0, (place - END) / (1 - 2 * END)));
  const value = 2 ** (LOW + share * (HIGH - LOW));
  return Number(value.toPrecision(2));
}

/**
 * Temperatures for a curve over the whole slider, both ends included.
 * @param {number} count of those between the ends
 */
export function curveTemperatures(count) {
  const between = Array.from(
    { length: count },
    (_, i) => 2 ** (LOW + (i / (count - 1)) * (HIGH - LOW)),
  );
  return Float32Array.from([0, ...between, Infinity]);
}

/** Marks under the slider. */
export const MARKS = [0, 0.125, 0.5, 1, 2, 4, 16, Infinity];
