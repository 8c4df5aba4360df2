/**
 * The colour roles, in light and dark. The same colour means the same thing on the whole page.
 * tests/model/contrast.test.mjs holds text to 4.5:1 and marks to 3:1 on the surfaces they stand on,
 * and the numbers written on either ramp to 4.5:1 all along it.
 *
 * Weights run along one sequential ramp from `weight0` (0) to `weight1` (1); scores along a
 * diverging one from `scoreNegative` over `scoreZero` to `scorePositive`. Readers choose among three
 * pairs of ramps; each runs one way in lightness to every eye, and keeps its two signs apart.
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

/** What the ramps beside the first, which is violet, change in either theme. */
export const RAMPS = {
  olive: {
    light: {
      weight0: '#f0f5eb',
      weight1: '#293800',
      weight: '#4d6600',
      'score-negative': '#6b3082',
      'score-positive': '#095717',
    },
    dark: {
      weight0: '#23261e',
      weight1: '#98b65f',
      weight: '#98b65f',
      'score-negative': '#b97dd4',
      'score-positive': '#5ea461',
    },
  },
  grey: {
    light: {
      weight0: '#f3f3f0',
      weight1: '#343431',
      weight: '#4a4a47',
      'score-negative': '#901d21',
      'score-positive': '#004c85',
    },
    dark: {
      weight0: '#252423',
      weight1: '#adacaa',
      weight: '#adacaa',
      'score-negative': '#e87069',
      'score-positive': '#5699db',
    },
  },
};

/** The names of all ramps, the usual one first. */
export const RAMP_NAMES = ['violet', ...Object.keys(RAMPS)];

/** For who asks for more contrast: text at 7:1 and more, marks and lines at 4.5:1 and more. */
export const STRONG = {
  light: {
    ink: '#000000',
    muted: '#46423c',
    rule: '#746e64',
    edge: '#4f4a43',
    query: '#10489a',
    key: '#7f340a',
    value: '#064f49',
    output: '#74245a',
    forbidden: '#57524a',
    warning: '#8a1f16',
    focus: '#10489a',
  },
  dark: {
    ink: '#ffffff',
    muted: '#c9c3b8',
    rule: '#908e94',
    edge: '#bab8be',
    query: '#a3c7ff',
    key: '#f6b48c',
    value: '#77e0d4',
    output: '#f5aad6',
    forbidden: '#bdb7ad',
    warning: '#ffb0a5',
    focus: '#a3c7ff',
  },
};

/**
 * Custom properties `--c-role` that a host may override with `--attn-role`.
 * @param {Partial<Palette>} palette
 * @returns {string} CSS declarations
 */
export function paletteDeclarations(palette) {
  return Object.entries(palette)
    .map(([role, colour]) => `--c-${role}: var(--attn-${role}, ${colour});`)
    .join('\n');
}

/**
 * The whole palette in CSS: the two themes, the ramps, and more contrast. Paper is light.
 * @param {{ light: string, dark: string, system?: string, ramp: (name: string) => string }} selectors
 *   of what is light and what is dark, of what is dark where the system is, and what is put behind
 *   them for a ramp
 * @returns {string}
 */
export function paletteCss({ light, dark, system, ramp }) {
  const rule = (/** @type {string} */ selector, /** @type {Partial<Palette>} */ palette) =>
    `${selector} {\n${paletteDeclarations(palette)}\n}\n`;
  const ramps = Object.entries(RAMPS);
  const darks = (/** @type {string} */ selector) => [
    `${selector} {\ncolor-scheme: dark;\n}\n`,
    rule(selector, DARK),
    ...ramps.map(([name, both]) => rule(selector + ramp(name), both.dark)),
    `@media (prefers-contrast: more) {\n${rule(selector, STRONG.dark)}}\n`,
  ];
  return [
    `${light} {\ncolor-scheme: light;\n}\n`,
    rule(light, LIGHT),
    ...ramps.map(([name, both]) => rule(light + ramp(name), both.light)),
    `@media (prefers-contrast: more) {\n${rule(light, STRONG.light)}}\n`,
    system ? `@media screen and (prefers-color-scheme: dark) {\n${darks(system).join('')}}\n` : '',
    `@media screen {\n${darks(dark).join('')}}\n`,
  ].join('');
}
