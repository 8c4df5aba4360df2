/** ALiBi's slopes, one for each head, on a log scale. */
import { svg, nothing } from 'lit';
import { bottomAxis, leftAxis } from '../../draw/axes.js';
import { unmirrored } from '../../draw/direction.js';
import { px } from '../../draw/layout.js';
import { linearScale, logScale } from '../../draw/scales.js';
import { fixed } from '../../model/format.js';

/** More names than this do not fit above their dots. */
const NAMED = 16;
const TICKS = [1, 1 / 4, 1 / 16, 1 / 64, 1 / 256];

/** @param {number} slope a power of one half as a fraction, others as decimals */
export function slopeText(slope) {
  const inverse = 1 / slope;
  return Number.isInteger(inverse)
    ? `1/${inverse}`.replace('1/1', inverse === 1 ? '1' : '1/1')
    : fixed(slope, 3);
}

/** @param {import('../attn-rope.js').AttnRope} figure @param {Float32Array} slopes @param {import('../../draw/axes.js').Frame} frame */
export function slopeChart(figure, slopes, frame) {
  const { words } = figure;
  const list = Array.from(slopes);
  const x = linearScale([-0.6, list.length - 0.4], [frame.left, frame.right]);
  const y = logScale([1 / 400, 1], [frame.bottom, frame.top]);
  // The heads of the largest power of two come first, those of the rule for the rest behind.
  const series = 2 ** Math.floor(Math.log2(list.length));
  const every = Math.ceil(list.length / 16);
  const ticks = list.map((_, h) => h).filter((h) => h % every === 0);
  return svg`<text x=${frame.left - 42} y=${frame.top - 44} font-size="13.5" font-weight="600" data-sayable>${figure.plain(words.slopeTitle, { heads: list.length })}</text>
    ${unmirrored(
      frame.left - 42,
      frame.right,
      svg`${leftAxis(frame, { scale: y, ticks: TICKS, format: slopeText })}
    ${bottomAxis(frame, { scale: x, ticks, format: String, title: words.head })}
    <g role="img" aria-label=${figure.plain(words.slopeLabel, { slopes: list.map(slopeText).join(', ') })}>
      ${list.map((slope, h) => {
        const cx = px(x(h));
        const cy = px(y(slope));
        return svg`<line x1=${cx} x2=${cx} y1=${cy} y2=${frame.bottom} stroke="var(--c-weight)" stroke-opacity="0.4"></line>
          <circle cx=${cx} cy=${cy} r="4" fill=${h < series ? 'var(--c-weight)' : 'var(--c-card)'} stroke="var(--c-weight)" stroke-width="2"></circle>
          ${list.length > NAMED ? nothing : svg`<text x=${cx + 4} y=${cy - 9} font-size="11" transform=${list.length > 8 ? `rotate(-60 ${cx + 4} ${cy - 9})` : nothing} text-anchor=${list.length > 8 ? 'start' : 'middle'}>${slopeText(slope)}</text>`}`;
      })}
    </g>`,
    )}`;
}
