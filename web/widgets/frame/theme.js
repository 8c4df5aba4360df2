/**
 * Which of the two themes a figure shows: its `theme` attribute if that says light or dark, else
 * `data-theme` on the page's root element, else the system's preference. Its ramp is found alike.
 */
import { RAMP_NAMES } from '../../model/palette.js';

/** @type {Set<() => void>} */
const listeners = new Set();
const systemDark = matchMedia('(prefers-color-scheme: dark)');

/** @param {string | null} wish the figure's own attribute @returns {'light' | 'dark'} */
export function resolveTheme(wish) {
  const page = document.documentElement.dataset.theme;
  for (const theme of [wish, page]) if (theme === 'light' || theme === 'dark') return theme;
  return systemDark.matches ? 'dark' : 'light';
}

/** @param {string | null} wish the figure's own attribute @returns {string} a class of the figure */
export function resolveRamp(wish) {
  const page = document.documentElement.dataset.ramp;
  return [wish, page].find((name) => name && RAMP_NAMES.includes(name)) ?? '';
}

const announce = () => listeners.forEach((listener) => listener());
/** @type {MutationObserver | null} */
let observer = null;

/**
 * Be told when the page's or the system's theme changes.
 * @param {() => void} listener
 * @returns {() => void} stops it
 */
export function onThemeChange(listener) {
  if (listeners.size === 0) {
    systemDark.addEventListener('change', announce);
    observer = new MutationObserver(announce);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-ramp'] });
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    systemDark.removeEventListener('change', announce);
    observer?.disconnect();
  };
}
