/** How long the vectors of the residual stream are after each of the stacked blocks. */
import { html, svg } from 'lit';
import { bottomAxis, leftAxis } from '../../draw/axes.js';
import { curves } from '../../draw/curves.js';
import { unmirrored } from '../../draw/direction.js';
import { linearScale } from '../../draw/scales.js';
import { fixed } from '../../model/format.js';

/** @typedef {import('../attn-block.js').AttnBlock} Figure */

export const STACK_HEIGHT = 252;

/** @param {Figure} figure @param {any} results @param {number} width */
export function stackChart(figure, { norms }, width) {
  const words = figure.words.stack;
  const frame = { left: 48, right: width - 104, top: 52, bottom: STACK_HEIGHT - 44 };
  return html`<svg width=${width} height=${STACK_HEIGHT} viewBox=${`0 0 ${width} ${STACK_HEIGHT}`}>
      <text x="16" y="22" font-size="14.5" font-weight="650">${words.title}</text>
      ${norms ? unmirrored(0, width, lines(words, norms, frame)) : svg`<text x="48" y="120" class="quiet" font-size="13">${figure.texts.frame.computing}</text>`}
    </svg>
    <div class="fields">${figure.control('blocks')}</div>`;
}

/** @param {any} words @param {{ pre: Float32Array, post: Float32Array }} norms @param {import('../../draw/axes.js').Frame} frame */
function lines(words, norms, frame) {
  const last = norms.pre.length - 1;
  const x = linearScale([0, last], [frame.left, frame.right]);
  const most = Math.max(...norms.pre, ...norms.post);
  const y = linearScale([0, most * 1.05], [frame.bottom, frame.top]);
  const points = (/** @type {Float32Array} */ list) =>
    Array.from(list, (value, block) => ({ x: block, y: value }));
  const list = [
    { name: words.pre, points: points(norms.pre), colour: 'var(--c-weight)', term: 'residual' },
    {
      name: words.post,
      points: points(norms.post),
      colour: 'var(--c-key)',
      dash: '6 3',
      term: 'residual',
    },
  ];
  const ticks = x.ticks(6).filter(Number.isInteger);
  return svg`${leftAxis(frame, { scale: y, ticks: y.ticks(4), format: (v) => fixed(v, most < 4 ? 1 : 0), title: words.yTitle })}
    ${bottomAxis(frame, { scale: x, ticks, format: String, title: words.xTitle })}
    ${curves(list, { x, y, label: words.label, dots: last <= 30 })}`;
}
