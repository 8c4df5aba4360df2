// The behaviour of the page around the figures.
import { followReader } from './chapter-list.js';
import { startFigures } from './figures.js';
import { startThemeSwitch } from './theme.js';

const themeSwitch = document.querySelector('form.theme-switch');
if (themeSwitch) startThemeSwitch(themeSwitch);

const list = document.querySelector('.chapter-list');
if (list) followReader(list, [...document.querySelectorAll('section.chapter')]);

startFigures(document);

for (const formula of document.querySelectorAll('.formula')) makeReachable(formula);

/** A formula wider than a phone scrolls; then the keyboard must reach it. */
function makeReachable(formula) {
  const observer = new ResizeObserver(() => {
    if (formula.scrollWidth > formula.clientWidth) formula.tabIndex = 0;
    else formula.removeAttribute('tabindex');
  });
  observer.observe(formula);
}
