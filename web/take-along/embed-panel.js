/** The panel of the Embed button where no page for authors is known: the two usual forms. */
import { html, render } from 'lit';
import { typedText } from '../draw/subscripts.js';
import { fillPlain } from '../model/fill.js';
import { isStart, snippet, startPicture } from '../model/snippets.js';
import { adoptStyles } from './styles.js';
import { wordsFor } from './words.js';

const SHOWN = /** @type {const} */ (['classic', 'iframe']);

export class EmbedPanel {
  /** @param {any} figure @param {HTMLElement} place @param {string} folder of the scripts */
  constructor(figure, place, folder) {
    this.figure = figure;
    this.place = place;
    /** A path on this disk is of no use to others: then the files stand beside the page. */
    this.site = /^https?:/.test(folder) ? folder : '';
    this.said = '';
    adoptStyles(figure.renderRoot);
  }

  get words() {
    return wordsFor(this.figure);
  }

  draw() {
    const { embed } = this.words;
    const forms = SHOWN.map((form) => this.field(form));
    render(
      html`<p class="note">${this.site ? embed.note : embed.beside}</p>
        ${forms}
        <p role="status">${this.said}</p>`,
      this.place,
    );
  }

  /** @param {(typeof SHOWN)[number]} form */
  field(form) {
    const { embed, copy } = this.words;
    const text = snippet(form, this.setup);
    return html`<label class="embed-code"
        >${embed[form]}<textarea readonly rows="4" spellcheck="false" .value=${text}> </textarea>
      </label>
      <button type="button" class="small" data-copy=${form} @click=${() => this.copy(text)}>
        ${copy}
      </button>`;
  }

  /** @returns {import('../model/snippets.js').Setup} */
  get setup() {
    const { figure, words, site } = this;
    const { title } = figure.words;
    const said = typedText(figure.renderRoot.querySelector('.summary'));
    const provenance = figure.provenance(figure.state);
    const setup = {
      figure: figure.figureName,
      title,
      parameters: figure.parameters,
      state: figure.state,
      controls: figure.getAttribute('controls') ?? '',
      theme: figure.getAttribute('theme') ?? 'auto',
      ramp: figure.getAttribute('ramp') ?? 'violet',
      width: null,
      height: Math.ceil(figure.getBoundingClientRect().height - this.place.offsetHeight),
      site,
      picture: null,
      fallback: '',
    };
    const { alt, fallback, fallbackOther } = words.embed;
    const sentence = isStart(setup) ? fallback : fallbackOther;
    return {
      ...setup,
      picture: { src: startPicture(setup), alt: fillPlain(alt, { title }) },
      fallback: fillPlain(sentence, { title, said, provenance }),
    };
  }

  /** @param {string} text */
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.said = this.words.copied;
    } catch {
      this.said = this.words.embed.copyFailed;
    }
    this.draw();
  }
}
