/**
 * Canvases behind the lines of a picture: each has a plan of what it shows, and is painted in a task
 * of its own, so that hands and keys get through in between.
 */
import { html } from 'lit';
import { coloured, pooled } from '../../draw/pixels.js';
import { coloursKey, coloursOf } from './colours.js';
import { adoptStyles } from './styles.js';

/** @typedef {import('../../draw/pixels.js').Rows} Rows */

/**
 * @typedef {object} Plan
 * @property {string} id
 * @property {Rows} matrix
 * @property {Rows | null} masked scores after the mask, where it hides cells
 * @property {number} extent what gets the full colour
 * @property {boolean} isWeights on the ramp of weights
 * @property {boolean} isTransposed
 * @property {{ x: number, y: number, width: number, height: number }} box in the picture's pixels
 */

/** A screen of more pixels than this for one of the page gains nothing to the eye. */
const FINEST = 3;

/**
 * The sheet of canvases behind a picture of this size; they follow it wherever a page or a printer
 * shrinks it.
 * @param {Plan[]} plans
 * @param {{ width: number, height: number }} picture
 */
export const sheet = (plans, picture) =>
  html`<div class="sheet">
    ${plans.map(
      (plan) =>
        html`<canvas
          aria-hidden="true"
          data-canvas=${plan.id}
          .plan=${{ ...plan, picture }}
        ></canvas>`,
    )}
  </div>`;

/** @typedef {HTMLCanvasElement & { plan: Plan & { picture: { width: number, height: number } } }} Canvas */

/** What each shows now. @type {WeakMap<Canvas, { matrix: Rows, key: string }>} */
const shown = new WeakMap();

/** @param {any} figure @returns {Canvas[]} */
const canvasesOf = (figure) => [...figure.renderRoot.querySelectorAll('.sheet canvas')];

/** After a render: put the canvases in their places, and paint anew what has changed. */
/** @param {any} figure */
export function paintSoon(figure) {
  for (const [canvas, colours] of stale(figure)) later(canvas, colours);
}

/** The same at once, for a file or for paper. @param {any} figure */
export function paintNow(figure) {
  for (const [canvas, colours] of stale(figure)) paint(canvas, colours);
}

/** @param {any} figure @returns {[Canvas, string][]} what is to be painted, and in which colours */
function stale(figure) {
  const canvases = canvasesOf(figure);
  if (canvases.length === 0) return [];
  watch(figure);
  adoptStyles(figure.renderRoot);
  const colours = coloursKey(canvases[0]);
  canvases.forEach(place);
  return canvases.filter((canvas) => isStale(canvas, colours)).map((canvas) => [canvas, colours]);
}

/** @param {Canvas} canvas */
function place({ style, plan: { box, picture } }) {
  const share = (/** @type {number} */ part, /** @type {number} */ whole) =>
    `${(100 * part) / whole}%`;
  style.left = share(Math.round(box.x), picture.width);
  style.top = share(Math.round(box.y), picture.height);
  style.width = share(box.width, picture.width);
  style.height = share(box.height, picture.height);
}

/** @param {Canvas} canvas @param {string} colours */
function isStale(canvas, colours) {
  const had = shown.get(canvas);
  return had?.matrix !== canvas.plan.matrix || had.key !== keyOf(canvas, colours);
}

/** @param {Canvas} canvas @param {string} colours */
function keyOf({ plan: { box, extent, masked, isTransposed } }, colours) {
  const { width, height } = box;
  return JSON.stringify([width, height, extent, masked !== null, isTransposed, finesse(), colours]);
}

const finesse = () => Math.min(FINEST, Math.max(1, devicePixelRatio));

/** @type {Map<Canvas, string>} */
const waiting = new Map();

/** @param {Canvas} canvas @param {string} colours */
function later(canvas, colours) {
  if (waiting.size === 0) setTimeout(paintNext);
  waiting.set(canvas, colours);
}

function paintNext() {
  const [[canvas, colours]] = waiting;
  waiting.delete(canvas);
  if (waiting.size > 0) setTimeout(paintNext);
  if (canvas.isConnected && isStale(canvas, colours)) paint(canvas, colours);
}

/** @param {Canvas} canvas @param {string} colours a key of coloursOf() */
function paint(canvas, colours) {
  const { matrix, masked, extent, isWeights, isTransposed, box } = canvas.plan;
  const scale = finesse();
  const width = Math.max(1, Math.round(box.width * scale));
  const height = Math.max(1, Math.round(box.height * scale));
  const [down, across] = isTransposed ? [width, height] : [height, width];
  const pixels = pooled(matrix, { down, across }, masked);
  const ramp = coloursOf(canvas, colours)[isWeights ? 'weights' : 'scores'];
  const look = { down, across, extent, colours: ramp, scale, isTransposed };
  const bytes = new Uint8ClampedArray(coloured(pixels, look).buffer);
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  context?.putImageData(new ImageData(bytes, width, height), 0, 0);
  shown.set(canvas, { matrix, key: keyOf(canvas, colours) });
  canvas.dataset.painted = String(Number(canvas.dataset.painted ?? 0) + 1);
}

// ---- screens and paper ------------------------------------------------------------------------

/** Figures that have canvases; one that a page takes away is not held by this. @type {WeakSet<any>} */
const known = new WeakSet();
/** @type {Set<WeakRef<any>>} */
const figures = new Set();

/** @param {any} figure */
function watch(figure) {
  if (known.has(figure)) return;
  known.add(figure);
  figures.add(new WeakRef(figure));
  if (figures.size > 1) return;
  addEventListener('beforeprint', () => eachFigure(paintForPaper));
  addEventListener('afterprint', () => eachFigure(paintNow));
  watchFinesse();
}

/** @param {(figure: any) => void} act */
function eachFigure(act) {
  for (const reference of figures) {
    const figure = reference.deref();
    if (figure?.isConnected) act(figure);
  }
}

/** A window may be moved to another screen. */
function watchFinesse() {
  const now = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  const changed = () => {
    eachFigure(paintSoon);
    watchFinesse();
  };
  now.addEventListener('change', changed, { once: true });
}

/** Paper is light; the style sheets say so of all but the canvases. @param {any} figure */
function paintForPaper(figure) {
  const section = figure.renderRoot.querySelector('.figure');
  const { className } = section;
  section.className = className.replace(/\bdark\b/, 'light');
  paintNow(figure);
  section.className = className;
}
