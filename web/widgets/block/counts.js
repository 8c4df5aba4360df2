/** Where the params of a block are, for any sizes. */
import { html, nothing } from 'lit';
import { count, percent } from '../../model/format.js';
import { htmlSubscripts } from '../../draw/subscripts.js';
import { misfit } from './compute.js';
import { PRESETS, isPreset } from './parameters.js';

/** @typedef {import('../attn-block.js').AttnBlock} Figure */

const PARTS = ['attention', 'crossAttention', 'feedForward', 'norms'];

/** @param {Figure} figure @param {any} results */
export function countsPanel(figure, { counts }) {
  const words = figure.words.counts;
  const sizes = ['dModel', 'dFf', 'heads', 'kvHeads', 'cross', 'full'];
  return html`<div class="counts">
    <h4>${words.title}</h4>
    <div class="presets">
      ${Object.entries(PRESETS).map(
        ([id, sizes]) =>
          html`<button
            type="button"
            class="small"
            data-preset=${id}
            aria-pressed=${isPreset(id, figure.state) ? 'true' : 'false'}
            @click=${() => figure.change(sizes)}
          >
            ${words.presets[id]}
          </button>`,
      )}
    </div>
    <p class="on-paper">${htmlSubscripts(onPaper(figure, sizes))}</p>
    <div class="fields sizes">${sizes.map((key) => figure.control(key))}</div>
    ${counts ? table(words, counts) : html`<p class="warning" data-sayable>${figure.plain(words.misfits[misfit(figure.state)], figure.state)}</p>`}
  </div>`;
}

/** The sizes where there are no fields to show them. @param {Figure} figure @param {string[]} sizes */
function onPaper({ words, state }, sizes) {
  const numbers = sizes.filter((key) => typeof state[key] === 'number');
  return numbers.map((key) => `${words.params[key].label} ${count(state[key])}`).join(', ');
}

/** @param {any} words @param {any} counts */
function table(words, counts) {
  return html`<table aria-label=${words.title}>
      <tbody>
        ${PARTS.map((part) => {
          const share = counts[part] / counts.total;
          return html`<tr data-part=${part} data-term=${part === 'feedForward' ? 'ffn' : nothing}>
            <th scope="row">${words.parts[part]}</th>
            <td class="bar"><i .style=${`width:${(share * 100).toFixed(2)}%`}></i></td>
            <td>${count(counts[part])}</td>
            <td>${percent(share)}</td>
          </tr>`;
        })}
        <tr data-part="total">
          <th scope="row">${words.parts.total}</th>
          <td></td>
          <td><b>${count(counts.total)}</b></td>
          <td></td>
        </tr>
      </tbody>
    </table>
    <p class="model" data-part="model">
      ${counts.model ? htmlSubscripts(words.model) : nothing}
      ${counts.model ? html`<b>${count(counts.model.total)}</b>` : nothing}
    </p>`;
}
