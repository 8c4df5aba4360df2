/** One figure for an `<iframe>`, chosen and set up by the link. */
import { readLink, splitLink } from '../model/link-state.js';
import { defaultState } from '../model/parameters.js';
import { FRAME_OPTIONS } from '../model/frame-options.js';
import { renderGuide } from './guide.js';
import { startHeight } from './height.js';
import { startMessages } from './messages.js';

/** @typedef {import('../model/parameters.js').State} State */
/** @typedef {typeof import('../widgets/figure-element.js').FigureElement} FigureClass */

/** Show what the address names, now and whenever it changes. @param {Document} page */
export function startEmbed(page) {
  const place = /** @type {HTMLElement} */ (page.querySelector('main'));
  let options = defaultState(FRAME_OPTIONS);
  const follow = () => {
    options = show(place, location.hash, null);
  };
  addEventListener('hashchange', follow);
  follow();
  startMessages({
    figure: () => figureIn(place),
    follow: (text) => {
      if (!figureOf(splitLink(text))) return false;
      show(place, text, options);
      return true;
    },
    origins: () => options.origin.split(/[\s,]+/).filter(Boolean),
    sayHeight: startHeight(place),
  });
}

/**
 * @param {HTMLElement} place
 * @param {string} fragment
 * @param {State | null} kept options; without them the link gives them
 * @returns {State} the options now
 */
function show(place, fragment, kept) {
  const link = splitLink(fragment);
  const Figure = figureOf(link);
  if (link.kind !== 'figure' || !Figure) {
    renderGuide(place, link);
    return kept ?? defaultState(FRAME_OPTIONS);
  }
  const table = kept ? Figure.parameters : [...Figure.parameters, ...FRAME_OPTIONS];
  const { state, refused } = readLink(table, link.query);
  const options = kept ?? pick(state, FRAME_OPTIONS);
  applyOptions(place.ownerDocument, options);
  const present = figureIn(place);
  const stays = present instanceof Figure && present.getAttribute('controls') === options.controls;
  const figure = stays ? present : newFigure(Figure, options);
  figure.setState(pick(state, Figure.parameters));
  figure.refuse(refused);
  // Connected last: the state of the link is what Reset goes back to.
  if (!stays) place.replaceChildren(figure);
  nameAfter(place.ownerDocument, figure);
  return options;
}

/** @param {Document} page @param {InstanceType<FigureClass>} figure */
async function nameAfter(page, figure) {
  page.title = figure.words.title;
  // Its language is that of its next render.
  await figure.updateComplete;
  page.title = figure.words.title;
}

/** @param {ReturnType<typeof splitLink>} link @returns {FigureClass | undefined} */
function figureOf(link) {
  if (link.kind !== 'figure') return undefined;
  const Figure = /** @type {any} */ (customElements.get(link.name));
  return Figure?.figureName === link.name ? Figure : undefined;
}

/** @param {HTMLElement} place @returns {import('../widgets/figure-element.js').FigureElement | null} */
function figureIn(place) {
  const present = /** @type {any} */ (place.firstElementChild);
  return present?.figureName ? present : null;
}

/** @param {FigureClass} Figure @param {State} options */
function newFigure(Figure, options) {
  const figure = new Figure();
  figure.setAttribute('controls', options.controls);
  return figure;
}

/** @param {Document} page @param {State} options */
function applyOptions(page, { theme, ramp, title, lang }) {
  const root = page.documentElement;
  root.lang = lang;
  root.dataset.ramp = ramp;
  if (theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.classList.toggle('untitled', !title);
}

/** @param {State} state @param {readonly { key: string }[]} parameters */
const pick = (state, parameters) =>
  Object.fromEntries(parameters.map(({ key }) => [key, state[key]]));
