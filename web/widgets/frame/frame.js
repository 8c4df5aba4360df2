/** The parts around every picture. */
import { html, nothing, svg } from 'lit';
import { fillPlain } from '../../model/fill.js';
import { htmlSubscripts } from '../../draw/subscripts.js';
import { isMissing, textsFile } from './language.js';
import { renderControls } from './controls.js';
import { leapsAfter } from './motion.js';
import { whyNot } from './needs.js';
import { showTables } from './tables.js';
import { showTakeAlong } from './take-along.js';

/** @typedef {import('../figure-element.js').FigureElement} FigureElement */

/**
 * @param {FigureElement} figure
 * @param {string} colours classes of its theme and its ramp
 */
export function renderFrame(figure, colours) {
  const { words } = figure;
  const isReady = figure.results !== null && figure.width > 0;
  const isLeap = figure.isLeap || figure.changeSource === 'api';
  const move = (/** @type {Event} */ event) => (figure.isLeap = leapsAfter(event, figure.isLeap));
  return html`<section
    class="figure ${colours} ${figure.layout.narrow ? 'narrow' : ''} ${isLeap ? 'leap' : ''}"
    part="figure"
    role="group"
    lang=${figure.texts.language}
    dir=${figure.isMirrored ? 'rtl' : 'ltr'}
    aria-labelledby="title"
    data-lit=${figure.litTerm ?? nothing}
    @pointerover=${(/** @type {Event} */ event) => figure.lightFrom(event)}
    @pointerleave=${() => figure.lightFrom(null)}
    @click=${move}
    @gotpointercapture=${move}
    @input=${move}
    @keydown=${(/** @type {Event} */ event) => (move(event), figure.catchUp())}
    @focusin=${(/** @type {Event} */ event) => figure.lightFrom(event)}
    @focusout=${(/** @type {any} */ { relatedTarget }) =>
      figure.renderRoot.contains(relatedTarget) || figure.lightFrom(null)}
  >
    <header>
      <h3 id="title" part="title">${words.title}</h3>
      <span class="chip" part="provenance">${figure.provenance(figure.state)}</span>
    </header>
    ${notices(figure)} ${figure.layout.narrow ? nothing : controls(figure)}
    ${picture(figure, isReady)} ${figure.layout.narrow ? controls(figure) : nothing}
    ${summary(figure, isReady)}
    <p class="spoken" role="status">${figure.spoken}</p>
    ${footer(figure)} ${panels(figure)}
  </section>`;
}

/** @param {FigureElement} figure */
function controls(figure) {
  if (figure.controlRules.isNone) return nothing;
  return html`<div class="controls" part="controls">
    ${renderControls(figure.framed, controlContext(figure))}
    ${figure.isHidden('buttons') ? nothing : buttons(figure)}
    ${figure.isLocked('buttons') ? whyNot(figure.texts.frame.locked) : nothing}
  </div>`;
}

/** What the figure adds to its table of parameters. @param {FigureElement} figure */
function buttons(figure) {
  const extra = figure.extraControls();
  if (!figure.isLocked('buttons')) return extra;
  return html`<fieldset class="bare" disabled>${extra}</fieldset>`;
}

/** @param {FigureElement} figure @param {boolean} isReady */
function picture(figure, isReady) {
  return html`<div class="picture" part="picture">
    ${isReady ? figure.picture(figure.results, figure.state, figure.layout) : waiting(figure)}
    ${workState(figure)}
  </div>`;
}

/** @param {FigureElement} figure @param {boolean} isReady */
function summary(figure, isReady) {
  return html`<p class="summary" part="summary">
    ${isReady ? withSubscripts(figure.summary(figure.results, figure.state)) : nothing}
  </p>`;
}

/** @param {unknown} parts of a sentence */
function withSubscripts(parts) {
  return Array.isArray(parts) ? parts.map(htmlSubscripts) : htmlSubscripts(parts);
}

/** @param {FigureElement} figure @returns {import('./controls.js').ControlContext} */
export function controlContext(figure) {
  return {
    figure,
    state: figure.state,
    texts: figure.words.params,
    frameTexts: figure.texts.frame,
    drafts: figure.drafts,
    change: (key, value) => figure.change({ [key]: value }),
    isDisabled: (key) => figure.isDisabled(key) || figure.isLocked(key),
    isHidden: (key) => figure.isHidden(key),
  };
}

/** The place of the picture before there are numbers; it keeps the height. */
/** @param {FigureElement} figure */
function waiting(figure) {
  if (figure.engineError) {
    const why = fillPlain(figure.texts.frame.noEngine, { why: figure.engineError });
    return html`<p class="no-engine" role="alert">${why}</p>
      <div class="fallback"><slot></slot></div>`;
  }
  const { width } = figure.layout;
  const height = figure.pictureHeight(figure.state, figure.layout);
  return html`${svg`<svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} aria-hidden="true"></svg>`}
    <div class="fallback waiting"><slot></slot></div>`;
}

