/** What the buttons Link, Download, Embed and Keys open lives in a script of its own (web/take-along). */
import { fillPlain } from '../../model/fill.js';
import { besideAddress, sideScript } from './side-script.js';

/** Where that script leaves its `show(figure, panel)`. */
const PLACE = Symbol.for('attention-explorer.take-along.1');
const FILE = 'attn-take-along.js';

const takeAlong = () => sideScript(FILE, () => /** @type {any} */ (globalThis)[PLACE]);

/**
 * Fills the open panels, or says which file is missing.
 * @param {import('../figure-element.js').FigureElement} figure
 */
export async function showTakeAlong(figure) {
  const panels = [...figure.renderRoot.querySelectorAll('.take')];
  if (panels.length === 0) return;
  try {
    const { show } = await takeAlong();
    panels.forEach((panel) => show(figure, panel, besideAddress('')));
  } catch {
    const text = fillPlain(figure.texts.frame.noFile, { file: FILE });
    panels.forEach((panel) => (panel.textContent = text));
  }
}

/**
 * Hands the reader a picture of the figure as it stands, as an SVG of that name.
 * @param {import('../figure-element.js').FigureElement} figure
 * @param {string} name
 * @param {'light' | 'dark'} theme
 */
export async function savePicture(figure, name, theme) {
  (await takeAlong()).savePicture(figure, name, theme);
}
