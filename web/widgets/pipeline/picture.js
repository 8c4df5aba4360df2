/** The picture of attn-pipeline: the whole formula small, one stage of it large. */
import { html, svg } from 'lit';
import { px } from '../../draw/layout.js';
import { detail } from './detail.js';
import { detailHeight } from './detail-layout.js';
import { overview } from './overview.js';
import { overviewLayout } from './overview-layout.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

/** A wider figure keeps its picture in the middle. */
const MAX_WIDTH = 1180;

/** @param {number} count @param {Layout} layout */
export function pipelineHeight(count, { width }) {
  const inner = Math.min(width, MAX_WIDTH);
  return px(overviewLayout(inner, count).height + 14 + detailHeight(inner));
}

/** @param {Figure} figure @param {any} results @param {Layout} layout */
export function pipelinePicture(figure, results, layout) {
  const { width } = layout;
  const inner = Math.min(width, MAX_WIDTH);
  const small = overviewLayout(inner, figure.tokens.length);
  const height = pipelineHeight(figure.tokens.length, layout);
  return html`<svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
    ${svg`<g transform=${`translate(${px((width - inner) / 2)} 0)`}>
      ${overview(figure, results, small)}
      <line x1="18" x2=${inner - 18} y1=${px(small.height)} y2=${px(small.height)} stroke="var(--c-rule)"></line>
      <g transform=${`translate(0 ${px(small.height + 14)})`}>${detail(figure, results, inner)}</g>
    </g>`}
  </svg>`;
}
