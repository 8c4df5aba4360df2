/**
 * @typedef {object} Twin a figure's default state, as tools/static.mjs writes it
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {string} title
 * @property {string} summary
 * @property {string} tables HTML
 */

/**
 * Gives each figure its picture and its numbers: what stands there without JavaScript, and until
 * the figure has computed.
 * @param {string} html
 * @param {Twin[]} twins
 * @param {{ pictures: boolean }} options whether ./static/ lies beside the page
 */
export function withTwins(html, twins, { pictures }) {
  return twins.reduce((page, twin) => {
    const opening = new RegExp(`<${twin.name} id="figure-[^>]*>`);
    const closing = `</${twin.name}>`;
    return page
      .replace(opening, (tag) => `${tag}\n${pictures ? picture(twin) : words(twin)}`)
      .replace(closing, () => `${numbers(twin)}\n${closing}`);
  }, html);
}

/** @param {Twin} twin */
const picture = ({ name, width, height, summary }) =>
  `<img vite-ignore src="./static/${name}.svg" alt="${quoted(summary)}" width="${width}" height="${height}" loading="lazy">`;

/** @param {Twin} twin */
const words = ({ summary }) => `<p>${escaped(summary)}</p>`;

/** @param {Twin} twin */
const numbers = ({ title, tables }) =>
  `<details><summary>Numbers of “${escaped(title)}”</summary>\n${tables}\n</details>`;

/** @param {string} text */
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** @param {string} text */
const quoted = (text) => escaped(text).replace(/"/g, '&quot;');
