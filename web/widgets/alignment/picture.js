/** The picture of attn-alignment: the plane, the numbers of each key, and the blend. */
import { html, svg } from 'lit';
import { BLEND_HEIGHT, blendLine } from '../../draw/blend-line.js';
import { unmirrored } from '../../draw/direction.js';
import { planeAt } from '../../draw/plane.js';
import { score } from '../../model/format.js';
import { scene } from './scene.js';
import { EXTENT } from './situations.js';
import { TABLE_HEIGHT, keyTable } from './table.js';

/** @typedef {import('../attn-alignment.js').AttnAlignment} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const MARGIN = 18;
const GAP = 34;
const BLEND = { gap: 26, height: BLEND_HEIGHT - 12, inset: 26 };

/** Where everything stands. @param {Layout} layout */
function places({ width, narrow }) {
  const inner = width - 2 * MARGIN;
  const beside = TABLE_HEIGHT + BLEND.gap + BLEND.height;
  const size = narrow ? Math.min(inner, 460) : Math.min(beside, Math.round(inner * 0.49));
  const table = narrow
    ? { x: MARGIN, y: 8 + size + 14, width: inner, narrow }
    : { x: MARGIN + size + GAP, y: 2, width: inner - size - GAP - 8, narrow };
  const blend = table.y + TABLE_HEIGHT + BLEND.gap;
  return { size, table, blend, height: Math.max(8 + size, blend + BLEND.height) + 6 };
}

/** @param {Layout} layout */
export const alignmentHeight = (layout) => places(layout).height;

/** @param {Figure} figure @param {any} results @param {Layout} layout */
export function alignmentPicture(figure, results, layout) {
  const { width } = layout;
  const at = places(layout);
  return html`<svg width=${width} height=${at.height} viewBox=${`0 0 ${width} ${at.height}`}>
    ${unmirrored(MARGIN, MARGIN + at.size, scene(figure, results, planeAt(MARGIN, 8, at.size, EXTENT)))}
    ${keyTable(figure, results, at.table)} ${blend(figure, results, at.table, at.blend)}
  </svg>`;
}

/** @param {Figure} figure @param {any} results @param {{ x: number, width: number }} place @param {number} y */
function blend(figure, { keys, output }, { x, width }, y) {
  const { words } = figure;
  const values = keys.map((/** @type {{ value: number }} */ key) => key.value);
  const items = keys.map(
    (
      /** @type {{ value: number, weight: number }} */ { value, weight },
      /** @type {number} */ k,
    ) => ({
      value,
      weight,
      name: String(k + 1),
      text: String(value).replace('-', '\u2212'),
    }),
  );
  const mark = {
    value: output,
    text: `${figure.texts.words.output} ${score(output)}`,
    colour: 'var(--c-output)',
    term: 'output',
  };
  return svg`${blendLine(items, mark, null, {
    x: x + BLEND.inset,
    y,
    width: width - 2 * BLEND.inset,
    min: Math.min(...values),
    max: Math.max(...values),
    label: figure.plain(words.blendLabel, { output: score(output) }),
    gap: 34,
  })}`;
}
