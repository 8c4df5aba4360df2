/** One figure for an `<iframe>`, chosen and set up by the link. */
import { readLink, splitLink } from '../model/link-state.js';
import { FRAME_OPTIONS } from '../model/frame-options.js';
import { renderGuide } from './guide.js';

/** @typedef {import('../model/parameters.js').State} State */

/** Show what the address names, now and whenever it changes. @param {Document} page */
export function startEmbed(page) {
  const place = /** @type {HTMLElement} */ (page.querySelector('main'));
  const follow = () => show(place, location.hash);
  addEventListener('hashchange', follow);
  follow();
}

/** @param {HTMLElement} place @param {string} fragment */
function show(place, fragment) {
  const link = splitLink(fragment);
  const Figure = link.kind === 'figure' ? figureCalled(link.name) : undefined;
  if (link.kind !== 'figure' || !Figure) return renderGuide(place, link);
  const { state, refused } = readLink([...Figure.parameters, ...FRAME_OPTIONS], link.query);
  applyOptions(place.ownerDocument, state);
  const figure = figureIn(place, Figure);
  figure.setState(pick(state, Figure.parameters));
  figure.refuse(refused);
  // Connected last: the state of the link is what Reset goes back to.
  if (!figure.isConnected) place.replaceChildren(figure);
  place.ownerDocument.title = figure.words.title;
}

/** @typedef {typeof import('../widgets/figure-element.js').FigureElement} FigureClass */

/** @param {string} name @returns {FigureClass | undefined} */
function figureCalled(name) {
  const Figure = /** @type {any} */ (customElements.get(name));
  return Figure?.figureName === name ? Figure : undefined;
}

/** The figure that stands there already, or a new one. */
/** @param {HTMLElement} place @param {FigureClass} Figure */
function figureIn(place, Figure) {
  const present = place.firstElementChild;
  return present instanceof Figure ? present : new Figure();
}

/** @param {Document} page @param {State} options */
function applyOptions(page, { theme, title }) {
  const root = page.documentElement;
  if (theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.classList.toggle('untitled', !title);
}

/** @param {State} state @param {readonly { key: string }[]} parameters */
const pick = (state, parameters) =>
  Object.fromEntries(parameters.map(({ key }) => [key, state[key]]));
