/** The legend of a matrix's colours, on the scale that its figure draws it in. */
import { scoreFill, weightFill } from '../draw/colour.js';
import { legend } from '../draw/legend.js';
import { fixed, percent } from '../model/format.js';

/**
 * @param {{ plain: Function, texts: import('../model/texts/en.js').Texts }} figure
 * @param {number} extent the largest magnitude that has a colour of its own
 * @param {{ x: number, y: number, width?: number, isWeights?: boolean }} options `x` is where the ramp
 *   begins; of weights it goes from 0, else from −extent
 */
export function matrixLegend(figure, extent, { isWeights = false, width = 76, ...place }) {
  const ends = isWeights
    ? { low: '0', high: percent(extent) }
    : { low: fixed(-extent, 1), high: fixed(extent, 1) };
  const fillAt = isWeights
    ? weightFill
    : (/** @type {number} */ share) => scoreFill(2 * share - 1, 1);
  const label = figure.plain(figure.texts.words.legendLabel, ends);
  return legend({ ...place, width, ...ends, label, fillAt });
}
