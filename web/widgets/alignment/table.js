/** The numbers of each key beside the plane, and its weight as a bar. */
import { svg } from 'lit';
import { px } from '../../draw/layout.js';
import { fixed, percent, score } from '../../model/format.js';
import { MOST_KEYS } from './situations.js';

/** @typedef {import('../attn-alignment.js').AttnAlignment} Figure */
/** @typedef {import('./numbers.js').KeyNumbers} KeyNumbers */

const ROW = 32;
const HEAD = 26;
export const TABLE_HEIGHT = HEAD + (MOST_KEYS + 1) * ROW;

/** Right edges of the columns as shares of the width; the weight has the rest. */
const COLUMNS = { wide: [0.07, 0.21, 0.36, 0.49, 0.64], narrow: [0.06, 0.215, 0.385, 0.53, 0.695] };
const NUMBER_WIDTH = 54;

/** @param {Figure} figure @param {any} results @param {{ x: number, y: number, width: number, narrow: boolean }} place */
export function keyTable(figure, results, place) {
  const { words } = figure;
  const heads = place.narrow ? words.headsShort : words.heads;
  const row = (/** @type {number} */ i) => place.y + HEAD + i * ROW;
  return svg`<g role="table" aria-label=${words.tableLabel}>
    <g role="row">${heads.map((/** @type {string} */ text, /** @type {number} */ i) => cell(text, i, row(0) - 10, place, 'columnheader', 'quiet', 12.5))}</g>
    ${tableRow(figure, 0, row(0), place, ['q', '', '', score(results.queryLength), '', ''], 'var(--c-query)')}
    ${results.keys.map(
      (/** @type {KeyNumbers} */ key, /** @type {number} */ k) => svg`
      ${tableRow(figure, k + 1, row(k + 1), place, keyTexts(key, k), 'var(--c-key)')}
      ${weightBar(key.weight, row(k + 1), place, results.leaders.includes(k))}`,
    )}
  </g>`;
}

/** @param {KeyNumbers} key @param {number} k */
function keyTexts(key, k) {
  const angle = key.hasAngle ? `${fixed(key.degrees, 1)}°` : '–';
  const value = String(key.value).replace('-', '\u2212');
  return [String(k + 1), value, angle, score(key.length), score(key.dot), percent(key.weight)];
}

/** @param {Figure} figure @param {number} index @param {number} y @param {any} place @param {readonly string[]} texts @param {string} colour */
function tableRow(figure, index, y, place, texts, colour) {
  const isOn = figure.state.selected === index;
  return svg`<g role="row" data-row=${index}>
    <rect x=${place.x - 8} y=${y} width=${place.width + 16} height=${ROW - 2} rx="7"
      fill=${isOn ? 'var(--c-soft)' : 'transparent'} cursor="pointer" @click=${() => figure.choose(index)}></rect>
    ${texts.map((text, i) => cell(text, i, y + 20, place, i === 0 ? 'rowheader' : 'cell', '', 14, i === 0 ? colour : null))}
  </g>`;
}

/** @param {string} text @param {number} column @param {number} y @param {any} place @param {string} role @param {string} style @param {number} fontSize @param {string | null} [colour] */
function cell(text, column, y, place, role, style, fontSize, colour) {
  const edges = place.narrow ? COLUMNS.narrow : COLUMNS.wide;
  const isFirst = column === 0;
  const edge = column < edges.length ? edges[column] : 1;
  return svg`<text role=${role} class=${style} x=${px(isFirst ? place.x : place.x + edge * place.width)} y=${y}
    text-anchor=${isFirst ? 'start' : 'end'} font-size=${place.narrow ? fontSize - 0.5 : fontSize} data-column=${column}
    font-weight=${colour ? 650 : 400} fill=${colour ?? ''} pointer-events="none">${text}</text>`;
}

/** @param {number} weight @param {number} y @param {any} place @param {boolean} isLeader */
function weightBar(weight, y, place, isLeader) {
  const edges = place.narrow ? COLUMNS.narrow : COLUMNS.wide;
  const start = place.x + edges[edges.length - 1] * place.width + 14;
  const room = place.x + place.width - NUMBER_WIDTH - start - 2;
  return svg`<g data-term="weights softmax" pointer-events="none" aria-hidden="true">
    <rect x=${px(start)} y=${y + 10} width=${px(Math.max(0, room))} height="10" rx="2.5" fill="var(--c-weight0)"></rect>
    <rect x=${px(start)} y=${y + 10} width=${px(Math.max(1.5, room * weight))} height="10" rx="2.5"
      fill=${isLeader ? 'var(--c-weight1)' : 'var(--c-weight)'}></rect></g>`;
}
