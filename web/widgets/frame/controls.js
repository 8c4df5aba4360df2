/** The controls of a figure, made from its table of parameters. */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { htmlSubscripts } from '../../draw/subscripts.js';
import { needs } from './needs.js';
import { boundsOf } from './number-field.js';
import { field, range } from './slider.js';
import { textControl } from './text-control.js';

/** @typedef {import('../../model/parameters.js').Parameter} Parameter */
/** @typedef {import('../../model/parameters.js').State} State */

/**
 * @typedef {object} ControlContext
 * @property {import('../figure-element.js').FigureElement} figure
 * @property {State} state
 * @property {Record<string, any>} texts texts.figures[name].params
 * @property {import('../../model/texts/en.js').Texts['frame']} frameTexts
 * @property {Record<string, string>} drafts texts as typed, beyond what the state takes of them
 * @property {(key: string, value: any) => void} change
 * @property {(key: string) => boolean} isDisabled
 * @property {(key: string) => boolean} isHidden whether the page wants it away
 */

/**
 * @param {readonly Parameter[]} parameters
 * @param {ControlContext} context
 */
export function renderControls(parameters, context) {
  const shown = parameters.filter((p) => p.control && p.control !== 'none');
  return shown.map((parameter) => renderControl(parameter, context));
}

/**
 * One control, for figures that place it themselves.
 * @param {Parameter} parameter
 * @param {ControlContext} context
 */
export function renderControl(parameter, context) {
  if (context.isHidden(parameter.key)) return nothing;
  switch (parameter.control) {
    case 'segments':
      return segments(parameter, context);
    case 'select':
      return select(parameter, context);
    case 'switch':
      return onOff(parameter, context);
    case 'range':
    case 'log-range':
      return range(parameter, context);
    case 'seed':
      return seed(parameter, context);
    case 'number':
      return numberField(parameter, context);
    case 'text':
      return textControl(parameter, context);
    default:
      return nothing;
  }
}

/** @param {Parameter} p @param {ControlContext} c */
function segments(p, c) {
  const text = c.texts[p.key];
  return html`<fieldset
    class="segments"
    ?disabled=${c.isDisabled(p.key)}
    data-control=${p.key}
    data-term=${p.term ?? nothing}
  >
    <legend>${htmlSubscripts(text.label)}</legend>
    <div class="segment-row">
      ${p.values?.map(
        (value) =>
          html`<label class="segment"
            ><input
              type="radio"
              name=${p.key}
              .value=${value}
              .checked=${live(c.state[p.key] === value)}
              @change=${() => c.change(p.key, value)}
            /><span>${text.values[value]}</span></label
          >`,
      )}
    </div>
    ${needs(p, c)}
  </fieldset>`;
}

/** @param {Parameter} p @param {ControlContext} c */
function select(p, c) {
  const text = c.texts[p.key];
  /** @param {Event} event */
  const onChange = (event) => c.change(p.key, /** @type {any} */ (event.target).value);
  return html`<label class="field" data-control=${p.key}
    ><span class="label">${htmlSubscripts(text.label)}</span
    ><select @change=${onChange} ?disabled=${c.isDisabled(p.key)}>
      ${p.values?.map(
        (value) =>
          html`<option .value=${value} .selected=${live(c.state[p.key] === value)}>
            ${text.values[value]}
          </option>`,
      )}</select
    >${needs(p, c)}</label
  >`;
}

/** @param {Parameter} p @param {ControlContext} c */
function onOff(p, c) {
  /** @param {Event} event */
  const onChange = (event) => c.change(p.key, /** @type {any} */ (event.target).checked);
  return html`<label class="switch" data-control=${p.key}
    ><input
      type="checkbox"
      role="switch"
      .checked=${live(c.state[p.key] === true)}
      ?disabled=${c.isDisabled(p.key)}
      @change=${onChange}
    /><span class="track" aria-hidden="true"></span
    ><span>${htmlSubscripts(c.texts[p.key].label)}${needs(p, c)}</span></label
  >`;
}

/** @param {Parameter} p @param {ControlContext} c */
function numberField(p, c) {
  return html`<div class="field" data-control=${p.key}>
    <span class="label" aria-hidden="true">${htmlSubscripts(c.texts[p.key].label)}</span
    >${field(p, c)} ${needs(p, c)}
  </div>`;
}

/** @param {Parameter} p @param {ControlContext} c */
function seed(p, c) {
  const { min, max } = boundsOf(p, c.state);
  const next = () => c.change(p.key, c.state[p.key] >= max ? min : c.state[p.key] + 1);
  return html`<div class="field seed" data-control=${p.key}>
    <span class="label" aria-hidden="true">${htmlSubscripts(c.texts[p.key].label)}</span
    >${field(p, c)}
    <button type="button" class="small" ?disabled=${c.isDisabled(p.key)} @click=${next}>
      ${c.frameTexts.newSeed}
    </button>
    ${needs(p, c)}
  </div>`;
}
