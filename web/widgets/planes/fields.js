/** Number fields for what can be dragged. */
import { html, nothing } from 'lit';
import { whyNot } from '../frame/needs.js';
import { numberInput } from '../frame/number-field.js';

/** @typedef {import('../figure-element.js').FigureElement} Figure */

/**
 * A field for one number of a list in the figure's state.
 * @param {Figure} figure
 * @param {{ key: string, index: number, label: string, name: string, field: string,
 *   list?: number[], isDisabled?: boolean }} options label is shown, name is spoken, field tells
 *   it from the others; list is the whole list, if the state's may be shorter
 */
export function listField(figure, { key, index, label, name, field, list, isDisabled = false }) {
  const parameter = figure.parameters.find((p) => p.key === key);
  if (!parameter || figure.isHidden(key)) return nothing;
  // As it is now: another field may have changed since this was rendered.
  const now = () => list ?? figure.state[key];
  const input = numberInput(figure, parameter, {
    name,
    value: isDisabled ? NaN : now()[index],
    isDisabled: isDisabled || figure.isLocked(key),
    whole: (value) => Object.assign([...now()], { [index]: value }),
    field,
  });
  // Of a point's two numbers the second says why both are locked.
  const why = list || index % 2 ? whyNot(figure.whyLocked(key)) : nothing;
  return html`<label><i aria-hidden="true">${label}</i>${input}${why}</label>`;
}
