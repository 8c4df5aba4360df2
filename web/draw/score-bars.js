/** Scores as bars about a zero line, each a slider that can be dragged or moved by keys. */
import { svg } from 'lit';
import { px } from './layout.js';

/**
 * @typedef {object} ScoreBarOptions
 * @property {(index: number) => number} centre across the bars
 * @property {number} band room of a bar
 * @property {number} thickness
 * @property {number} zero where 0 stands
 * @property {number} unit pixels a score of 1
 * @property {number} low the least score
 * @property {number} high the largest score
 * @property {boolean} isLying bars run to the right instead of upwards
 * @property {(value: number) => string} format
 * @property {(index: number) => string} name spoken
 * @property {(index: number, value: number) => void} onChange
 * @property {(index: number) => void} onPick
 */

const STEP = 0.1;
const COARSE = 1;

/** @param {ArrayLike<number>} scores @param {ScoreBarOptions} o */
export function scoreBars(scores, o) {
  return svg`<g data-term="scores">${Array.from(scores, (score, k) => bar(score, k, o))}</g>`;
}

/** @param {number} score @param {number} k @param {ScoreBarOptions} o */
function bar(score, k, o) {
  const side = o.centre(k) - o.thickness / 2;
  const size = Math.max(1.5, Math.abs(score) * o.unit);
  const fill = score < 0 ? 'var(--c-score-negative)' : 'var(--c-score-positive)';
  const tip = o.zero + (o.isLying ? 1 : -1) * score * o.unit;
  const low = Math.min(o.zero, tip);
  const hit = o.centre(k) - o.band / 2;
  const length = (o.high - o.low) * o.unit;
  const from = o.isLying ? o.zero + o.low * o.unit : o.zero - o.high * o.unit;
  return svg`<g role="slider" tabindex="0" aria-label=${o.name(k)} aria-valuenow=${score}
      aria-valuetext=${o.format(score)} aria-valuemin=${o.low} aria-valuemax=${o.high}
      aria-orientation=${o.isLying ? 'horizontal' : 'vertical'} data-score=${k} class="drag"
      @keydown=${(/** @type {KeyboardEvent} */ event) => byKey(event, score, k, o)}
      @focus=${() => o.onPick(k)}
      @pointerdown=${(/** @type {PointerEvent} */ event) => startDrag(event, k, o)}>
    ${
      o.isLying
        ? svg`<rect class="hit" x=${px(from)} y=${px(hit)} width=${px(length)} height=${px(o.band)}></rect>
          <rect x=${px(low)} y=${px(side)} width=${px(size)} height=${px(o.thickness)} rx="2" fill=${fill}></rect>
          <line x1=${px(tip)} x2=${px(tip)} y1=${px(side - 3)} y2=${px(side + o.thickness + 3)} stroke="var(--c-ink)" stroke-width="3" stroke-linecap="round"></line>
          <rect class="focus-ring" x=${px(from)} y=${px(hit + 1)} width=${px(length)} height=${px(o.band - 2)} rx="6"></rect>`
        : svg`<rect class="hit" x=${px(hit)} y=${px(from)} width=${px(o.band)} height=${px(length)}></rect>
          <rect x=${px(side)} y=${px(low)} width=${px(o.thickness)} height=${px(size)} rx="2" fill=${fill}></rect>
          <line x1=${px(side - 4)} x2=${px(side + o.thickness + 4)} y1=${px(tip)} y2=${px(tip)} stroke="var(--c-ink)" stroke-width="3" stroke-linecap="round"></line>
          <rect class="focus-ring" x=${px(hit + 1)} y=${px(from)} width=${px(o.band - 2)} height=${px(length)} rx="6"></rect>`
    }
  </g>`;
}

/** @param {number} value @param {ScoreBarOptions} o rounded to what the figure writes */
const settled = (value, o) => Math.min(o.high, Math.max(o.low, Math.round(value * 100) / 100));

/** @param {KeyboardEvent} event @param {number} score @param {number} k @param {ScoreBarOptions} o */
function byKey(event, score, k, o) {
  const step = event.shiftKey ? COARSE : STEP;
  /** @type {Record<string, number>} */
  const moves = {
    ArrowUp: score + step,
    ArrowRight: score + step,
    ArrowDown: score - step,
    ArrowLeft: score - step,
    PageUp: score + COARSE,
    PageDown: score - COARSE,
    Home: o.low,
    End: o.high,
  };
  if (!(event.key in moves)) return;
  event.preventDefault();
  o.onChange(k, settled(moves[event.key], o));
}

/** Follow the pointer, wherever it goes, until it is released. */
/** @param {PointerEvent} event @param {number} k @param {ScoreBarOptions} o */
function startDrag(event, k, o) {
  const target = /** @type {SVGGElement} */ (event.currentTarget);
  const root = target.ownerSVGElement;
  if (!root || event.button !== 0) return;
  target.setPointerCapture(event.pointerId);
  const follow = (/** @type {PointerEvent} */ move) => {
    const matrix = root.getScreenCTM();
    if (!matrix) return;
    const point = new DOMPoint(move.clientX, move.clientY).matrixTransform(matrix.inverse());
    const value = o.isLying ? (point.x - o.zero) / o.unit : (o.zero - point.y) / o.unit;
    o.onChange(k, settled(value, o));
  };
  const stop = () => {
    target.removeEventListener('pointermove', follow);
    target.removeEventListener('pointerup', stop);
    target.removeEventListener('pointercancel', stop);
  };
  target.addEventListener('pointermove', follow);
  target.addEventListener('pointerup', stop);
  target.addEventListener('pointercancel', stop);
  o.onPick(k);
  target.focus();
  event.preventDefault();
}
