/**
 * @typedef {object} Work
 * @property {string} id what data-ref names, such as vaswani2017
 * @property {string} short how the text cites it: "Vaswani et al. 2017"
 * @property {string} authors
 * @property {number} year
 * @property {string} title
 * @property {string} [arxiv] the number of its abstract page
 * @property {string} [brought] one line on what it brought
 */

/**
 * Fills `<a class="cite" data-ref="…"></a>` with the short form and a link to the list.
 * @param {string} html
 * @param {Work[]} literature
 */
export function fillCitations(html, literature) {
  if (literature.length === 0) return html;
  const works = new Map(literature.map((work) => [work.id, work]));
  return html.replace(/<a class="cite" data-ref="([^"]*)">([^<]*)<\/a>/g, (_, id, text) => {
    const work = works.get(id);
    if (!work) throw new Error(`a citation names ${id}, which literature.json does not have`);
    return `<a class="cite" href="#ref-${id}" title="${quoted(work.title)}">${text || work.short}</a>`;
  });
}

/** @param {Work[]} literature */
export function literatureList(literature) {
  const items = literature.map((work) => {
    const { id, authors, year, title, arxiv, brought } = work;
    const linked = arxiv ? `<a href="https://arxiv.org/abs/${arxiv}">${title}</a>` : title;
    const line = brought ? ` <span class="brought">${brought}</span>` : '';
    return `<li id="ref-${id}">${authors} (${year}). <cite>${linked}</cite>.${line}</li>`;
  });
  return `<ul class="literature">\n${items.join('\n')}\n</ul>`;
}

/** @param {string} text */
function quoted(text) {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
}
