/**
 * The colour roles, in light and dark. The same colour means the same thing on the whole page.
 * tests/model/contrast.test.mjs holds text to 4.5:1 and marks to 3:1 on the surfaces they stand on,
 * and the numbers written on either ramp to 4.5:1 all along it.
 *
 * Weights run along one sequential ramp from `weight0` (0) to `weight1` (1); scores along a
 * diverging one from `scoreNegative` over `scoreZero` to `scorePositive`.
 */

/** @typedef {typeof LIGHT} Palette */

export const LIGHT = {
  paper: '#fdfcf9',
  card: '#ffffff',
  ink: '#1c1b19',
  muted: '#5d5850',
  rule: '#ddd7cb',
  edge: '#8b8478',
  soft: '#f3efe7',
  query: '#1b5fc1',
  key: '#a84a12',
  value: '#0b6f66',
  output: '#8a2f6b',
  weight0: '#f4f1fa',
  weight1: '#391e76',
  weight: '#5b3aa8',
  'score-negative': '#76380e',
  'score-zero': '#f6f3ee',
  'score-positive': '#194d72',
  'on-strong': '#ffffff',
  'on-pale': '#000000',
  forbidden: '#756e63',
  warning: '#a3281d',
  focus: '#1b5fc1',
};

/** @type {Palette} */
export const DARK = {
  paper: '#15161a',
  card: '#1b1d22',
  ink: '#e9e6df',
  muted: '#a8a297',
  rule: '#34363d',
  edge: '#7d7b80',
  soft: '#25272e',
  query: '#7db0ff',
  key: '#f0a070',
  value: '#5fd0c3',
  output: '#f090c8',
  weight0: '#25232e',
  weight1: '#b6a2ee',
  weight: '#a68bf0',
  'score-negative': '#c9864f',
  'score-zero': '#2a2b31',
  'score-positive': '#5d9bc9',
  'on-strong': '#000000',
  'on-pale': '#ffffff',
  forbidden: '#948e84',
  warning: '#ff8a7a',
  focus: '#7db0ff',
};

/**
 * Custom properties `--c-role` that a host may override with `--attn-role`.
 * @param {Palette} palette
 * @returns {string} CSS declarations
 */
export function paletteDeclarations(palette) {
  return Object.entries(palette)
    .map(([role, colour]) => `--c-${role}: var(--attn-${role}, ${colour});`)
    .join('\n');
}
