/** The panel “Keys” of a figure: what its keys do. */
import { wordsFor } from './words.js';

export class KeysPanel {
  /** @param {any} figure @param {HTMLElement} place the panel's element in the figure */
  constructor(figure, place) {
    this.figure = figure;
    this.place = place;
  }

  draw() {
    const { keys } = wordsFor(this.figure);
    const hasGrid = this.figure.renderRoot.querySelector('[role="grid"]') !== null;
    const own = /** @type {Record<string, string>} */ (keys)[this.figure.figureName];
    this.place.textContent = [own, keys.steps, ...(hasGrid ? [keys.grids] : [])].join(' ');
  }
}
