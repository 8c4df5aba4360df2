/** Number fields for what can be dragged. */
import { html, noChange, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { reasonAgainst } from '../../model/parameters.js';

/** @typedef {import('../figure-element.js').FigureElement} Figure */

/**
 * A field for one number of a list in the figure's state. What cannot be taken stays in the field
 * and is refused with a notice.
 * @param {Figure} figure
 * @param {{ key: string, index: number, label: string, name: string, limit: [number, number],
 *   step: number, field: string, list?: number[], isDisabled?: boolean }} options label is shown,
 *   name is spoken, field is for tests; list is the whole list, if the state's may be shorter
 */
export function listField(figure, options) {
  const { key, index, label, name, limit, step, field, isDisabled = false } = options;
  if (figure.isHidden(key)) return nothing;
  const whole = options.list ?? figure.state[key];
  const onChange = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const given = input.value.trim();
    // As it is now: another field may have changed since this was rendered.
    const list = [...(options.list ?? figure.state[key])];
    list[index] = given === '' ? NaN : Number(given);
    const parameter = figure.parameters.find((p) => p.key === key);
    const reason = parameter ? reasonAgainst(parameter, list, figure.state) : null;
    input.setAttribute('aria-invalid', String(reason !== null));
    if (reason) figure.refuseTyped(name, given, reason);
    else figure.change({ [key]: list });
  };
  return html`<label
    ><i aria-hidden="true">${label}</i
    ><input
      class="number"
      type="number"
      min=${limit[0]}
      max=${limit[1]}
      step=${step}
      aria-label=${name}
      data-field=${field}
      aria-invalid=${figure.notices.length > 0 ? noChange : live('false')}
      ?disabled=${isDisabled || figure.isLocked(key)}
      .value=${isDisabled ? '' : String(whole[index])}
      @change=${onChange}
  /></label>`;
}
