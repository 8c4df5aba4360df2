/** The colours of a figure's ramps as the bytes of an image. */
import { scoreFill, weightFill } from '../../draw/colour.js';
import { LEVELS, bytesOf } from '../../draw/pixels.js';

/** @typedef {import('../../draw/pixels.js').Colours} Colours */

/** The roles that the ramps are made of. */
const ROLES = ['weight0', 'weight1', 'score-negative', 'score-zero', 'score-positive', 'forbidden'];

/** What the ramps of an element are made of, to be told whether they have changed. */
/** @param {Element} element */
export function coloursKey(element) {
  const style = getComputedStyle(element);
  return ROLES.map((role) => style.getPropertyValue(`--c-${role}`)).join(' ');
}

/** @type {Map<string, { weights: Colours, scores: Colours }>} */
const known = new Map();

/**
 * @param {HTMLElement} element inside the figure; it lends its own colour for a moment
 * @param {string} key
 */
export function coloursOf(element, key) {
  const found = known.get(key) ?? readFrom(element);
  known.set(key, found);
  return found;
}

/** @param {HTMLElement} element */
function readFrom(element) {
  const style = getComputedStyle(element);
  const read = (/** @type {string} */ colour, /** @type {number} */ opacity = 1) => {
    element.style.color = colour;
    return bytesOf(style.color, opacity);
  };
  const ramp = (/** @type {(level: number) => string} */ fill) =>
    Uint32Array.from({ length: 2 * LEVELS + 1 }, (_, i) => read(fill(i - LEVELS)));
  const forbidden = read('var(--c-forbidden)', 0.6);
  const weights = { ramp: ramp((level) => weightFill(level / LEVELS)), forbidden };
  const scores = { ramp: ramp((level) => scoreFill(level, LEVELS)), forbidden };
  element.style.color = '';
  return { weights, scores };
}
