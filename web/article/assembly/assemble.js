import { renderFormulas, StyleClasses } from './formulas.js';
import { glossaryList } from './glossary.js';
import { fillCitations, literatureList } from './literature.js';
import { chapterList, framed, outlineOf } from './outline.js';
import { withSkipLinks } from './skip-links.js';

/**
 * The page from its frame and its chapters: a pure function from texts to texts.
 * @param {string} frame index.html with its `<!-- article:… -->` places
 * @param {{ chapters: string[], literature: import('./literature.js').Work[],
 *   glossary?: import('./glossary.js').Entry[] }} sources
 * @returns {{ html: string, classes: StyleClasses }} the page, and the styles of its formulas
 */
export function assemble(frame, { chapters, literature, glossary = [] }) {
  const outline = chapters.map(outlineOf);
  const classes = new StyleClasses();
  const bodies = chapters.map((html, i) => {
    const neighbours = { previous: outline[i - 1], next: outline[i + 1] };
    return framed(renderFormulas(fillCitations(html, literature), classes), outline[i], neighbours);
  });
  const places = {
    'chapter-list': chapterList(outline),
    chapters: withSkipLinks(bodies.join('\n')),
    literature: literatureList(literature),
    glossary: glossaryList(glossary, chapters),
  };
  return { html: fill(frame, places), classes };
}

/**
 * Twice, because a chapter may hold a place itself.
 * @param {string} frame
 * @param {Record<string, string>} places
 */
function fill(frame, places) {
  const place = /<!-- article:([\w-]+) -->/g;
  /** @param {string} html */
  const once = (html) =>
    html.replace(place, (whole, /** @type {string} */ name) => places[name] ?? whole);
  return once(once(frame));
}
