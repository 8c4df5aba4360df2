/** The matrices of attn-pipeline for a long text, on canvases behind its picture. */
import { html } from 'lit';
import { fillPlain } from '../../model/fill.js';
import { percent } from '../../model/format.js';
import { isReached } from '../pipeline/overview.js';
import { mapPlace, mappedIn } from '../pipeline/map-layout.js';
import { MATRICES, isParams } from '../pipeline/stages.js';
import { sheet } from './paint.js';
import { map } from './pipeline-map.js';
import { wordsFor } from './words.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */
/** @typedef {import('../pipeline/stages.js').MatrixId} MatrixId */
/** @typedef {import('../pipeline/overview-layout.js').Place} Place */

/**
 * @param {Figure} figure @param {any} results
 * @param {{ inner: number, left: number, small: import('../pipeline/overview-layout.js').Overview,
 *   map: number, width: number, height: number }} at
 * @param {(map: unknown) => unknown} drawn the lines, words and large cells, about the map
 */
export function picture(figure, results, at, drawn) {
  const { left, small, inner } = at;
  const shown = MATRICES.filter((id) => !isParams(id) && isReached(figure, id));
  const plans = shown.map((id) => plan(figure, results, id, id, small.places[id], left, 0));
  const mapped = mappedIn(figure.shown.stage);
  const place = mapPlace(mapped, inner, figure.tokens.length);
  return html`<div class="layers">
      ${sheet([...plans, plan(figure, results, 'map', mapped, place, left, at.map)], at)}${drawn(map(figure, results, inner))}
    </div>
    <p class="reading">${reading(figure, results, place)}</p>`;
}

/** @param {Figure} figure @param {MatrixId} id */
const isHatched = ({ shown }, id) =>
  shown.mask === 'causal' && (id === 'weights' || id === 'masked');

/** @param {Figure} figure @param {any} results @param {string} name @param {MatrixId} id @param {Place} place @param {number} left @param {number} top */
function plan(figure, results, name, id, { x, y, width, height, isTransposed }, left, top) {
  const isWeights = id === 'weights';
  return {
    id: name,
    matrix: results.matrices[id],
    masked: isHatched(figure, id) ? results.matrices.masked : null,
    extent: results.extentOf(id),
    isWeights,
    isTransposed,
    box: { x: x + left, y: y + top, width, height },
  };
}

/** How the canvases are read. @param {Figure} figure @param {any} results @param {Place} place of the map */
function reading(figure, results, { cellHeight }) {
  const words = wordsFor(figure);
  const { stage } = figure.shown;
  const dot = 1 / (cellHeight * (globalThis.devicePixelRatio ?? 1));
  return [
    dot > 1 ? words.pixels : words.small,
    isHatched(figure, stage) ? words.hatched : '',
    stage === 'weights' ? words.fullColour : '',
  ]
    .filter(Boolean)
    .map((text) =>
      fillPlain(text, {
        full: percent(results.extentOf('weights')),
        tokens: figure.tokens.length,
      }),
    ) // prettier-ignore
    .join(' ');
}
