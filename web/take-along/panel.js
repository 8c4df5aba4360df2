/** The panel “Take it along” of a figure. */
import { html, nothing, render } from 'lit';
import { fillPlain } from '../model/fill.js';
import { copyPicture, copyText, download, isBoxed } from './deliver.js';
import { FORMATS, numbersFile, pictureFile, scriptFile, zipFile } from './files.js';
import { matricesOf } from './matrices/index.js';
import { hasTorch } from './python/torch.js';
import { adoptStyles } from './styles.js';
import { wordsFor } from './words.js';

/** @typedef {import('./files.js').File} File */

const PICTURES = ['svg', 'png-1', 'png-2', 'png-3'];
const THEMES = ['light', 'dark'];
const LIBRARIES = ['numpy', 'torch'];
const ALL = '*';

export class Panel {
  /** @param {any} figure @param {HTMLElement} place the panel's element in the figure */
  constructor(figure, place) {
    this.figure = figure;
    this.place = place;
    /** @type {Record<string, any>} what is chosen */
    this.choice = {
      picture: 'svg',
      theme: null,
      isTitled: true,
      matrix: '',
      format: 'csv',
      library: 'numpy',
    };
    this.said = '';
    /** What was made last, where it is text. */
    this.text = '';
    this.isShown = false;
    this.boxed = isBoxed();
    adoptStyles(figure.renderRoot);
  }

  /** In the language that the figure speaks now. */
  get words() {
    return wordsFor(this.figure);
  }

  /** @returns {'light' | 'dark'} */
  get theme() {
    const isDark = this.figure.renderRoot.querySelector('.figure')?.classList.contains('dark');
    return this.choice.theme ?? (isDark ? 'dark' : 'light');
  }

  draw() {
    render(this.template(), this.place);
  }

  template() {
    const { words, choice, boxed } = this;
    const matrices = matricesOf(this.figure);
    const isThere = matrices.some(({ id }) => id === choice.matrix);
    if (!isThere && choice.matrix !== ALL) choice.matrix = matrices[0]?.id ?? ALL;
    const named = Object.fromEntries(matrices.map(({ id, caption }) => [id, caption]));
    const all = { ...named, [ALL]: fillPlain(words.allMatrices, { count: matrices.length }) };
    return html`<form @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
      ${boxed === 'no' ? nothing : html`<p class="note">${words.boxed[boxed]}</p>`}
      <fieldset>
        <legend>${words.picture}</legend>
        ${this.select('picture', words.format, PICTURES, words.pictures)}
        ${this.select('theme', words.theme, THEMES, words.themes, this.theme)}
        <label
          ><input
            type="checkbox"
            .checked=${choice.isTitled}
            @change=${(/** @type {any} */ event) => (choice.isTitled = event.target.checked)}
          />${words.titled}</label
        >
        ${this.buttons('picture', () => this.pictures())}
      </fieldset>
      <fieldset>
        <legend>${words.numbers}</legend>
        ${this.select('matrix', words.matrix, Object.keys(all), all)}
        ${this.select('format', words.format, Object.keys(FORMATS), words.formats)}
        ${this.buttons('numbers', () => this.numbers())}
      </fieldset>
      <fieldset>
        <legend>${words.script}</legend>
        <span class="note">${words.scriptNote}</span>
        ${
          hasTorch(this.figure.figureName)
            ? this.select('library', words.library, LIBRARIES, words.libraries)
            : nothing
        }
        ${this.buttons('script', () => [scriptFile(this.figure, choice.library)])}
      </fieldset>
      <fieldset>
        <legend>${words.link}</legend>
        <span class="note">${words.linkNote}</span>
        ${this.button('link', 'copy', () => this.copy([this.linkFile()]))}
      </fieldset>
      <p role="status">${this.said}</p>
      <details ?open=${this.isShown}>
        <summary>${words.asText}</summary>
        <textarea
          readonly
          spellcheck="false"
          aria-label=${words.asText}
          .value=${this.text}
        ></textarea>
      </details>
    </form>`;
  }

