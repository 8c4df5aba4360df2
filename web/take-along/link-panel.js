/** The panel of the Link button: the address of the figure as it stands. */
import { html, render } from 'lit';
import { copyText } from './deliver.js';
import { adoptStyles } from './styles.js';
import { wordsFor } from './words.js';

/** @param {any} figure @param {HTMLElement} place the panel's element in the figure */
export function linkPanel(figure, place) {
  let said = '';
  const copy = async () => {
    const { copied, notCopied } = wordsFor(figure);
    said = (await copyText(figure.linkAddress, place.querySelector('input'))) ? copied : notCopied;
    draw();
  };
  const draw = () => {
    const words = wordsFor(figure);
    render(
      html`<label
          >${words.linkLabel}
          <input class="link-field" type="text" readonly .value=${figure.linkAddress}
        /></label>
        <button type="button" class="small" @click=${copy}>${words.copy}</button>
        <span role="status">${said}</span>`,
      place,
    );
  };
  adoptStyles(figure.renderRoot);
  return { draw };
}
