/** The controls of attn-alignment: situations, and the numbers of the chosen arrow. */
import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { whyNot } from '../frame/needs.js';
import { listField } from '../planes/fields.js';
import { valuesFor } from './numbers.js';
import { MOST_KEYS, SITUATIONS } from './situations.js';

/** @typedef {import('../attn-alignment.js').AttnAlignment} Figure */

/** @param {Figure} figure */
export function alignmentControls(figure) {
  return html`${situations(figure)} ${fields(figure)} ${keyCount(figure)}`;
}

/** @param {Figure} figure */
function situations(figure) {
  const { words } = figure;
  const names = /** @type {(keyof typeof SITUATIONS)[]} */ (Object.keys(SITUATIONS));
  return html`<div class="situations first" role="group" aria-label=${words.situationsLabel}>
    <span class="label" aria-hidden="true">${words.situationsLabel}</span>
    ${names.map(
      (name) =>
        html`<button
          type="button"
          class="small"
          data-situation=${name}
          @click=${() => figure.change({ ...SITUATIONS[name] })}
        >
          ${words.situations[name]}
        </button>`,
    )}
  </div>`;
}

/** Which arrow, and its numbers. @param {Figure} figure */
function fields(figure) {
  const { words, state } = figure;
  const { selected } = state;
  const count = state.keys.length / 2;
  const names = [words.queryName, ...keyNames(figure, count)];
  const onChange = (/** @type {Event} */ event) =>
    figure.choose(Number(/** @type {HTMLSelectElement} */ (event.target).value));
  return html`<div class="point-fields" role="group" aria-label=${words.fieldsLabel}>
    <select aria-label=${words.arrow} data-field="arrow" @change=${onChange}>
      ${names.map(
        (name, i) => html`<option value=${i} .selected=${live(i === selected)}>${name}</option>`,
      )}
    </select>
    ${coordinate(figure, 0, names[selected])} ${coordinate(figure, 1, names[selected])}
    ${value(figure, names[selected])}
  </div>`;
}

/** @param {Figure} figure @param {number} count */
function keyNames(figure, count) {
  return Array.from({ length: count }, (_, k) =>
    figure.plain(figure.words.keyName, { number: k + 1 }),
  );
}

/** @param {Figure} figure @param {0 | 1} axis @param {string} arrow */
function coordinate(figure, axis, arrow) {
  const { selected } = figure.state;
  const label = figure.words.axes[axis];
  return listField(figure, {
    key: selected === 0 ? 'query' : 'keys',
    index: selected === 0 ? axis : 2 * (selected - 1) + axis,
    label,
    name: figure.plain(figure.words.fieldName, { arrow, field: label }),
    field: label,
  });
}

/** @param {Figure} figure @param {string} arrow */
function value(figure, arrow) {
  const label = figure.texts.words.value;
  return listField(figure, {
    key: 'keyValues',
    list: valuesFor(figure.state),
    index: figure.state.selected - 1,
    label,
    name: figure.plain(figure.words.fieldName, { arrow, field: label }),
    field: 'value',
    isDisabled: figure.state.selected === 0,
  });
}

/** @param {Figure} figure */
function keyCount(figure) {
  const { words, state } = figure;
  const count = state.keys.length / 2;
  const cannot = count === MOST_KEYS ? words.mostKeys : count === 1 ? words.oneKey : words.keysOnly;
  return html`<div class="situations">
    <button
      type="button"
      class="small"
      data-action="add"
      ?disabled=${count === MOST_KEYS}
      @click=${() => figure.addKey()}
    >
      ${words.add}
    </button>
    <button
      type="button"
      class="small"
      data-action="remove"
      ?disabled=${count === 1 || state.selected === 0}
      @click=${() => figure.removeKey(state.selected - 1)}
    >
      ${words.remove}
    </button>
    ${whyNot(cannot, cannot !== words.keysOnly || state.selected === 0)}
  </div>`;
}
