/**
 * Fills for numbers. Colours are CSS custom properties, so light, dark and host themes apply
 * without drawing again.
 */

/** @param {number} share between 0 and 1 */
const asPercent = (share) => `${(Math.min(1, Math.max(0, share)) * 100).toFixed(1)}%`;

/**
 * The fill of a weight: a sequential ramp from 0 to 1.
 * @param {number} weight
 */
export function weightFill(weight) {
  return `color-mix(in oklab, var(--c-weight1) ${asPercent(weight)}, var(--c-weight0))`;
}

/**
 * The fill of a score: a diverging ramp, symmetric about 0.
 * @param {number} score
 * @param {number} extent the score that gets the full colour; positive
 */
export function scoreFill(score, extent) {
  if (!(extent > 0)) return 'var(--c-score-zero)';
  const end = score < 0 ? 'var(--c-score-negative)' : 'var(--c-score-positive)';
  return `color-mix(in oklab, ${end} ${asPercent(Math.abs(score) / extent)}, var(--c-score-zero))`;
}

/**
 * The fill of a value that is a single number: pale to full, in the colour of values.
 * @param {number} share where it lies between the least and the largest value, 0 to 1
 */
export function valueFill(share) {
  return `color-mix(in oklab, var(--c-value) ${asPercent(0.1 + 0.62 * Math.min(1, Math.max(0, share)))}, var(--c-card))`;
}

/** Where the ramps turn from fills for dark numbers to fills for light ones, in both themes. */
const WEIGHT_TURN = 0.62;
const SCORE_TURN = 0.72;

/** @param {number} share @param {number} turn */
const ink = (share, turn) => (share > turn ? 'var(--c-on-strong)' : 'var(--c-on-pale)');

/**
 * The colour of a number written on the fill of a weight, at least 4.5:1 on it. The ramps of the
 * palette leave little room: tests/model/contrast.test.mjs.
 * @param {number} weight
 */
export const inkOn = (weight) => ink(weight, WEIGHT_TURN);

/** The same on the fill of a score. @param {number} score @param {number} extent */
export const scoreInk = (score, extent) => ink(Math.abs(score) / extent, SCORE_TURN);
