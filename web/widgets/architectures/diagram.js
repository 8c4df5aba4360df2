/** Both machines as one diagram, from their tokens down; each attention can be selected. */
import { nothing, svg } from 'lit';
import { fitBold, fitText, px } from '../../draw/layout.js';
import { ATTENTIONS, N_LAYERS, TOKENS } from './machines.js';

/** @typedef {import('../attn-architectures.js').AttnArchitectures} Figure */
/** @typedef {import('./machines.js').AttentionId} AttentionId */

export const DIAGRAM_HEIGHT = 420;

const NODE = 40;
const ATTENTION = 126;
const CROSS = 248;
const TOKENS_Y = 34;
const BLOCK = 82;

/** Where things stand in the three columns. */
const COLUMNS = [
  { id: 'encoder', feedForward: 184, end: 236, output: 252 },
  { id: 'decoder', feedForward: 308, end: 360, output: 376 },
  { id: 'only', feedForward: 184, end: 236, output: 252 },
];

/** @param {Figure} figure @param {number} width */
export function diagram(figure, width) {
  const { words } = figure;
  const size = (width - 16) / 3;
  // The decoder has the longest names, and the arrows of K and V before it.
  const extra = Math.min(14, size * 0.1);
  const columns = COLUMNS.map((column, i) => {
    const isMiddle = i === 1;
    const left = 8 + i * size + 5 + (i === 2 ? extra / 2 : isMiddle ? 6 - extra / 2 : 0);
    return { ...column, x: left, width: size - (isMiddle ? 16 - extra : 10 + extra / 2) };
  });
  return svg`${columns.map((column) => frame(figure, column))}
    ${memory(figure, columns[0], columns[1])}
    <g role="radiogroup" aria-label=${words.diagramLabel}
      @keydown=${(/** @type {KeyboardEvent} */ event) => figure.attentionKey(event)}>
      ${ATTENTIONS.map((id) => {
        const column = columns.find((c) => c.id === id) ?? columns[1];
        return node(figure, id, column, id === 'cross' ? CROSS : ATTENTION);
      })}
    </g>`;
}

/** @typedef {(typeof COLUMNS)[number] & { x: number, width: number }} Column */

/** All of a column but its attentions. @param {Figure} figure @param {Column} column */
function frame(figure, { id, x, width, feedForward, end, output }) {
  const { words } = figure;
  const middle = x + width / 2;
  const tokens = TOKENS[/** @type {AttentionId} */ (id)].queries;
  const isMemory = id === 'encoder';
  return svg`<text x=${px(middle)} y="20" text-anchor="middle" font-size="14" font-weight="650">${words.columns[id]}</text>
    ${box(words.reads[id], x, TOKENS_Y, width)}
    <rect x=${px(x - 3)} y=${BLOCK} width=${px(width + 6)} height=${end - BLOCK} rx="9" fill="var(--c-soft)"></rect>
    <text x=${px(x + 4)} y=${end - 6} class="quiet" font-size="11.5">${figure.plain(words.times, { blocks: N_LAYERS })}</text>
    <path d=${`M${px(middle)} ${TOKENS_Y + 30}V${output}m-4 -6l4 6l4 -6`} fill="none" stroke="var(--c-edge)" stroke-width="2"></path>
    ${box(words.feedForward, x + 4, feedForward, width - 8, 'ffn')}
    ${isMemory ? nothing : box(words.next, x, output, width)}
    <text x=${px(middle)} y=${TOKENS_Y + 43} text-anchor="middle" font-size="11.5" class="quiet"
      stroke="var(--c-card)" stroke-width="4" paint-order="stroke">${figure.plain(words.tokens, { count: tokens.length })}</text>`;
}

/** @param {string} text @param {number} x @param {number} y @param {number} width @param {string} [term] */
function box(text, x, y, width, term) {
  const fitted = fitText(text, width - 8, 13, 10);
  return svg`<g data-term=${term ?? nothing}>
    <rect x=${px(x)} y=${y} width=${px(width)} height="30" rx="7" fill="var(--c-card)" stroke="var(--c-edge)"></rect>
    <text x=${px(x + width / 2)} y=${y + 19} text-anchor="middle" font-size=${px(fitted.fontSize)}>${fitted.text}</text></g>`;
}

