/** The reader's own sentence: a field, how many tokens it has, and what happens beyond the limit. */
import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { fillPlain } from '../../model/fill.js';
import { count } from '../../model/format.js';
import { tokenize } from '../../model/tokens.js';
import { needs } from './needs.js';

/** @typedef {import('../../model/parameters.js').Parameter} Parameter */
/** @typedef {import('./controls.js').ControlContext} ControlContext */

/**
 * The state holds the part of the text that is used; the field keeps all that was typed.
 * @param {Parameter} p
 * @param {ControlContext} c
 */
export function textControl(p, c) {
  const used = c.state[p.key];
  const draft = c.drafts[p.key];
  const isOwn = draft !== undefined && tokenize(draft, p).used === used;
  const shown = isOwn ? draft : used;
  const { tokens, isCut, isLong } = tokenize(shown, p);
  const texts = c.frameTexts;
  /** @param {Event} event */
  const onInput = (event) => {
    const { value } = /** @type {HTMLTextAreaElement} */ (event.target);
    c.drafts[p.key] = value;
    c.change(p.key, tokenize(value, p).used);
  };
  const places = { count: tokens.length, max: p.maxTokens ?? '', length: count(p.maxLength ?? 0) };
  const cut = isLong ? texts.tooLong : texts.tooManyTokens;
  const warning = `${isCut ? cut : ''} ${tokens.length > 0 ? '' : texts.noTokens}`.trim();
  return html`<div class="field text" data-control=${p.key}>
    <label
      ><span class="label">${c.texts[p.key].label}</span
      ><textarea
        rows="1"
        dir="auto"
        spellcheck="false"
        ?disabled=${c.isDisabled(p.key)}
        aria-description=${fillPlain(texts.tokenLimit, places)}
        .value=${live(shown)}
        @input=${onInput}
      ></textarea>
    </label>
    <span class="token-count" data-part="token-count">${fillPlain(texts.tokenCount, places)}</span>
    ${needs(p, c)}
    <span class="limit" role="status" data-part="limit">${fillPlain(warning, places)}</span>
  </div>`;
}
