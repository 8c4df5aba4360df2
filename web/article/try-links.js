/**
 * Links in the prose that set a part of a figure's state: "Switch the causal mask on". What the
 * reader has set otherwise stays, and so does the place in the text, where the figure can be seen.
 */
import { splitLink } from '../model/link-state.js';

/** @param {Document} page */
export function startTryLinks(page) {
  page.addEventListener('click', (event) => {
    const link = /** @type {Element} */ (event.target).closest?.('a[href^="#attn-"]');
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    // Followed by hand, since a link that is followed twice changes no address the second time.
    if (link && isPlain && tryLink(page, link.getAttribute('href') ?? '')) event.preventDefault();
  });
}

/** @param {Document} page @param {string} href @returns {boolean} whether there is such a figure */
function tryLink(page, href) {
  const link = splitLink(href);
  if (link.kind !== 'figure') return false;
  const figure = /** @type {any} */ (page.querySelector(link.name));
  if (!figure?.applyLink) return false;
  if (!first.has(link.name)) first.set(link.name, figure.link);
  const left = shown(page);
  figure.applyLink(merged(figure.link, link.query));
  keepAddress(figure.link, left, shown(page));
  if (!isInSight(figure)) figure.scrollIntoView({ block: 'nearest' });
  return true;
}

/** The figure's own state with the link's part of it. @param {string} own @param {string} part */
function merged(own, part) {
  const query = new URLSearchParams(queryOf(own));
  for (const [name, value] of new URLSearchParams(part)) query.set(name, value);
  return query.toString();
}

/** What such links have set, each figure as it was before. @type {Map<string, string>} */
const first = new Map();

/** How the figures stand that such links have set. @param {Document} page */
const shown = (page) => ({
  figures: Object.fromEntries(
    [...first.keys()].map((name) => [name, /** @type {any} */ (page.querySelector(name))?.link]),
  ),
});

/**
 * The address says what is shown, as after any link; the browser's history keeps what it does not
 * say, the figures as they were left.
 * @param {string} link @param {object} left @param {object} now
 */
function keepAddress(link, left, now) {
  if (location.hash === `#${link}`) return;
  try {
    history.replaceState(left, '');
    history.pushState(now, '', `#${link}`);
  } catch {
    // A sandboxed frame may refuse; the figure follows all the same.
  }
}

/**
 * Going back or forth, past the first such link too, brings its figures back.
 * @param {Document} page
 * @returns {boolean} whether the history knows how they stood
 */
export function comeBack(page) {
  const kept = history.state?.figures;
  if (!kept) return false;
  for (const [name, link] of Object.entries({ ...Object.fromEntries(first), ...kept })) {
    const figure = /** @type {any} */ (page.querySelector(name));
    if (figure?.link !== link) figure?.applyLink?.(queryOf(link));
  }
  return true;
}

/** @param {string} link */
const queryOf = (link) => link.replace(/^[^?]*\?/, '');

/** Whether enough of the figure is seen to see it change. @param {Element} figure */
function isInSight(figure) {
  const { top, bottom, height } = figure.getBoundingClientRect();
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return seen >= Math.min(height, innerHeight) / 2;
}
