/** Hands in attn-positional: a position along the heat map, channels along its side. */
import { pointIn } from '../../draw/direction.js';
import { cellUnder } from '../../draw/heatmap.js';
import { moveInGrid } from '../../model/grid-keys.js';
import { SHOWN } from '../attn-positional.js';

/** @typedef {import('../attn-positional.js').AttnPositional} Figure */
/** @typedef {PointerEvent & { target: SVGGraphicsElement, currentTarget: SVGGraphicsElement }} Held */

/** @param {Figure} figure */
export function positionalHand(figure) {
  /** Which handle is held, or that the position is. @type {number | 'position' | null} */
  let held = null;
  const take = (/** @type {Held} */ event, /** @type {number | 'position'} */ what) => {
    if (event.button !== 0) return;
    event.target.setPointerCapture(event.pointerId);
    event.preventDefault();
    held = what;
  };
  const putPosition = (/** @type {Held} */ event) => {
    figure.change({ t: cellUnder(event, event.target, 1, SHOWN).column });
  };
  return {
    up() {
      held = null;
    },
    /** @param {Held} event */
    mapDown(event) {
      take(event, 'position');
      putPosition(event);
    },
    /** @param {Held} event */
    mapMove(event) {
      if (held === 'position') putPosition(event);
    },
    /** @param {Held} event @param {number} index of the handle */
    handleDown(event, index) {
      take(event, index);
      figure.change({ chosen: index });
      figure.focusNext(`[data-channel="${index}"]`);
    },
    /** @param {Held} event @param {import('../../draw/axes.js').Frame} map */
    handleMove(event, map) {
      if (typeof held !== 'number') return;
      const [, y] = pointIn(event, event.currentTarget);
      const share = (y - map.top) / (map.bottom - map.top);
      const channel = Math.floor(share * Number(figure.state.d));
      figure.moveChannel(held, channel);
    },
    /** @param {KeyboardEvent} event @param {number} index */
    handleKey(event, index) {
      const d = Number(figure.state.d);
      const to = moveInGrid(event, { row: figure.curveChannels[index], column: 0 }, d, 1);
      if (!to) return;
      event.preventDefault();
      figure.moveChannel(index, to.row);
    },
    /** @param {number} index */
    choose(index) {
      if (figure.state.chosen !== index) figure.change({ chosen: index });
    },
  };
}
