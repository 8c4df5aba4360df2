import { en } from '../../model/texts/en.js';

const FIGURE = /<(attn-[\w-]+) id="figure-([\w-]+)"[^>]*>[\s\S]*?<\/\1>/g;

/**
 * Puts a link before each figure that leads past it, for who goes on by Tab: a figure has a dozen
 * places to stop at.
 * @param {string} html
 */
export function withSkipLinks(html) {
  const titles = /** @type {Record<string, { title: string }>} */ (en.figures);
  return html.replace(
    FIGURE,
    (figure, /** @type {string} */ name, /** @type {string} */ id) =>
      `<a class="skip-figure" href="#past-${id}">Skip “${titles[name].title}”</a>
${figure}
<span id="past-${id}" tabindex="-1"></span>`,
  );
}
