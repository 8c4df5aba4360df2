/**
 * What an author pastes into a page: one figure, set up, in the form that the page takes. Texts in,
 * text out; every value is escaped for the place where it stands.
 */
import { attributeName, spell } from './parameters.js';
import { FRAME_OPTIONS } from './frame-options.js';
import { writeLink } from './link-state.js';

/**
 * @typedef {object} Setup
 * @property {string} figure the element's name
 * @property {string} title of the figure, for screen readers
 * @property {readonly import('./parameters.js').Parameter[]} parameters
 * @property {import('./parameters.js').State} state
 * @property {string} controls as the attribute says it
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {string} ramp of the heat maps, violet where nothing else is wanted
 * @property {number | null} width in pixels; null: as wide as there is room
 * @property {number} height of the frame in pixels, until it adapts
 * @property {string} site the address of the folder, with a slash at its end
 * @property {string} fallback what stands there until the figure works
 */

/** @typedef {keyof typeof FORMS} Form */

/** @param {Form} form @param {Setup} setup @returns {string} */
export const snippet = (form, setup) => FORMS[form](setup);

const FORMS = {
  iframe: (/** @type {Setup} */ s) => `${frame(s)}\n${hostScript(s)}`,
  module: (/** @type {Setup} */ s) =>
    `${script(`${s.site}attn-widgets.js`, 'module')}\n${element(s)}`,
  classic: (/** @type {Setup} */ s) => `${script(`${s.site}attn-widgets.iife.js`)}\n${element(s)}`,
  // A line of its own, and none empty inside: so Markdown takes it as a block of HTML.
  markdown: (/** @type {Setup} */ s) => `\n${frame(s)}\n`,
  quarto: (/** @type {Setup} */ s) => fenced('{=html}', FORMS.iframe(s)),
  myst: (/** @type {Setup} */ s) => fenced('{raw} html', FORMS.iframe(s)),
  reveal: (/** @type {Setup} */ s) => `<section>\n  ${frame(s)}\n</section>`,
  moodle: (/** @type {Setup} */ s) => `<p>${frame(s)}</p>`,
  canvas: (/** @type {Setup} */ s) => `<p>${frame(s)}</p>`,
  link: (/** @type {Setup} */ s) =>
    `${s.site}index.html#${writeLink(s.figure, s.parameters, s.state)}`,
};

/** Every form, in the order in which they are offered. */
export const FORM_NAMES = /** @type {readonly Form[]} */ (Object.keys(FORMS));

/** The part behind the # of embed.html. @param {Setup} setup */
export function frameLink({ figure, parameters, state, controls, theme, ramp }) {
  const table = [...parameters, ...FRAME_OPTIONS];
  const options = Object.fromEntries(FRAME_OPTIONS.map((option) => [option.key, option.default]));
  return writeLink(figure, table, { ...options, ...state, controls, theme, ramp });
}

/** @param {Setup} setup */
function frame(setup) {
  const { site, title, width, height } = setup;
  return tag('iframe', [
    ['src', `${site}embed.html#${frameLink(setup)}`],
    ['title', title],
    ['width', width === null ? '100%' : String(width)],
    ['height', String(height)],
    ['sandbox', 'allow-scripts'],
    ['loading', 'lazy'],
    ['frameborder', '0'],
  ]);
}

/** It gives the frames of a page the heights of their figures. @param {Setup} setup */
const hostScript = ({ site }) => script(`${site}attn-embed.js`);

/** Made of pieces: this code is inlined into pages, where the tag itself would end it. */
/** @param {string} src @param {string} [type] */
const script = (src, type) => tag('script', [...(type ? [pair('type', type)] : []), ['src', src]]);

/** @param {string} key @param {string} value @returns {[string, string]} */
const pair = (key, value) => [key, value];

/** @param {Setup} setup */
function element({ figure, parameters, state, controls, theme, ramp, width, fallback }) {
  /** @type {[string, string][]} */
  const settings = parameters
    .map((p) => [attributeName(p.key), spell(p, state[p.key]), spell(p, p.default)])
    .filter(([, now, initial]) => now !== initial)
    .map(([name, now]) => [name, now]);
  if (controls) settings.push(['controls', controls]);
  if (theme !== 'auto') settings.push(['theme', theme]);
  if (ramp !== 'violet') settings.push(['ramp', ramp]);
  if (width !== null) settings.push(['style', `max-width: ${width}px`]);
  return tag(figure, settings, `\n  <p>${text(fallback)}</p>\n`);
}

/** @param {string} name @param {[string, string][]} settings @param {string} [inside] */
function tag(name, settings, inside = '') {
  const written = settings.map(([key, value]) => ` ${key}="${attribute(value)}"`).join('');
  return `<${name}${written}>${inside}</${name}>`;
}

/** A fence longer than any inside. @param {string} kind @param {string} inside */
function fenced(kind, inside) {
  const longest = Math.max(2, ...(inside.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${kind}\n${inside}\n${fence}`;
}

/** @param {string} value */
const text = (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A line end would end the HTML in Markdown; as a reference it is the same to HTML. */
/** @param {string} value */
const attribute = (value) =>
  text(value).replaceAll('"', '&quot;').replaceAll('>', '&gt;').replaceAll('\n', '&#10;');
