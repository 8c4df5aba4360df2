/** What stands still while the rest of a picture changes. */
import { guard } from 'lit/directives/guard.js';
import { currentLanguage } from '../model/language.js';

/**
 * A part that is drawn anew only where the width, the language or one of these has changed.
 * @param {import('./figure-element.js').FigureElement} figure
 * @param {readonly unknown[]} depends @param {() => unknown} draw
 */
export const still = ({ layout }, depends, draw) =>
  guard([layout.width, layout.narrow, currentLanguage(), ...depends], draw);

/**
 * What was computed last of its kind, the first word of the key, or anew where its key has changed.
 * @template T @param {any} figure @param {string} key @param {() => T} make @returns {T}
 */
export function kept(figure, key, make) {
  const all = (figure.keptParts ??= {});
  const [kind] = key.split(' ');
  if (all[kind]?.key !== key) all[kind] = { key, value: make() };
  return all[kind].value;
}
