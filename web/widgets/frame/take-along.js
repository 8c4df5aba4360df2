/**
 * What the Download and Embed buttons open lives in a script of its own (web/take-along), which is fetched
 * from beside the widgets when it is first asked for. A classic script: a page opened from
 * `file://` may load it, and so may a page whose policy is `script-src 'self'`.
 */
import { fillPlain } from '../../model/fill.js';

/* global TAKE_ALONG */

/** Where that script leaves its `show(figure, panel)`. */
const PLACE = Symbol.for('attention-explorer.take-along.1');
const FILE = 'attn-take-along.js';
/** This script's own address: a classic one knows it only while it first runs. */
const HERE =
  import.meta.url || /** @type {any} */ (document.currentScript)?.src || document.baseURI;

/** @type {Promise<any> | undefined} */
let loading;

/** @returns {Promise<any>} */
function load() {
  const place = /** @type {any} */ (globalThis);
  loading ??= new Promise((resolve, reject) => {
    if (place[PLACE]) return resolve(place[PLACE]);
    const script = document.createElement('script');
    script.src = new URL(TAKE_ALONG + FILE, HERE).href;
    script.onload = () => (place[PLACE] ? resolve(place[PLACE]) : reject());
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
}

/**
 * Fills the open panels, or says which file is missing.
 * @param {import('../figure-element.js').FigureElement} figure
 */
export async function showTakeAlong(figure) {
  const panels = [...figure.renderRoot.querySelectorAll('.take')];
  try {
    const { show } = await load();
    panels.forEach((panel) => show(figure, panel, new URL(TAKE_ALONG, HERE).href));
  } catch {
    loading = undefined;
    const text = fillPlain(figure.texts.frame.noTakeAlong, { file: FILE });
    panels.forEach((panel) => (panel.textContent = text));
  }
}
