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

/** @param {HTMLElement} place @returns {string | undefined} which of them it is */
export const textOf = (place) => Object.keys(texts).find((name) => place.classList.contains(name));

export class TextPanel {
  /** @param {any} figure @param {HTMLElement} place the panel's element in the figure @param {string} name */
  constructor(figure, place, name) {
    this.draw = () => {
      const { language } = figure.texts;
      place.textContent = inLanguage(language, () => texts[name](figure));
    };
  }
}
