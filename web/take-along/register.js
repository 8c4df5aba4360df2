/**
 * The entry of attn-take-along.js, a classic script: leaves what it can do where the loader in
 * widgets/frame/take-along.js looks for it.
 */
import { download } from './deliver.js';
import { EmbedPanel } from './embed-panel.js';
import { linkPanel } from './link-panel.js';
import { Panel } from './panel.js';
import { exportPicture } from './picture/export.js';
import { textPanel } from './text-panels.js';

const PLACE = Symbol.for('attention-explorer.take-along.1');

/** One panel a place, which keeps what was chosen. @type {WeakMap<Element, { draw(): void }>} */
const panels = new WeakMap();

/** @param {any} figure @param {HTMLElement} place @param {string} folder of the scripts */
function show(figure, place, folder) {
  const panel = panels.get(place) ?? panelFor(figure, place, folder);
  panels.set(place, panel);
  panel.draw();
}

/** @param {any} figure @param {HTMLElement} place @param {string} folder */
function panelFor(figure, place, folder) {
  const text = textPanel(figure, place);
  if (text) return text;
  if (place.classList.contains('link')) return linkPanel(figure, place);
  const isEmbed = place.classList.contains('embed');
  return isEmbed ? new EmbedPanel(figure, place, folder) : new Panel(figure, place);
}

/** @param {any} figure @param {string} name @param {'light' | 'dark'} theme */
function savePicture(figure, name, theme) {
  download(name, exportPicture(figure, { theme, isTitled: false }).svg, 'image/svg+xml');
}

/** @type {any} */ (globalThis)[PLACE] ??= { show, savePicture };
