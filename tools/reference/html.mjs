// The reference as HTML, for authors.html.
import { marked } from 'marked';
import { loadFigures } from './figures.mjs';
import { sectionsOf } from './markdown.mjs';

/** @type {Promise<string> | undefined} */
let made;

/** @returns {Promise<string>} one heading and one table a figure */
export function referenceHtml() {
  made ??= loadFigures().then((figures) =>
    sectionsOf(figures).map(html).join('\n').replaceAll('<table>', '<table class="attributes">'),
  );
  return made;
}

/** Headings are one level deeper than in the document. @param {string} section */
function html(section) {
  const text = /** @type {string} */ (marked.parse(section.replace(/^##/, '###')));
  return text.replace(/<h3>(attn-[a-z0-9-]+)<\/h3>/, '<h3 id="reference-$1"><code>$1</code></h3>');
}
