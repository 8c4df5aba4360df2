/** The panels of a figure that have nothing but text: what its keys do, how its engine was checked. */
import { fillPlain } from '../model/fill.js';
import { significant } from '../model/format.js';
import { inLanguage } from '../model/language.js';
import { wordsFor } from './words.js';

/** @type {Record<string, (figure: any) => string>} */
const texts = {
  keys(figure) {
    const { keys } = wordsFor(figure);
    const own = /** @type {Record<string, string>} */ (keys)[figure.figureName];
    const hasGrid = figure.renderRoot.querySelector('[role="grid"]') !== null;
    return [own, keys.steps, ...(hasGrid ? [keys.grids] : [])].join(' ');
  },
  engine(figure) {
    const { vectors, maxError } = figure.engine.verified;
    const places = { vectors, maxError: significant(maxError) };
    return fillPlain(wordsFor(figure).verified, places);
  },
};

/**
 * @param {any} figure @param {HTMLElement} place the panel's element in the figure
 * @returns {{ draw(): void } | undefined} nothing where it has more than text
 */
export function textPanel(figure, place) {
  const name = Object.keys(texts).find((one) => place.classList.contains(one));
  if (name === undefined) return undefined;
  const draw = () => (place.textContent = texts[name](figure));
  return { draw: () => inLanguage(figure.texts.language, draw) };
}
