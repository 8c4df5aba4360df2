/**
 * The entry of attn-take-along.js, a classic script: leaves `show` where the loader in
 * widgets/frame/take-along.js looks for it.
 */
import { Panel } from './panel.js';

const PLACE = Symbol.for('attention-explorer.take-along.1');

/** One panel a place, which keeps what was chosen. @type {WeakMap<Element, Panel>} */
const panels = new WeakMap();

/** @param {any} figure @param {HTMLElement} place */
function show(figure, place) {
  const panel = panels.get(place) ?? new Panel(figure, place);
  panels.set(place, panel);
  panel.draw();
}

/** @type {any} */ (globalThis)[PLACE] ??= { show };
