const WORDS_A_MINUTE = 220;

/**
 * @typedef {{ id: string, number: string, title: string, shortTitle: string, minutes: number }} Chapter
 */

/**
 * What the chapter list needs of one chapter.
 * @param {string} html one `<section class="chapter" …>`
 * @returns {Chapter}
 */
export function outlineOf(html) {
  const [opening = ''] = html.match(/<section\b[^>]*>/) ?? fail(html, 'has no <section>');
  const [, heading] = html.match(/<h2\b[^>]*>([\s\S]*?)<\/h2>/) ?? fail(html, 'has no <h2>');
  const [, number = ''] = heading.match(/class="chapter-number">([^<]*)</) ?? [];
  const title = heading.replace(/<span class="chapter-number">[^<]*<\/span>/, '').trim();
  const id = attribute(opening, 'id') ?? fail(html, 'has no id');
  const shortTitle = attribute(opening, 'data-short-title') ?? title;
  return { id, number, title, shortTitle, minutes: readingMinutes(html) };
}

/**
 * Minutes for the prose alone; formulas count as one word each.
 * @param {string} html
 */
export function readingMinutes(html) {
  const prose = html.replace(/\$\$?[^$]+\$\$?/g, ' formula ').replace(/<[^>]*>/g, ' ');
  const words = prose.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return Math.max(1, Math.round(words.length / WORDS_A_MINUTE));
}

/** @param {Chapter[]} chapters */
export function chapterList(chapters) {
  const items = chapters.map(
    ({ id, number, shortTitle }) =>
      `<li><a href="#${id}"><span class="chapter-number">${number}</span> ${shortTitle}</a></li>`,
  );
  return `<ol>\n${items.join('\n')}\n</ol>`;
}

/**
 * One chapter with its reading time after the heading, and the way on at its end.
 * @param {string} html
 * @param {Chapter} chapter
 * @param {{ previous?: Chapter, next?: Chapter }} neighbours
 */
export function framed(html, chapter, neighbours) {
  const minutes = chapter.minutes === 1 ? 'a minute' : `${chapter.minutes} minutes`;
  const time = `<p class="reading-time">About ${minutes}</p>`;
  const withTime = html.replace('</h2>', () => `</h2>\n${time}`);
  const end = withTime.lastIndexOf('</section>');
  return withTime.slice(0, end) + turning(chapter, neighbours) + withTime.slice(end);
}

/**
 * @param {Chapter} chapter
 * @param {{ previous?: Chapter, next?: Chapter }} neighbours
 */
function turning(chapter, { previous, next }) {
  const links = [
    previous &&
      `<a rel="prev" href="#${previous.id}">← ${previous.number} ${previous.shortTitle}</a>`,
    next && `<a rel="next" href="#${next.id}">${next.number} ${next.shortTitle} →</a>`,
  ].filter(Boolean);
  if (links.length === 0) return '';
  const label = `From chapter ${chapter.number} on`;
  return `<nav class="chapter-turn" aria-label="${label}">${links.join(' ')}</nav>\n`;
}

/** @param {string} tag @param {string} name */
function attribute(tag, name) {
  return tag.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1];
}

/**
 * @param {string} html
 * @param {string} why
 * @returns {never}
 */
function fail(html, why) {
  throw new Error(`a chapter ${why}: ${html.slice(0, 80)}…`);
}
