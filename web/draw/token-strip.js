/** The tokens of a sentence as chips, in a row or in a column; one of them may be chosen. */
import { svg, nothing } from 'lit';
import { fitText, px } from './layout.js';

/**
 * @typedef {object} StripOptions
 * @property {(index: number) => { x: number, y: number, width: number, height: number }} place
 * @property {number} selected index of the chosen token
 * @property {string} label spoken name of the group
 * @property {readonly string[]} names spoken names, with positions where words repeat
 * @property {(index: number) => void} onSelect
 * @property {(index: number | null) => void} [onHover]
 * @property {(event: KeyboardEvent) => void} onKey
 * @property {'query' | 'key'} [role]
 * @property {boolean} [isColumn]
 */

/**
 * A radio group: one tab stop, arrows move the choice.
 * @param {readonly string[]} tokens
 * @param {StripOptions} options
 */
export function tokenStrip(tokens, options) {
  const { label, onKey, onHover } = options;
  return svg`<g role="radiogroup" aria-label=${label} data-term="query"
      aria-orientation=${options.isColumn ? 'vertical' : 'horizontal'}
      @keydown=${onKey} @pointerleave=${() => onHover?.(null)}>
    ${tokens.map((token, index) => chip(token, index, options))}
  </g>`;
}

/** @param {string} token @param {number} index @param {StripOptions} options */
function chip(token, index, options) {
  const { x, y, width, height } = options.place(index);
  const isOn = index === options.selected;
  const role = options.role ?? 'query';
  const fitted = fitText(token, width - 8, 14.5);
  /** @param {PointerEvent} event */
  const hover = (event) => event.pointerType === 'mouse' && options.onHover?.(index);
  return svg`<g role="radio" aria-checked=${isOn ? 'true' : 'false'} tabindex=${isOn ? 0 : -1}
      aria-label=${options.names[index]} data-strip=${index} class="token" cursor="pointer"
      @click=${() => options.onSelect(index)} @pointerenter=${hover}>
    ${fitted.isCut ? svg`<title>${token}</title>` : nothing}
    <rect x=${px(x)} y=${px(y)} width=${px(width)} height=${height} rx="8" class="moves"
      fill=${isOn ? `var(--c-${role})` : 'var(--c-soft)'}></rect>
    <rect class="focus-ring" x=${px(x - 2.5)} y=${px(y - 2.5)} width=${px(width + 5)}
      height=${height + 5} rx="10"></rect>
    <text x=${px(x + width / 2)} y=${px(y + height / 2 + fitted.fontSize * 0.35)}
      text-anchor="middle" font-size=${px(fitted.fontSize)} font-weight=${isOn ? 600 : 400}
      fill=${isOn ? 'var(--c-on-strong)' : 'var(--c-ink)'}>${fitted.text}</text>
  </g>`;
}
