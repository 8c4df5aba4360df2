/** Scores as bars about a zero line, each a slider that can be dragged or moved by keys. */
import { nothing, svg } from 'lit';
import { pointIn } from './direction.js';
import { holdStill } from './hold-still.js';
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
 * @property {(index: number) => number} valueOf the score by now: keys may come faster than pictures
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
      @keydown=${(/** @type {KeyboardEvent} */ event) => byKey(event, k, o)}
      @focus=${() => o.onPick(k)}
      @pointerdown=${(/** @type {PointerEvent} */ event) => startDrag(event, k, o)}>
    ${box(o, 'hit', from, hit, length, o.band)}
    ${box(o, '', low, side, size, o.thickness, fill)}
    ${box(o, '', tip - 1.5, side - 4, 3, o.thickness + 8, 'var(--c-ink)')}
    <g @touchstart=${holdStill}>${box(o, 'hit', tip - 16, hit, 32, o.band)}</g>
    ${box(o, 'focus-ring', from, hit + 1, length, o.band - 2)}
  </g>`;
}

/** A rectangle given along and across the bars. */
/** @param {ScoreBarOptions} o @param {string} kind @param {number} along @param {number} across @param {number} length @param {number} width @param {string} [fill] */
function box(o, kind, along, across, length, width, fill) {
  const [x, y, w, h] = o.isLying ? [along, across, length, width] : [across, along, width, length];
  return svg`<rect class=${kind} x=${px(x)} y=${px(y)} width=${px(w)} height=${px(h)} rx=${kind === 'focus-ring' ? 6 : 2} fill=${fill ?? nothing}></rect>`;
}

/** @param {number} value @param {ScoreBarOptions} o rounded to what the figure writes */
const settled = (value, o) => Math.min(o.high, Math.max(o.low, Math.round(value * 100) / 100));

/** @param {KeyboardEvent} event @param {number} k @param {ScoreBarOptions} o */
function byKey(event, k, o) {
  const score = o.valueOf(k);
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
  if (event.button !== 0) return;
  target.setPointerCapture(event.pointerId);
  const follow = (/** @type {PointerEvent} */ move) => {
    const [x, y] = pointIn(move, target);
    const value = o.isLying ? (x - o.zero) / o.unit : (o.zero - y) / o.unit;
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
