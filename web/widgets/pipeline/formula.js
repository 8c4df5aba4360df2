/** The formula as one line; the part that the chosen stage computes stands out. */
import { svg } from 'lit';
import { px, textWidth } from '../../draw/layout.js';
import { svgSubscripts } from '../../draw/subscripts.js';
import { STEPS, stepOf } from './stages.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */

/** Each piece, its colour role, and the steps that it belongs to. */
const PIECES = /** @type {const} */ ([
  ['output = ', 'output', 'output output'],
  ['softmax( ', 'weight', 'weights output'],
  ['mask( ', 'ink', 'masked weights output'],
  ['Q', 'query', 'q raw scaled masked weights output'],
  [' Kᵀ', 'key', 'k raw scaled masked weights output'],
  [' ⁄ √d_k', 'ink', 'scaled masked weights output'],
  [' )', 'ink', 'masked weights output'],
  [' )', 'weight', 'weights output'],
  [' V', 'value', 'v output'],
]);

const WHOLE = PIECES.map(([text]) => text).join('');

/** @param {Figure} figure @param {{ x: number, y: number, width: number }} room */
export function formulaLine(figure, { x, y, width }) {
  const size = Math.min(21, width / textWidth(WHOLE, 1));
  const step = stepOf(figure.shown.stage);
  const isEarly = step === STEPS[0];
  return svg`<text x=${px(x + width / 2)} y=${y} text-anchor="middle" font-size=${px(size)}
      role="img" aria-label=${figure.words.formulaLabel} data-part="formula"
    >${PIECES.map(([text, role, steps]) => {
      const isOn = !isEarly && steps.split(' ').includes(step);
      return svg`<tspan fill=${isOn ? `var(--c-${role})` : 'var(--c-edge)'}
        font-weight=${isOn ? 650 : 400}>${svgSubscripts(text.replaceAll(' ', '\u00a0'))}</tspan>`;
    })}</text>`;
}
