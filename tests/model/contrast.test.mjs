// Contrast and the ramps, computed from the colour tokens: for all themes, and for eyes that tell
// fewer colours apart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inkOn, scoreInk } from '../../web/draw/colour.js';
import { DARK, LIGHT } from '../../web/model/palette.js';
import { SEEN_BY, contrast, lightness, linear, mixed } from './colours.mjs';

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
const RAMPS = {
  weights: ['weight0', 'weight1', inkOn],
  'positive scores': ['score-zero', 'score-positive', (share) => scoreInk(share, 1)],
  'negative scores': ['score-zero', 'score-negative', (share) => scoreInk(-share, 1)],
};

/** @param {string} fill `var(--c-role)` */
const roleOf = (fill) => fill.replace(/^var\(--c-(.*)\)$/, '$1');

for (const [theme, palette] of Object.entries(THEMES)) {
  const least = (roles, surfaces, bound) => {
    for (const role of roles) {
      for (const surface of surfaces) {
        const ratio = contrast(linear(palette[role]), linear(palette[surface]));
        assert.ok(ratio >= bound, `${role} on ${surface}: ${ratio.toFixed(2)}`);
      }
    }
  };

  test(`${theme}: every colour of text has 4.5:1 on every surface`, () => {
    least(TEXT, SURFACES, 4.5);
  });

  test(`${theme}: every colour of marks has 3:1 on the card and the paper`, () => {
    least(MARKS, ['card', 'paper'], 3);
  });

  test(`${theme}: text on the strong colour of a chip has 4.5:1`, () => {
    least(['query', 'key', 'value', 'weight1'], ['on-strong'], 4.5);
  });

  for (const [what, [from, to, ink]] of Object.entries(RAMPS)) {
    const at = (share) => mixed(palette[to], palette[from], share);

    test(`${theme}: a number written on ${what} has 4.5:1, whatever the number`, () => {
      for (const share of SHARES) {
        const ratio = contrast(at(share), linear(palette[roleOf(ink(share))]));
        assert.ok(ratio >= 4.5, `at ${share}: ${ratio.toFixed(2)}`);
      }
    });

    for (const [eyes, see] of Object.entries(SEEN_BY)) {
      test(`${theme}: ${what} run one way in lightness to ${eyes}`, () => {
        const seen = SHARES.map((share) => lightness(see(at(share))));
        const way = Math.sign(seen.at(-1) - seen[0]);
        assert.ok(
          Math.abs(seen.at(-1) - seen[0]) >= 35,
          `only ${seen.at(-1) - seen[0]} from end to end`,
        );
        for (let i = 1; i < seen.length; i++)
          assert.ok((seen[i] - seen[i - 1]) * way > 0, `turns back at ${SHARES[i]}`);
      });
    }
  }
}
