/** The picture of attn-pipeline: the whole formula small, one stage of it large. */
import { html, nothing, svg } from 'lit';
import { px } from '../../draw/layout.js';
import { detail } from './detail.js';
import { detailHeight } from './detail-layout.js';
import { withLarge } from './long-text.js';
import { mapHeight } from './map-layout.js';
import { overview } from './overview.js';
import { overviewLayout } from './overview-layout.js';
import { isLong } from './parameters.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

/** A wider figure keeps its picture in the middle. */
const MAX_WIDTH = 1180;

/** Where the parts stand, from the top. @param {number} count of tokens @param {Layout} layout */
function partsOf(count, { width }) {
  const inner = Math.min(width, MAX_WIDTH);
  const small = overviewLayout(inner, count);
  const map = small.height + 14;
  const large = map + (isLong(count) ? mapHeight(inner) : 0);
  return { inner, left: px((width - inner) / 2), small, map, large };
}

/** @param {number} count @param {Layout} layout */
export function pipelineHeight(count, layout) {
  const { inner, large } = partsOf(count, layout);
  return px(large + detailHeight(inner));
}

/** @param {Figure} figure @param {any} results @param {Layout} layout */
export function pipelinePicture(figure, results, layout) {
  const { width } = layout;
  const count = figure.tokens.length;
  const parts = partsOf(count, layout);
  const { inner, left, small, map, large } = parts;
  const height = pipelineHeight(count, layout);
  /** @param {unknown} [between] */
  const picture = (between = nothing) =>
    html`<svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
      ${svg`<g transform=${`translate(${left} 0)`}>
      ${overview(figure, results, small)}
      <line x1="18" x2=${inner - 18} y1=${px(small.height)} y2=${px(small.height)} stroke="var(--c-rule)"></line>
      <g transform=${`translate(0 ${px(map)})`}>${between}</g>
      <g transform=${`translate(0 ${px(large)})`}>${detail(figure, results, inner)}</g>
    </g>`}
    </svg>`;
  if (!isLong(count)) return picture();
  return withLarge((part) => part.picture(figure, results, { ...parts, width, height }, picture));
}
