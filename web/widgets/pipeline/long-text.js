/** What a long text needs comes with the widgets' part for large matrices, from a file beside them. */
import { fillPlain } from '../../model/fill.js';
import { currentLanguage } from '../../model/language.js';
import { sideScript } from '../frame/side-script.js';
import { FILE, PLACE } from '../large/place.js';

/** @typedef {typeof import('../large/part.js').part} Part */

/** @returns {Part | undefined} */
export const largePart = () => /** @type {any} */ (globalThis)[PLACE];

/**
 * The part may be of another script, which is told the language.
 * @template T
 * @param {(part: Part) => T} work
 */
export function withLarge(work) {
  const part = /** @type {Part} */ (largePart());
  return part.inLanguage(currentLanguage(), () => work(part));
}

/** Fetch it, and render anew when it has come. @param {import('../figure-element.js').FigureElement} figure */
export async function bringLarge(figure) {
  try {
    await sideScript(FILE, largePart);
    figure.requestUpdate();
  } catch {
    const said = fillPlain(figure.texts.frame.noFile, { file: FILE });
    if (figure.notices.includes(said)) return;
    figure.notices = [...figure.notices, said];
    figure.requestUpdate();
  }
}
