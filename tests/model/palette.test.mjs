import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DARK, LIGHT } from '../../web/model/palette.js';

/** Relative luminance, WCAG 2.2. @param {string} hex */
function luminance(hex) {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = ['ink', 'muted', 'query', 'key', 'value', 'output', 'warning'];
const MARKS = [
  'weight1',
  'weight',
  'score-negative',
  'score-positive',
  'edge',
  'forbidden',
  'focus',
];

for (const [name, palette] of Object.entries({ light: LIGHT, dark: DARK })) {
  test(`text has a contrast of 4.5 on paper, card and soft in the ${name} theme`, () => {
    for (const role of TEXT) {
      for (const surface of ['paper', 'card', 'soft']) {
        const ratio = contrast(palette[role], palette[surface]);
        assert.ok(ratio >= 4.5, `${role} on ${surface}: ${ratio.toFixed(2)}`);
      }
    }
  });

  test(`marks have a contrast of 3 on the card in the ${name} theme`, () => {
    for (const role of MARKS) {
      const ratio = contrast(palette[role], palette.card);
      assert.ok(ratio >= 3, `${role}: ${ratio.toFixed(2)}`);
    }
  });

  test(`text on a strong fill has a contrast of 4.5 in the ${name} theme`, () => {
    for (const fill of ['query', 'key', 'value', 'weight1']) {
      const ratio = contrast(palette['on-strong'], palette[fill]);
      assert.ok(ratio >= 4.5, `${fill}: ${ratio.toFixed(2)}`);
    }
  });
}
