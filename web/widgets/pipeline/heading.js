/** Over the large stage: its name, what it is made of, and the legend of its colours. */
import { gap, space } from '../../draw/direction.js';
import { svg, nothing } from 'lit';
import { hatch } from '../../draw/hatch.js';
import { px } from '../../draw/layout.js';
import { svgSubscripts } from '../../draw/subscripts.js';
import { matrixLegend } from '../matrix-legend.js';
import { isAfterMask, roleOf } from './stages.js';
import { isWide } from './detail-layout.js';
import { windowNote } from './window-note.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */

/** @param {Figure} figure @param {any} results @param {number} width */
export function heading(figure, results, width) {
  const { words, shown: state } = figure;
  const { stage } = state;
  const { rows, columns } = results.matrices[stage];
  const wide = isWide(width);
  const isMasking = state.mask === 'causal' && isAfterMask(stage);
  const length = wide ? 110 : Math.min(130, width * 0.3);
  return svg`<text x="18" y="20" font-size="16"
    ><tspan font-weight="700" fill=${`var(--c-${roleOf(stage)})`}>${svgSubscripts(words.symbols[stage])}</tspan
    ><tspan class="quiet" font-size="14" dx=${gap(8)}>${space()}${svgSubscripts(words.made[stage])}</tspan
    ></text>
    ${wide ? nothing : svg`<text x="18" y="49" class="quiet" font-size="13">${rows} × ${columns}</text>`}
    ${wide || isMasking ? nothing : svg`<text x="18" y="73" class="quiet" font-size="12.5">${windowNote(figure, stage, false)}</text>`}
    ${matrixLegend(figure, results.extentOf(stage), { x: width - 62 - length, y: wide ? 8 : 38, width: length, isWeights: stage === 'weights' })}
    ${isMasking ? maskKeys(figure, wide ? width - 242 : 242, wide ? 8 : 62) : nothing}`;
}

/** What hatching and corners mean. @param {Figure} figure @param {number} right @param {number} y */
function maskKeys(figure, right, y) {
  const { words, texts, shown: state } = figure;
  const hasHatch = state.stage !== 'output';
  const changedX = right - 140;
  const maskedX = changedX - 84;
  return svg`<rect x=${px(changedX)} y=${y} width="14" height="14" rx="2" fill="var(--c-soft)"></rect>
    <path d=${`M${px(changedX + 7)} ${y}h7v7z`} fill="var(--c-ink)"></path>
    <text x=${px(changedX + 20)} y=${y + 11} font-size="12" class="quiet">${words.changedKey}</text>
    ${
      hasHatch
        ? svg`<rect x=${px(maskedX)} y=${y} width="14" height="14" rx="2" fill="none"
        stroke="var(--c-rule)"></rect>${hatch(maskedX, y, 14, 14)}
      <text x=${px(maskedX + 20)} y=${y + 11} font-size="12" class="quiet">${texts.words.masked}</text>`
        : nothing
    }`;
}
