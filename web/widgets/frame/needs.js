/** Why a control has no effect now. */
import { html, nothing } from 'lit';

/**
 * Why a control has no effect: the page holds it, or what it needs is missing. What a reader can
 * switch keeps its room, so that nothing beside it moves.
 * @param {import('../../model/parameters.js').Parameter} p @param {import('./controls.js').ControlContext} c
 */
export function needs({ key }, { figure, texts }) {
  const held = figure.whyLocked(key);
  return whyNot(held || texts[key].needs, Boolean(held) || figure.isDisabled(key));
}

/** @param {string | undefined} said @param {boolean} [isShown] */
export const whyNot = (said, isShown = true) =>
  said ? html`<span class="needs ${isShown ? '' : 'off'}">${` ${said}`}</span>` : nothing;