  /** @param {string} key @param {string} label @param {string[]} values @param {any} names @param {string} [value] */
  select(key, label, values, names, value = this.choice[key]) {
    const choose = (/** @type {any} */ event) => {
      this.choice[key] = event.target.value;
      this.draw();
    };
    return html`<label
      >${label}
      <select data-choice=${key} @change=${choose}>
        ${values.map((one) => html`<option value=${one} .selected=${one === value}>${names[one]}</option>`)}
      </select></label
    >`;
  }

  /** @param {string} what @param {() => unknown} make */
  buttons(what, make) {
    const files = async () => /** @type {(File | null)[]} */ (await make());
    return html`<span class="buttons"
      >${this.button(what, 'download', async () => this.download(await files()))}
      ${this.button(what, 'copy', async () => this.copy(await files()))}</span
    >`;
  }

  /** @param {string} what @param {'download' | 'copy'} action @param {() => Promise<void>} act */
  button(what, action, act) {
    const words = /** @type {any} */ (this.words);
    return html`<button
      type="button"
      class="small"
      data-take=${`${what}-${action}`}
      aria-label=${`${words[action]}: ${words[what]}`}
      @click=${() => this.attempt(act)}
    >
      ${words[action]}
    </button>`;
  }

  // ---- what the buttons do -------------------------------------------------------------------

  /** @param {() => Promise<void>} act */
  async attempt(act) {
    try {
      await act();
    } catch {
      this.said = this.words.failed;
    }
    this.draw();
  }

  async pictures() {
    const { picture, isTitled } = this.choice;
    return [await pictureFile(this.figure, { format: picture, theme: this.theme, isTitled })];
  }

  async numbers() {
    const { matrix, format } = this.choice;
    const wanted = matricesOf(this.figure).filter(({ id }) => matrix === ALL || id === matrix);
    const files = [];
    for (const one of wanted) {
      const file = numbersFile(this.figure, one, format);
      if (file instanceof Promise) this.say(fillPlain(this.words.writing, { name: one.caption }));
      files.push(await file);
    }
    return files;
  }

  /** @param {string} text */
  say(text) {
    this.said = text;
    this.draw();
  }

  /** @returns {File} */
  linkFile() {
    return { name: '', type: 'text/plain', content: this.figure.linkAddress };
  }

  /** @param {(File | null)[]} made */
  async download(made) {
    const files = this.present(made);
    if (files.length === 0) return;
    // Browsers ask or refuse when a page sends several files at once.
    const { name, content, type } = files.length === 1 ? files[0] : zipFile(this.figure, files);
    download(name, content, type);
    this.said = fillPlain(this.words.downloaded[this.boxed], { name });
    if (this.boxed !== 'no') this.isShown = true;
  }

  /** @param {(File | null)[]} made */
  async copy(made) {
    const files = this.present(made);
    if (files.length === 0) return;
    const { content } = files[0];
    if (content instanceof Uint8Array) {
      this.said = this.words.bytes;
      return;
    }
    if (content instanceof Blob) {
      this.said = (await copyPicture(content)) ? this.words.copied : this.words.noPictureCopy;
      return;
    }
    const field = /** @type {HTMLTextAreaElement | null} */ (this.place.querySelector('textarea'));
    const isCopied = await copyText(this.text, field);
    this.said = isCopied ? this.words.copied : this.words.notCopied;
    if (isCopied) return;
    this.isShown = true;
    this.draw();
    field?.focus();
    field?.select();
  }

  /** Those that could be made; their text goes to the field. @param {(File | null)[]} made @returns {File[]} */
  present(made) {
    const files = /** @type {File[]} */ (made.filter((file) => file !== null));
    if (files.length === 0) this.said = this.words.noScript;
    const texts = files.map(({ content }) => content).filter((one) => typeof one === 'string');
    this.text = texts.join('\n');
    this.draw();
    return files;
  }
}