/** @param {FigureElement} figure */
function notices(figure) {
  const { frame, notice } = figure.texts;
  const said = figure.notices.map((one) => (typeof one === 'string' ? one : one()));
  const language = figure.wantedLanguage;
  const isNews = figure.knownMissing !== language && isMissing(language);
  if (isNews) said.push(fillPlain(frame.noFile, { file: textsFile(language) }));
  if (said.length === 0) return nothing;
  const dismiss = () => {
    if (isNews) figure.knownMissing = language;
    figure.refuse([]);
  };
  return html`<div class="notice" role="status" part="notice">
    <ul>
      ${said.map((text) => html`<li>${text}</li>`)}
    </ul>
    <button type="button" class="small" @click=${dismiss}>${notice.dismiss}</button>
  </div>`;
}

/** Progress and Stop, once background work has lasted. @param {FigureElement} figure */
function workState(figure) {
  const { work, texts } = figure;
  if (work.isSlow) {
    return html`<div class="work" role="status">
      <label
        >${texts.frame.computing} <progress max=${work.total} .value=${work.done}></progress
      ></label>
      <button type="button" class="small" @click=${() => work.stop()}>${texts.frame.stop}</button>
    </div>`;
  }
  if (work.isStopped) {
    return html`<div class="work" role="status">
      ${texts.frame.stopped}
      <button type="button" class="small" @click=${() => work.again()}>${texts.frame.again}</button>
    </div>`;
  }
  if (work.error) return html`<div class="work warning" role="alert">${work.error}</div>`;
  return nothing;
}

/** @param {FigureElement} figure */
function footer(figure) {
  const { frame } = figure.texts;
  if (figure.isHidden('footer')) return nothing;
  return html`<footer part="footer">
    ${panelButton(figure, 'numbers', frame.numbers)} ${panelButton(figure, 'link', frame.link)}
    ${panelButton(figure, 'keys', frame.keys)}
    <button type="button" class="tool" @click=${() => figure.reset()}>${frame.reset}</button>
    ${panelButton(figure, 'take', frame.download)} ${embedButton(figure)} ${engineBadge(figure)}
  </footer>`;
}

/**
 * Leads to the page for authors, where the page says at its root which one that is:
 * `<html data-attn-authors="authors.html">`. `none` takes the button away.
 * @param {FigureElement} figure
 */
function embedButton(figure) {
  const { embed } = figure.texts.frame;
  const { attnAuthors } = document.documentElement.dataset;
  if (!attnAuthors) return panelButton(figure, 'embed', embed);
  if (attnAuthors === 'none') return nothing;
  return html`<a class="tool" href=${`${attnAuthors}#${figure.link}`}>${embed}</a>`;
}

/** @param {FigureElement} figure @param {string} panel @param {unknown} text @param {string} [kind] */
function panelButton(figure, panel, text, kind = '') {
  return html`<button
    type="button"
    class="tool ${kind}"
    data-panel=${panel}
    aria-expanded=${figure.open[panel] ? 'true' : 'false'}
    @click=${() => figure.toggle(panel)}
  >
    ${text}
  </button>`;
}

/** Which build computed, and that it was checked. @param {FigureElement} figure */
function engineBadge(figure) {
  const { frame } = figure.texts;
  if (!figure.engine)
    return html`<span class="badge">${figure.engineError ? '' : frame.loading}</span>`;
  const { build, verified } = figure.engine;
  const builds = /** @type {Record<string, string>} */ (frame.builds);
  const said = html`${fillPlain(frame.computedBy, { build: builds[build] })}
  ${frame.verified}${
    verified.fellBack
      ? html`<span class="fell-back"
          >${fillPlain(frame.fellBack, { why: verified.fellBack })}</span
        >`
      : nothing
  }`;
  return panelButton(figure, 'engine', said, 'badge');
}

/** The panels that the script of take-along fills. */
const TAKE_ALONG = ['link', 'engine', 'take', 'embed', 'keys'];

/** @param {FigureElement} figure */
function panels(figure) {
  const { open, words } = figure;
  return html`${
    open.numbers && figure.results
      ? html`<div
          class="panel numbers"
          role="region"
          tabindex="0"
          aria-label=${fillPlain(figure.texts.frame.tableOf, { title: words.title })}
        ></div>`
      : nothing
  }
  ${TAKE_ALONG.map((name) =>
    open[name] && (figure.results || name === 'keys' || name === 'link')
      ? html`<div class="panel take ${name}"></div>`
      : nothing,
  )}`;
}

/** What stands in the panels that are not written here. @param {FigureElement} figure */
export function fillPanels(figure) {
  showTakeAlong(figure);
  if (figure.results) showTables(figure);
}
