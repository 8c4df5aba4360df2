// The behaviour of the page around the figures.
import { followReader } from './chapter-list.js';
import { startFigures } from './figures.js';
import { makeReachable } from './reachable.js';
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
const wide = document.querySelectorAll('.formula .katex-display, .chapter table');
wide.forEach(makeReachable);
