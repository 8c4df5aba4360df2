/**
 * The studio: a figure is chosen and set up in a live preview, and the lines to copy follow. The
 * address keeps it all, so that a setup can be sent to a colleague and changed next year.
 */
import { FRAME_OPTIONS } from '../model/frame-options.js';
import { readLink, splitLink } from '../model/link-state.js';
import { defaultState } from '../model/parameters.js';
import { FORM_NAMES, frameLink, ownPicture, snippet } from '../model/snippets.js';
import { authorsTexts } from '../model/texts/authors.js';
import { en } from '../model/texts/en.js';
import { fillPlain } from '../model/fill.js';
import { savePicture } from '../widgets/frame/take-along.js';
import { hintOf, withFallback } from './fallback.js';
import { controlsOf, renderRules, rulesOf } from './rules.js';

/** @typedef {import('../widgets/figure-element.js').FigureElement} FigureElement */
/** @typedef {import('../model/parameters.js').State} State */

const texts = authorsTexts.en;
/** Until the preview has been drawn. */
const FIRST_HEIGHT = 700;
/** The forms that have something to show before their script arrives. */
const WITH_FALLBACK = ['module', 'classic'];

/** @param {HTMLFormElement} form */
export function startStudio(form) {
  form.hidden = false;
  const fields = /** @type {any} */ (form.elements);
  fill(
    fields.figure,
    Object.entries(en.figures).map(([name, { title }]) => [name, title]),
  );
  fill(
    fields.form,
    FORM_NAMES.map((name) => [name, texts.forms[name].name]),
  );
  fields.site.value = folderOfPage();
  const studio = new Studio(form, fields);
  const follow = () => studio.follow(location.hash);
  addEventListener('hashchange', follow);
  follow();
}

class Studio {
  /** @param {HTMLFormElement} form @param {any} fields its elements by name */
  constructor(form, fields) {
    this.form = form;
    this.fields = fields;
    this.place = /** @type {HTMLElement} */ (form.querySelector('.preview'));
    this.ruleList = /** @type {HTMLElement} */ (form.querySelector('.rule-list'));
    /** @type {Record<string, string>} what happens to which control */
    this.rules = {};
    /** @type {string | null} the hash that says what is shown */
    this.written = null;
    form.addEventListener('submit', (event) => event.preventDefault());
    fields.figure.addEventListener('change', () => this.follow(`#${fields.figure.value}`));
    for (const name of ['theme', 'ramp', 'width', 'form', 'site', 'before'])
      fields[name].addEventListener('input', () => this.show());
    this.ruleList.addEventListener('change', (event) => this.takeRule(event.target));
    fields.copy.addEventListener('click', () => this.copy());
    fields.picture.addEventListener('click', () => this.savePicture());
    fields.reset.addEventListener('click', () => this.follow(`#${fields.figure.value}`));
    this.place.addEventListener('attn-change', () => this.write());
    new ResizeObserver(() => this.write()).observe(this.place);
  }

  /** @returns {FigureElement} */
  get figure() {
    return /** @type {any} */ (this.place.firstElementChild);
  }

  /** Set up what a link says. @param {string} hash */
  follow(hash) {
    if (hash === this.written) return;
    const link = splitLink(hash);
    const name = link.kind === 'figure' ? link.name : '';
    const isKnown = Object.hasOwn(en.figures, name);
    if (name && !isKnown) this.say(fillPlain(texts.noFigure, { name }));
    // An anchor of this page is none of ours.
    if (link.kind === 'anchor' && this.figure) return;
    this.build(isKnown ? name : Object.keys(en.figures)[0], isKnown ? hash.split('?')[1] : '');
  }

  /** @param {string} name @param {string} [query] */
  build(name, query = '') {
    const figure = /** @type {FigureElement} */ (document.createElement(name));
    const { state, refused } = readLink([...figure.parameters, ...FRAME_OPTIONS], query);
    const own = Object.keys(defaultState(figure.parameters));
    figure.setState(Object.fromEntries(own.map((key) => [key, state[key]])));
    figure.refuse(refused);
    this.rules = rulesOf(figure, state.controls ?? '');
    this.fields.figure.value = name;
    this.fields.theme.value = state.theme;
    this.fields.ramp.value = state.ramp;
    renderRules(this.ruleList, figure, this.rules);
    this.place.replaceChildren(figure);
    this.show();
  }

  /** @param {any} select */
  takeRule(select) {
    this.rules = { ...this.rules, [select.name]: select.value };
    this.show();
  }

  /** Bring the preview to what is chosen. */
  show() {
    const { figure, fields } = this;
    figure.setAttribute('controls', controlsOf(this.rules));
    const { theme, ramp } = fields;
    if (theme.value === 'auto') figure.removeAttribute('theme');
    else figure.setAttribute('theme', theme.value);
    figure.setAttribute('ramp', ramp.value);
    this.place.style.maxWidth = fields.width.value ? `${fields.width.value}px` : '';
    this.write();
  }

  /** @returns {import('../model/snippets.js').Setup} */
  get setup() {
    const { figure, fields } = this;
    const { title } = figure.words;
    const site = fields.site.value.trim();
    const setup = {
      figure: figure.figureName,
      title,
      parameters: figure.parameters,
      state: figure.state,
      controls: controlsOf(this.rules),
      theme: fields.theme.value,
      ramp: fields.ramp.value,
      width: fields.width.value ? Number(fields.width.value) : null,
      height: Math.ceil(figure.getBoundingClientRect().height) || FIRST_HEIGHT,
      site: site === '' || site.endsWith('/') ? site : `${site}/`,
      fallback: '',
    };
    return withFallback(figure, setup, fields.before.value);
  }

  /** The lines to copy, and the address of this setup. */
  write() {
    if (!this.figure) return;
    const { setup, fields } = this;
    const form = /** @type {import('../model/snippets.js').Form} */ (fields.form.value);
    const text = snippet(form, setup);
    if (fields.snippet.value !== text) fields.snippet.value = text;
    const hasFallback = WITH_FALLBACK.includes(form);
    const before = fields.before.value;
    this.part('.before').hidden = !hasFallback;
    fields.picture.hidden = before !== 'own';
    const hint = hasFallback ? hintOf(setup, before) : '';
    this.part('.how').textContent = `${texts.forms[form].how} ${hint}`.trim();
    this.written = `#${frameLink(setup)}`;
    if (location.hash !== this.written) history.replaceState(null, '', this.written);
  }

  async copy() {
    const { snippet: area } = this.fields;
    try {
      await navigator.clipboard.writeText(area.value);
      this.say(texts.copied);
    } catch {
      area.select();
      this.say(texts.copyFailed);
    }
  }

  /** The picture that the copied lines name. */
  async savePicture() {
    const { setup, figure } = this;
    const theme = setup.theme === 'dark' ? 'dark' : 'light';
    const name = ownPicture(setup);
    try {
      await savePicture(figure, name, theme);
      this.say(fillPlain(texts.before.saved, { name }));
    } catch {
      this.say(texts.before.failed);
    }
  }

  /** @param {string} text */
  say(text) {
    this.part('.said').textContent = text;
  }

  /** @param {string} selector @returns {HTMLElement} */
  part(selector) {
    return /** @type {HTMLElement} */ (this.form.querySelector(selector));
  }
}

/** @param {HTMLSelectElement} select @param {[string, string][]} choices value and name */
function fill(select, choices) {
  select.replaceChildren(...choices.map(([value, name]) => new Option(name, value)));
}

/** Where the other files are: beside this page. */
const folderOfPage = () => new URL('./', location.href.split('#')[0]).href;
