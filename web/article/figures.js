/** What ties the prose to its figures: links that set a state, live numbers, terms. */
import { fillPlain } from '../model/fill.js';
import { splitLink } from '../model/link-state.js';
import { en } from '../model/texts/en.js';
import { onLight, setLight } from '../widgets/frame/term-lights.js';
import { keepPlace } from './keep-place.js';
import { comeBack, startTryLinks } from './try-links.js';

/** Start all of it for one page. @param {Document} page */
export function startFigures(page) {
  page.addEventListener('attn-change', (event) =>
    showLiveNumbers(page, /** @type {any} */ (event).detail),
  );
  const figures = [...page.querySelectorAll('[id^="figure-"]')];
  for (const figure of figures) seedLiveNumbers(page, figure);
  startTerms(page);
  keepPlace(figures);
  wakeInTurn(figures);
  startTryLinks(page);
  const follow = () => followLink(page, location.hash);
  addEventListener('hashchange', () => comeBack(page) || follow());
  follow();
}

/**
 * Figures wake when they come near; on this page those further down get ready one by one while
 * the reader reads, so that live numbers are live everywhere and a jump finds its figure drawn.
 * @param {any[]} figures
 */
async function wakeInTurn(figures) {
  for (const figure of figures) {
    await idle();
    // Above the reader nothing may change its height; such a figure wakes when it comes near.
    if (figure.getBoundingClientRect().bottom < 0) continue;
    await figure.wake?.();
  }
}

function idle() {
  // Safari has no requestIdleCallback.
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 500 });
    else setTimeout(resolve, 50);
  });
}

/** @param {Document} page @param {any} figure one that was ready before this script ran */
function seedLiveNumbers(page, figure) {
  if (figure.values) showLiveNumbers(page, { figure: figure.localName, values: figure.values });
}

/** @param {Document} page @param {{ figure: string, values: Record<string, string> }} detail */
function showLiveNumbers(page, { figure, values }) {
  for (const place of page.querySelectorAll(`.live[data-figure="${figure}"]`)) {
    const text = values[/** @type {HTMLElement} */ (place).dataset.value ?? ''];
    if (text !== undefined && place.textContent !== text) place.textContent = text;
  }
}

/** A term lights its part of the chapter's figures, by pointer and by focus, and back. @param {Document} page */
function startTerms(page) {
  for (const place of page.querySelectorAll('.term')) {
    const element = /** @type {HTMLElement} */ (place);
    const term = element.dataset.term ?? null;
    const figure = element.dataset.figure ?? null;
    const light = (/** @type {string | null} */ lit) =>
      setLight({ figure, term: lit, from: 'prose' });
    element.tabIndex = 0;
    element.addEventListener('pointerenter', () => light(term));
    element.addEventListener('pointerleave', () => light(null));
    element.addEventListener('focus', () => light(term));
    element.addEventListener('blur', () => light(null));
  }
  onLight(({ term }) => {
    for (const place of page.querySelectorAll('.term')) {
      place.classList.toggle(
        'lit',
        term !== null && /** @type {any} */ (place).dataset.term === term,
      );
    }
  });
}

/** Bring a linked figure into its linked state, and into view. @param {Document} page @param {string} hash */
function followLink(page, hash) {
  const link = splitLink(hash);
  const { notice } = en;
  if (link.kind === 'broken') return tell(page, fillPlain(notice.link, { text: link.text }));
  if (link.kind === 'anchor') {
    if (page.getElementById(link.id)) return undefined;
    return tell(page, fillPlain(notice.link, { text: link.id }));
  }
  if (link.kind === 'none') return undefined;
  const figure = /** @type {any} */ (page.querySelector(link.name));
  if (!figure?.applyLink) return tell(page, fillPlain(notice.noFigure, { name: link.name }));
  figure.applyLink(link.query);
  return figure.scrollIntoView({ block: 'start' });
}

/** A small notice that stays until it is dismissed. @param {Document} page @param {string} text */
function tell(page, text) {
  const box = page.createElement('div');
  box.className = 'notice page-notice';
  box.setAttribute('role', 'status');
  const words = page.createElement('span');
  words.textContent = text;
  const button = page.createElement('button');
  button.type = 'button';
  button.textContent = en.notice.dismiss;
  button.addEventListener('click', () => box.remove());
  box.append(words, button);
  page.querySelector('.page-notice')?.remove();
  page.body.append(box);
}
