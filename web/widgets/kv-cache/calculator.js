/** How large a cache is: named models, or sizes of the reader's own. */
import { html } from 'lit';
import { htmlSubscripts } from '../../draw/subscripts.js';
import { fill } from '../../model/fill.js';
import { count, fixed } from '../../model/format.js';
import { controlContext } from '../frame/frame.js';
import { renderControl } from '../frame/controls.js';

/** @typedef {import('../attn-kv-cache.js').AttnKvCache} Figure */

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** 2147483648 gives "2 GiB". @param {number} bytes */
export function binarySize(bytes) {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** power;
  return `${Number.isInteger(value) ? count(value) : fixed(value, 2)} ${UNITS[power]}`;
}

/** @param {Figure} figure @param {any} results @param {any} state */
export function calculator(figure, { calc, counted }, state) {
  const { words } = figure;
  const context = controlContext(figure);
  const shown = { ...state, layers: calc.nLayers, kvHeads: calc.nKvHeads, headDim: calc.headDim };
  /** A size that is changed makes the model the reader's own, with the other sizes as they stand. */
  const change = (/** @type {string} */ key, /** @type {any} */ value) => {
    const { layers, kvHeads, headDim } = shown;
    const isSize = key === 'layers' || key === 'kvHeads' || key === 'headDim';
    figure.change({ ...(isSize ? { model: 'own', layers, kvHeads, headDim } : {}), [key]: value });
  };
  const field = (/** @type {string} */ key, /** @type {any} */ control = 'number') => {
    const parameter = figure.parameters.find((p) => p.key === key);
    return (
      parameter && renderControl({ ...parameter, control }, { ...context, state: shown, change })
    );
  };
  const places = {
    layers: calc.nLayers,
    heads: calc.nKvHeads,
    dim: calc.headDim,
    tokens: count(state.cacheTokens),
    width: state.numberBytes,
    batch: state.batch,
    bytes: figure.mark(count(BigInt(calc.exact))),
    size: figure.mark(binarySize(calc.bytes)),
    each: figure.mark(count(calc.bytesPerToken)),
  };
  return html`<div class="calculator" role="group" aria-label=${words.calculator}>
    <strong>${words.calculator}</strong>
    <div class="fields">
      ${field('model', 'select')} ${field('layers')} ${field('kvHeads')} ${field('headDim')}
      ${field('cacheTokens')} ${field('numberBytes', 'select')} ${field('batch')}
    </div>
    <p data-part="bytes" data-sayable>${fill(words.bytes, places).map(htmlSubscripts)}</p>
    <p data-part="per-token">${fill(words.perToken, places)}</p>
    <p data-part="counted">${countedLine(figure, counted, state)}</p>
  </div>`;
}

/** @param {Figure} figure @param {any} counted @param {any} state */
function countedLine(figure, counted, { cacheTokens }) {
  const { words, texts } = figure;
  if (counted === 'too many') return words.tooMany;
  if (!counted) return texts.frame.computing;
  const [without, cached] = counted.map((/** @type {any} */ cost) =>
    count(cost.total.scoresPerHead),
  );
  return figure.plain(words.counted, { tokens: count(cacheTokens), without, cached });
}
