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
 * @property {Picture | null} [picture] what stands above it
 */

/** @typedef {{ src: string, alt: string }} Picture an address, and what it says to who cannot see it */

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
function element(setup) {
  const { figure, controls, width, fallback, picture } = setup;
  const settings = [
    ...settingsOf(setup),
    ...(controls ? [pair('controls', controls)] : []),
    ...looksOf(setup),
    ...(width === null ? [] : [pair('style', `max-width: ${width}px`)]),
  ];
  const inside = [...(picture ? [image(picture)] : []), `<p>${text(fallback)}</p>`];
  return tag(figure, settings, `${inside.map((line) => `\n  ${line}`).join('')}\n`);
}

/** What differs from the figure's start. @param {Setup} setup */
const settingsOf = ({ parameters, state }) =>
  parameters
    .filter((p) => spell(p, state[p.key]) !== spell(p, p.default))
    .map((p) => pair(attributeName(p.key), spell(p, state[p.key])));

/** @param {Setup} setup */
const looksOf = ({ theme, ramp }) => [
  ...(theme === 'auto' ? [] : [pair('theme', theme)]),
  ...(ramp === 'violet' ? [] : [pair('ramp', ramp)]),
];

/** Whether the figure is set up as it starts by itself. @param {Setup} setup */
export const isStart = (setup) => settingsOf(setup).length === 0;

/** What stands in `static/` of each figure at its start. @param {Setup} setup */
export const startPicture = ({ site, figure }) => `${site}static/${figure}.svg`;

/** A name for a picture of this setup, short and for any host. @param {Setup} setup */
export function ownPicture(setup) {
  const whole = [setup.figure, ...settingsOf(setup).flat(), ...looksOf(setup).flat()].join('-');
  const plain = whole.replace(/[^A-Za-z\d.]+/g, '-').replace(/-$/, '');
  const isExact = plain.length <= 60 && /^[ -~]*$/.test(whole);
  return `${isExact ? plain : `${plain.slice(0, 48)}-${checksum(whole)}`}.svg`;
}

/** Tells names apart that were shortened. @param {string} all */
function checksum(all) {
  let sum = 7;
  for (const letter of all) sum = (sum * 31 + /** @type {number} */ (letter.codePointAt(0))) >>> 0;
  return sum.toString(36);
}

/** In per cent it is as wide as there is room, without a style, which a policy may forbid. */
/** @param {Picture} picture */
const image = ({ src, alt }) =>
  start('img', [
    pair('src', src),
    pair('alt', alt),
    pair('width', '100%'),
    pair('loading', 'lazy'),
  ]);

/** @param {string} name @param {[string, string][]} settings @param {string} [inside] */
const tag = (name, settings, inside = '') => `${start(name, settings)}${inside}</${name}>`;

/** @param {string} name @param {[string, string][]} settings */
function start(name, settings) {
  const written = settings.map(([key, value]) => ` ${key}="${attribute(value)}"`).join('');
  return `<${name}${written}>`;
}

/** A fence longer than any inside. @param {string} kind @param {string} inside */
function fenced(kind, inside) {
  const longest = Math.max(2, ...(inside.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${kind}\n${inside}\n${fence}`;
}

/** A space that does not break is not seen by who edits the page. @param {string} value */
const text = (value) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\u00a0', '&nbsp;');

/** A line end would end the HTML in Markdown; as a reference it is the same to HTML. */
/** @param {string} value */
const attribute = (value) =>
  text(value).replaceAll('"', '&quot;').replaceAll('>', '&gt;').replaceAll('\n', '&#10;');
