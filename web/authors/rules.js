/** Which controls are shown, hidden or locked: one choice a control, and the attribute they make. */
import { fillPlain } from '../model/fill.js';
import { attributeName } from '../model/parameters.js';
import { authorsTexts } from '../model/texts/authors.js';

/** @typedef {import('../widgets/figure-element.js').FigureElement} FigureElement */
/** @typedef {Record<string, string>} Rules 'shown', 'hidden' or 'locked' by attribute */

const texts = authorsTexts.en;
const BEYOND = { buttons: texts.buttons, footer: texts.footer };

/** @param {FigureElement} figure @returns {[string, string][]} attribute and label */
function controlled({ parameters, words }) {
  const named = parameters.filter(({ key }) => words.params[key]?.label);
  return named.map(({ key }) => [attributeName(key), words.params[key].label.replaceAll('_', ' ')]);
}

/**
 * The choices that an attribute means.
 * @param {FigureElement} figure
 * @param {string} controls
 * @returns {Rules}
 */
export function rulesOf(figure, controls) {
  const words = controls.split(/[\s,]+/).filter(Boolean);
  const names = [...controlled(figure).map(([name]) => name), ...Object.keys(BEYOND)];
  return Object.fromEntries(names.map((name) => [name, ruleIn(words, names, name)]));
}

/** @param {string[]} words @param {string[]} names @param {string} name */
function ruleIn(words, names, name) {
  if (words.includes(`${name}:locked`) || words.includes('locked')) return 'locked';
  const isList = names.some((one) => words.includes(one));
  const isOut = name !== 'footer' && (words.includes('none') || (isList && !words.includes(name)));
  return words.includes(`-${name}`) || isOut ? 'hidden' : 'shown';
}

/** @param {Rules} rules @returns {string} the attribute `controls` */
export function controlsOf(rules) {
  return Object.entries(rules)
    .filter(([, rule]) => rule !== 'shown')
    .map(([name, rule]) => (rule === 'locked' ? `${name}:locked` : `-${name}`))
    .join(' ');
}

/** @param {HTMLElement} place @param {FigureElement} figure @param {Rules} rules */
export function renderRules(place, figure, rules) {
  const all = [...controlled(figure), ...Object.entries(BEYOND)];
  place.replaceChildren(...all.map(([name, label]) => ruleField(name, label, rules[name])));
}

/** @param {string} name @param {string} label @param {string} chosen */
function ruleField(name, label, chosen) {
  const field = document.createElement('label');
  field.className = 'field';
  const select = document.createElement('select');
  select.name = name;
  select.setAttribute('aria-label', fillPlain(texts.ruleOf, { control: label }));
  const rules = name in BEYOND ? ['shown', 'hidden'] : ['shown', 'hidden', 'locked'];
  const names = /** @type {Record<string, string>} */ (texts.rules);
  select.append(...rules.map((rule) => new Option(names[rule], rule)));
  select.value = chosen;
  const words = document.createElement('span');
  words.textContent = label;
  field.append(words, select);
  return field;
}
