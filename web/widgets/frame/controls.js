/** The controls of a figure, made from its table of parameters. */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { htmlSubscripts } from '../../draw/subscripts.js';
import { spell } from '../../model/parameters.js';
import { boundsOf, numberInput } from './number-field.js';
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

/**
 * What a control needs to have an effect. What a reader can switch keeps its room, so that nothing
 * beside it moves.
 * @param {Parameter} p @param {ControlContext} c
 */
function needs(p, c) {
  const said = c.texts[p.key].needs;
  if (!said) return nothing;
  return html`<span class="needs ${c.figure.isDisabled(p.key) ? '' : 'off'}">${` ${said}`}</span>`;
}

/** @param {Parameter} p @param {ControlContext} c */
function segments(p, c) {
  const text = c.texts[p.key];
  return html`<fieldset class="segments" ?disabled=${c.isDisabled(p.key)} data-control=${p.key}>
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
function range(p, c) {
  const { min, max } = boundsOf(p, c.state);
  const log = p.control === 'log-range';
  const toSlider = (/** @type {number} */ v) => (log ? Math.log2(v) : v);
  const fromSlider = (/** @type {number} */ v) => settleOn(p, log ? 2 ** v : v, min, max);
  /** @param {Event} event */
  const onInput = (event) =>
    c.change(p.key, fromSlider(Number(/** @type {any} */ (event.target).value)));
  return html`<div class="field range" data-control=${p.key}>
    <label
      ><span class="label">${htmlSubscripts(c.texts[p.key].label)}</span
      ><input
        type="range"
        min=${toSlider(min)}
        max=${toSlider(max)}
        step=${log ? 'any' : (p.step ?? 1)}
        aria-valuetext=${spell(p, c.state[p.key])}
        ?disabled=${c.isDisabled(p.key)}
        .value=${live(String(toSlider(c.state[p.key])))}
        @input=${onInput}
        @keydown=${log ? stepByKeys(p, c, min, max) : nothing}
    /></label>
    ${field(p, c)}
  </div>`;
}

/** On a log slider the arrow keys step through whole numbers where those are closer than 2 %. */
/** @param {Parameter} p @param {ControlContext} c @param {number} min @param {number} max */
function stepByKeys(p, c, min, max) {
  return (/** @type {KeyboardEvent} */ event) => {
    const up = event.key === 'ArrowRight' || event.key === 'ArrowUp';
    const down = event.key === 'ArrowLeft' || event.key === 'ArrowDown';
    if (!up && !down) return;
    event.preventDefault();
    const value = c.state[p.key];
    const factor = event.shiftKey ? 2 : 1.0905;
    const moved = settleOn(p, up ? value * factor : value / factor, min, max);
    const stuck = p.type === 'integer' && moved === value;
    const next = stuck ? value + (up ? 1 : -1) : moved;
    c.change(p.key, Math.min(max, Math.max(min, next)));
  };
}

/** @param {Parameter} p @param {number} value @param {number} min @param {number} max */
function settleOn(p, value, min, max) {
  const settled = p.type === 'integer' ? Math.round(value) : Number(value.toPrecision(3));
  return Math.min(max, Math.max(min, settled));
}

/** @param {Parameter} p @param {ControlContext} c @returns {unknown} */
const field = (p, c) =>
  numberInput(c.figure, p, {
    name: c.texts[p.key].label,
    value: c.state[p.key],
    isDisabled: c.isDisabled(p.key),
    change: (value) => c.change(p.key, value),
  });

/** @param {Parameter} p @param {ControlContext} c */
function numberField(p, c) {
  return html`<div class="field" data-control=${p.key}>
    <span class="label" aria-hidden="true">${htmlSubscripts(c.texts[p.key].label)}</span
    >${field(p, c)}
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
  </div>`;
}
