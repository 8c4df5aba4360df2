/**
 * The entry of attn-take-along.js, a classic script: leaves `show` where the loader in
 * widgets/frame/take-along.js looks for it.
 */
import { EmbedPanel } from './embed-panel.js';
import { Panel } from './panel.js';

const PLACE = Symbol.for('attention-explorer.take-along.1');

/** One panel a place, which keeps what was chosen. @type {WeakMap<Element, Panel | EmbedPanel>} */
const panels = new WeakMap();

/** @param {any} figure @param {HTMLElement} place @param {string} folder of the scripts */
function show(figure, place, folder) {
  const panel = panels.get(place) ?? panelFor(figure, place, folder);
  panels.set(place, panel);
  panel.draw();
}

/** @param {any} figure @param {HTMLElement} place @param {string} folder */
function panelFor(figure, place, folder) {
  const isEmbed = place.classList.contains('embed');
  return isEmbed ? new EmbedPanel(figure, place, folder) : new Panel(figure, place);
}

/** @type {any} */ (globalThis)[PLACE] ??= { show };
