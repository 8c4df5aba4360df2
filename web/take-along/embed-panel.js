/** The panel of the Embed button where no page for authors is known: the two usual forms. */
import { html, render } from 'lit';
import { fillPlain } from '../model/fill.js';
import { snippet } from '../model/snippets.js';
import { authorsTexts } from '../model/texts/authors.js';
import { adoptStyles } from './panel.js';

/** @typedef {import('../model/snippets.js').Form} Form */

/** @type {readonly Form[]} */
const SHOWN = ['classic', 'iframe'];

export class EmbedPanel {
  /** @param {any} figure @param {HTMLElement} place @param {string} folder of the scripts */
  constructor(figure, place, folder) {
    this.figure = figure;
    this.place = place;
    /** A path on this disk is of no use to others: then the files stand beside the page. */
    this.site = /^https?:/.test(folder) ? folder : '';
    this.texts = /** @type {any} */ (authorsTexts)[figure.texts.language] ?? authorsTexts.en;
    this.said = '';
    adoptStyles(figure.renderRoot);
  }

  draw() {
    const { texts } = this;
    const forms = SHOWN.map((form) => this.field(form));
    render(
      html`<p class="note">${this.site ? texts.panel.note : texts.panel.beside}</p>
        ${forms}
        <p role="status">${this.said}</p>`,
      this.place,
    );
  }

  /** @param {Form} form */
  field(form) {
    const { texts } = this;
    const text = snippet(form, this.setup);
    return html`<label class="embed-code"
        >${texts.forms[form].name}<textarea readonly rows="4" spellcheck="false" .value=${text}>
        </textarea>
      </label>
      <button type="button" class="small" data-copy=${form} @click=${() => this.copy(text)}>
        ${this.figure.texts.frame.copy}
      </button>`;
  }

  /** @returns {import('../model/snippets.js').Setup} */
  get setup() {
    const { figure, texts, site } = this;
    const { title } = figure.words;
    return {
      figure: figure.figureName,
      title,
      parameters: figure.parameters,
      state: figure.state,
      controls: figure.getAttribute('controls') ?? '',
      theme: figure.getAttribute('theme') ?? 'auto',
      width: null,
      height: Math.ceil(figure.getBoundingClientRect().height - this.place.offsetHeight),
      site,
      fallback: fillPlain(texts.fallback, { title }),
    };
  }

  /** @param {string} text */
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.said = this.texts.copied;
    } catch {
      this.said = this.texts.copyFailed;
    }
    this.draw();
  }
}
