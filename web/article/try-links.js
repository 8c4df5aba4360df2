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
  figure.applyLink(merged(figure.link, link.query));
  keepAddress(figure.link);
  if (!isInSight(figure)) figure.scrollIntoView({ block: 'nearest' });
  return true;
}

/** The figure's own state with the link's part of it. @param {string} own @param {string} part */
function merged(own, part) {
  const query = new URLSearchParams(own.replace(/^[^?]*\?/, ''));
  for (const [name, value] of new URLSearchParams(part)) query.set(name, value);
  return query.toString();
}

/** The address says what is shown, as after any link. @param {string} link */
function keepAddress(link) {
  if (location.hash === `#${link}`) return;
  try {
    history.pushState(null, '', `#${link}`);
  } catch {
    // A sandboxed frame may refuse; the figure follows all the same.
  }
}

/** Whether enough of the figure is seen to see it change. @param {Element} figure */
function isInSight(figure) {
  const { top, bottom, height } = figure.getBoundingClientRect();
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return seen >= Math.min(height, innerHeight) / 2;
}
