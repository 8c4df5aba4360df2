/** The one field for a number, as people type it and as arrow keys step it. */
import { html, nothing } from 'lit';
import { boundOf, reasonAgainst, reasonAgainstNumber } from '../../model/parameters.js';
import { typedNumber } from '../../model/typed-number.js';

/** @typedef {import('../../model/parameters.js').Parameter} Parameter */
/** @typedef {import('../figure-state.js').FigureState} Figure */

/**
 * @typedef {object} FieldOptions
 * @property {string} name spoken
 * @property {number} value that stands in the field, or NaN for none
 * @property {boolean} isDisabled
 * @property {(value: number) => any} [whole] the parameter's value with this one in it
 * @property {(value: any) => void} [change] what is done with the parameter's value
 * @property {string} [field] the field's own name, where a parameter has several
 */

/** How many steps an arrow key takes with Shift. */
export const COARSE = 10;

/** @type {Record<string, number | undefined>} */
const WAYS = { ArrowUp: 1, ArrowDown: -1 };

/** @param {Parameter} p @param {import('../../model/parameters.js').State} state */
export const boundsOf = (p, state) => ({
  min: boundOf(p.min, state, 0),
  max: boundOf(p.max, state, 1),
});

const spelled = (/** @type {number} */ value) => String(value).replace('Infinity', '∞');
const ifFinite = (/** @type {number} */ value) => (Number.isFinite(value) ? value : nothing);

/**
 * Where an arrow key leads from what stands in the field, or else from what the state holds.
 * @param {any} event @param {Parameter} p @param {number} value @param {{ min: number, max: number }} bounds
 */
function stepped({ key, shiftKey, target }, p, value, { min, max }) {
  const way = WAYS[key];
  if (!way) return null;
  const from = readField(target, p);
  const by = way * (p.step ?? (p.type === 'integer' ? 1 : 0.1)) * (shiftKey ? COARSE : 1);
  const to = Number(((Number.isNaN(from) ? value : from) + by).toPrecision(12));
  return Math.min(max, Math.max(min, to));
}

/** @param {HTMLInputElement} input @param {Parameter} p */
const readField = (input, p) => typedNumber(input.value, p.type === 'integer');

/** Keyboards for decimals have no minus on some phones. @param {Parameter} p @param {number} min */
const keyboardFor = (p, min) => (min < 0 ? 'text' : p.type === 'integer' ? 'numeric' : 'decimal');

/**
 * A text field: the browser's own for numbers reads "0,2" as 2 and knows no digits but 0 to 9. What
 * cannot be taken stays in it for as long as the notice that says why.
 * @param {Figure} figure
 * @param {Parameter} p of a number or of a list of numbers
 * @param {FieldOptions} options
 * @returns {unknown}
 */
export function numberInput(figure, p, options) {
  const { name, value, isDisabled, whole = (v) => v, field = p.key } = options;
  const { change = (v) => figure.change({ [p.key]: v }) } = options;
  const bounds = boundsOf(p, figure.state);
  const refused = figure.refused?.field === field ? figure.refused.text : null;
  const take = (/** @type {HTMLInputElement} */ input, /** @type {number} */ given) => {
    const all = whole(given);
    const { state } = figure;
    const reason = reasonAgainstNumber(p, given, state) ?? reasonAgainst(p, all, state);
    if (reason) return figure.refuseTyped(name, input.value.trim(), reason, field);
    input.value = spelled(given);
    return change(all);
  };
  const onKey = (/** @type {any} */ event) => {
    const to = stepped(event, p, value, bounds);
    if (to === null) return;
    event.preventDefault();
    take(event.target, to);
  };
  return html`<input
    class="number"
    type="text"
    role="spinbutton"
    dir="ltr"
    inputmode=${keyboardFor(p, bounds.min)}
    aria-label=${name}
    aria-valuemin=${ifFinite(bounds.min)}
    aria-valuemax=${ifFinite(bounds.max)}
    aria-valuenow=${ifFinite(value)}
    aria-invalid=${refused === null ? 'false' : 'true'}
    data-field=${field}
    ?disabled=${isDisabled}
    .value=${refused ?? (Number.isNaN(value) ? '' : spelled(value))}
    @change=${(/** @type {any} */ { target }) => take(target, readField(target, p))}
    @keydown=${onKey}
  />`;
}
