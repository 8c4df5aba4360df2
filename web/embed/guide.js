/** What stands in the frame when the link names no figure: how to name one, and all there are. */
import { fillPlain } from '../model/fill.js';
import { embedTexts } from '../model/texts/embed.js';
import { en } from '../model/texts/en.js';

/** @typedef {ReturnType<typeof import('../model/link-state.js').splitLink>} Link */

/** @param {HTMLElement} place @param {Link} link that names no figure */
export function renderGuide(place, link) {
  const page = place.ownerDocument;
  const sentence = page.createElement('p');
  sentence.textContent = complaint(link);
  const list = page.createElement('ul');
  list.append(...Object.entries(en.figures).map(([name, { title }]) => item(page, name, title)));
  const guide = page.createElement('section');
  guide.className = 'guide';
  guide.append(sentence, list);
  place.replaceChildren(guide);
  page.title = embedTexts.en.title;
}

/** @param {Link} link */
function complaint(link) {
  const texts = embedTexts.en;
  const example = 'embed.html#attn-pattern';
  if (link.kind === 'none') return fillPlain(texts.none, { example });
  if (link.kind === 'figure') return fillPlain(texts.noFigure, { name: link.name, example });
  const text = link.kind === 'anchor' ? link.id : link.text;
  return fillPlain(texts.broken, { text, example });
}

/** @param {Document} page @param {string} name @param {string} title */
function item(page, name, title) {
  const link = page.createElement('a');
  link.href = `#${name}`;
  link.textContent = name;
  const entry = page.createElement('li');
  entry.append(link, ` ${title}`);
  return entry;
}