/** The encoder's output, and the keys and values that cross-attention makes of it. */
/** @param {Figure} figure @param {Column} from @param {Column} to */
function memory(figure, from, to) {
  const isOn = figure.state.attention === 'cross';
  const right = from.x + from.width;
  const line = (/** @type {string} */ role, /** @type {string} */ name, /** @type {number} */ y) =>
    svg`<g data-term=${role}>${arrow(`M${px(right)} ${y}H${px(to.x + 3)}m-6 -4l6 4l-6 4`, role, isOn)}
      <text x=${px((right + to.x) / 2 - 3)} y=${y - 4} text-anchor="middle" font-size="12" font-weight="650"
        fill=${`var(--c-${role})`}>${name}</text></g>`;
  return svg`${box(figure.words.memory, from.x, 252, from.width)}
    ${line('key', 'K', 259)}${line('value', 'V', 279)}`;
}

/** @param {string} path @param {string} role @param {boolean} isOn */
const arrow = (path, role, isOn) => svg`<path d=${path} fill="none" stroke=${`var(--c-${role})`}
  stroke-width=${isOn ? 2.8 : 1.3}></path>`;

/** @param {Figure} figure @param {AttentionId} id @param {Column} column @param {number} y */
function node(figure, id, { x, width }, y) {
  const { words, state } = figure;
  const isOn = state.attention === id;
  const name = fitBold(words.short[id], width - 14, 13, 9);
  const middle = px(x + width / 2);
  return svg`<g role="radio" aria-checked=${isOn ? 'true' : 'false'} tabindex=${isOn ? 0 : -1}
      aria-label=${words.names[id]} data-attention=${id} cursor="pointer" @click=${() => figure.select(id)}>
    ${entries(id, x, width, y, isOn)}
    <rect x=${px(x + 4)} y=${y} width=${px(width - 8)} height=${NODE} rx="8" class="moves"
      fill=${isOn ? 'var(--c-weight)' : 'var(--c-card)'} stroke="var(--c-weight)" stroke-width="1.8"></rect>
    <g text-anchor="middle" fill=${isOn ? 'var(--c-on-strong)' : 'var(--c-ink)'}>
      <text x=${middle} y=${y + 17} font-size=${px(name.fontSize)} font-weight="600" fill="inherit">${name.text}</text>
      <text x=${middle} y=${y + 32} font-size="11.5" fill="inherit">${words.maskShort[id]}</text></g>
    <rect class="focus-ring" x=${px(x + 1)} y=${y - 3} width=${px(width - 2)} height=${NODE + 6} rx="10"></rect>
  </g>`;
}

/** Where a stream enters an attention: as Q, K and V, or as Q alone. */
/** @param {AttentionId} id @param {number} x @param {number} width @param {number} y @param {boolean} isOn */
function entries(id, x, width, y, isOn) {
  const middle = x + width / 2;
  const roles = id === 'cross' ? ['query'] : ['query', 'key', 'value'];
  return roles.map((role, i) => {
    const at = middle + (i - (roles.length - 1) / 2) * Math.min(34, width * 0.3);
    const path = `M${px(middle)} ${y - 36}Q${px(at)} ${y - 30} ${px(at)} ${y - 20}V${y - 1}m-4 -6l4 6l4 -6`;
    const isSide = id === 'cross' || at > middle;
    return svg`<g data-term=${role}>${arrow(path, role, isOn)}
      <text x=${px(at + (isSide ? 6 : i === 1 ? 6 : -6))} y=${y - 10} font-size="12" font-weight="650"
        text-anchor=${isSide || i === 1 ? 'start' : 'end'} fill=${`var(--c-${role})`}>${'QKV'[['query', 'key', 'value'].indexOf(role)]}</text></g>`;
  });
}
