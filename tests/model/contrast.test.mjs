// Contrast and the ramps, computed from the colour tokens: for all themes, ramps and strengths, and
// for eyes that tell fewer colours apart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inkOn, scoreInk } from '../../web/draw/colour.js';
import { DARK, LIGHT, RAMPS, RAMP_NAMES, STRONG, paletteCss } from '../../web/model/palette.js';
import { SEEN_BY, contrast, distance, lightness, linear, mixed } from './colours.mjs';

const THEMES = { light: LIGHT, dark: DARK };
const SURFACES = ['paper', 'card', 'soft'];
/** What is written in colour somewhere, and what is drawn. */
const TEXT = ['ink', 'muted', 'query', 'key', 'value', 'output', 'warning'];
const MARKS = [
  'edge',
  'forbidden',
  'focus',
  'weight',
  'weight1',
  'score-negative',
  'score-positive',
];
const SHARES = Array.from({ length: 101 }, (_, i) => i / 100);

/** The roles that fills of numbers run between, from nothing to all. */
const FILLS = {
  weights: ['weight0', 'weight1', inkOn],
  'positive scores': ['score-zero', 'score-positive', (share) => scoreInk(share, 1)],
  'negative scores': ['score-zero', 'score-negative', (share) => scoreInk(-share, 1)],
};
const COLOUR_BLIND = Object.entries(SEEN_BY).filter(([eyes]) => !eyes.includes('printer'));

/** @param {string} fill `var(--c-role)` */
const roleOf = (fill) => fill.replace(/^var\(--c-(.*)\)$/, '$1');

/** @param {object} palette @param {string[]} roles @param {string[]} surfaces @param {number} bound */
function least(palette, roles, surfaces, bound) {
  for (const role of roles) {
    for (const surface of surfaces) {
      const ratio = contrast(linear(palette[role]), linear(palette[surface]));
      assert.ok(ratio >= bound, `${role} on ${surface}: ${ratio.toFixed(2)}`);
    }
  }
}

for (const [theme, usual] of Object.entries(THEMES)) {
  test(`${theme}: every colour of text has 4.5:1 on every surface`, () => {
    least(usual, TEXT, SURFACES, 4.5);
  });

  test(`${theme}: text on the strong colour of a chip has 4.5:1`, () => {
    least(usual, ['query', 'key', 'value'], ['on-strong'], 4.5);
  });

  for (const ramp of RAMP_NAMES) {
    const palette = { ...usual, ...RAMPS[ramp]?.[theme] };
    const strong = { ...palette, ...STRONG[theme] };

    test(`${theme}, ${ramp}: every colour of marks has 3:1 on the card and the paper`, () => {
      least(palette, MARKS, ['card', 'paper'], 3);
      least(palette, ['weight1'], ['on-strong'], 4.5);
    });

    test(`${theme}, ${ramp}, more contrast: text has 7:1, marks and lines have 4.5:1`, () => {
      least(strong, TEXT, SURFACES, 7);
      least(strong, ['query', 'key', 'value', 'weight1'], ['on-strong'], 7);
      least(strong, [...MARKS, 'rule'], ['card', 'paper'], 4.5);
    });

    for (const [what, [from, to, ink]] of Object.entries(FILLS)) {
      const at = (share) => mixed(palette[to], palette[from], share);

      test(`${theme}, ${ramp}: a number written on ${what} has 4.5:1, whatever the number`, () => {
        for (const share of SHARES) {
          const ratio = contrast(at(share), linear(palette[roleOf(ink(share))]));
          assert.ok(ratio >= 4.5, `at ${share}: ${ratio.toFixed(2)}`);
        }
      });

      for (const [eyes, see] of Object.entries(SEEN_BY)) {
        test(`${theme}, ${ramp}: ${what} run one way in lightness to ${eyes}`, () => {
          const seen = SHARES.map((share) => lightness(see(at(share))));
          const span = seen.at(-1) - seen[0];
          assert.ok(Math.abs(span) >= 35, `only ${span} from end to end`);
          for (let i = 1; i < seen.length; i++)
            assert.ok((seen[i] - seen[i - 1]) * span > 0, `turns back at ${SHARES[i]}`);
        });
      }
    }

    for (const [eyes, see] of COLOUR_BLIND) {
      test(`${theme}, ${ramp}: positive and negative scores differ to ${eyes}`, () => {
        const [plus, minus] = ['score-positive', 'score-negative'].map((role) =>
          see(linear(palette[role])),
        );
        assert.ok(distance(plus, minus) >= 0.1, `only ${distance(plus, minus).toFixed(3)} apart`);
      });
    }
  }
}

test('the style sheets hold every theme, ramp and strength, and paper stays light', () => {
  const css = paletteCss({ light: '.f', dark: '.f.dark', ramp: (name) => `.${name}` });
  for (const [name, { light, dark }] of Object.entries(RAMPS)) {
    for (const [selector, { weight1 }] of [[`.f.${name}`, light], [`.f.dark.${name}`, dark]]) // prettier-ignore
      assert.match(css, new RegExp(`${selector} \\{[^}]*--c-weight1: var\\(--attn-weight1, ${weight1}\\)`)); // prettier-ignore
  }
  const [all, screen] = css.split('@media screen');
  assert.ok(!all.includes(DARK.card) && screen.includes(DARK.card));
  for (const [part, { ink }] of [
    [all, STRONG.light],
    [screen, STRONG.dark],
  ])
    // prettier-ignore
    assert.ok(part.split('prefers-contrast: more')[1].includes(`--c-ink: var(--attn-ink, ${ink})`));
});
