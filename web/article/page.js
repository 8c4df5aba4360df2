// The behaviour of the page around the figures.
import { followReader } from './chapter-list.js';
import { startFigures } from './figures.js';
import { startThemeSwitch } from './theme.js';

/** @type {HTMLFormElement | null} */
const themeSwitch = document.querySelector('form.theme-switch');
if (themeSwitch) startThemeSwitch(themeSwitch);

/** @type {HTMLElement | null} */
const list = document.querySelector('.chapter-list');
/** @type {NodeListOf<HTMLElement>} */
const chapters = document.querySelectorAll('section.chapter');
if (list) followReader(list, [...chapters]);

startFigures(document);

/** @type {NodeListOf<HTMLElement>} */
const formulas = document.querySelectorAll('.formula');
formulas.forEach(makeReachable);

/**
 * A formula wider than a phone scrolls; then the keyboard must reach it.
 * @param {HTMLElement} formula
 */
function makeReachable(formula) {
  const observer = new ResizeObserver(() => {
    if (formula.scrollWidth > formula.clientWidth) formula.tabIndex = 0;
    else formula.removeAttribute('tabindex');
  });
  observer.observe(formula);
}
