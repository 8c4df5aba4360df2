import 'virtual:attn-tokens.css';
import './styles/article.css';
import './styles/print.css';
import './authors/authors.css';
import './widgets/all.js';
import { makeReachable } from './article/reachable.js';
import { startThemeSwitch } from './article/theme.js';
import { startStudio } from './authors/studio.js';

/** @type {HTMLFormElement | null} */
const themeSwitch = document.querySelector('form.theme-switch');
if (themeSwitch) startThemeSwitch(themeSwitch);

/** @type {HTMLFormElement | null} */
const studio = document.querySelector('form.studio');
if (studio) startStudio(studio);

/** @type {NodeListOf<HTMLElement>} */
const wide = document.querySelectorAll('.chapter :is(pre, table)');
wide.forEach(makeReachable);
