import { en } from '../../model/texts/en.js';

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} term
 * @property {string} [name] what code calls it, where that differs
 * @property {string} definition one sentence
 * @property {string} figure the element in which the term is at home: "attn-pattern"
 * @property {string[]} alsoKnownAs names in other libraries and papers
 */

/**
 * The glossary as a list; each entry leads to its home figure.
 * @param {Entry[]} glossary
 * @param {string[]} chapters to find the figures in
 */
export function glossaryList(glossary, chapters) {
  const items = glossary.map((entry) => entryOf(entry, homeOf(entry, chapters)));
  return `<dl class="glossary">\n${items.join('\n')}\n</dl>`;
}

/** @param {Entry} entry @param {string} home */
function entryOf({ id, term, name, definition, alsoKnownAs }, home) {
  const code = name ? ` <code>${name}</code>` : '';
  const others = alsoKnownAs.length
    ? ` <span class="also-known-as">Elsewhere: ${alsoKnownAs.map(escaped).join('; ')}.</span>`
    : '';
  return `<div id="term-${id}"><dt>${term}${code}</dt>\n<dd>${escaped(definition)}${others} ${home}</dd></div>`;
}

/**
 * A link to the term's home figure, named as it names itself.
 * @param {Entry} entry
 * @param {string[]} chapters
 */
function homeOf({ id, figure }, chapters) {
  const short = figure.replace(/^attn-/, '');
  const chapter = chapters.find((html) => html.includes(`<${figure} id="figure-${short}"`));
  if (!chapter)
    throw new Error(`the glossary's ${id} is at home in ${figure}, which no chapter has`);
  const number = chapter.match(/class="chapter-number">([^<]*)</)?.[1];
  const { title } = /** @type {Record<string, any>} */ (en.figures)[figure];
  return `<a class="home-figure" href="#figure-${short}">Chapter ${number}: “${title}”</a>`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
