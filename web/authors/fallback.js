/** What a copied element shows until its script has come: a picture, and the numbers in words. */
import { typedText } from '../draw/subscripts.js';
import { fillPlain } from '../model/fill.js';
import { isStart, ownPicture, startPicture } from '../model/snippets.js';
import { authorsTexts } from '../model/texts/authors.js';

/** @typedef {import('../widgets/figure-element.js').FigureElement} FigureElement */
/** @typedef {import('../model/snippets.js').Setup} Setup */
/** @typedef {'start' | 'own' | 'words'} Before which picture, if any */

const { before: texts, fallback } = authorsTexts.en;

/**
 * @param {FigureElement} figure
 * @param {Setup} setup
 * @param {Before} before
 * @returns {Setup} with words and picture
 */
export function withFallback(figure, setup, before) {
  const said = typedText(figure.renderRoot?.querySelector?.('.summary'));
  const { title } = setup;
  const provenance = figure.provenance(figure.state);
  const isOther = before === 'start' && !isStart(setup);
  const words = isOther ? texts.wordsOfOther : texts.words;
  return {
    ...setup,
    picture: pictureOf(setup, before),
    fallback: fillPlain(said ? words : fallback, { title, said, provenance }),
  };
}

/** @param {Setup} setup @param {Before} before */
function pictureOf(setup, before) {
  if (before === 'words') return null;
  const alt = fillPlain(texts.alt, { title: setup.title });
  return { src: before === 'own' ? ownPicture(setup) : startPicture(setup), alt };
}

/** What the author has to know of this choice. @param {Setup} setup @param {Before} before */
export function hintOf(setup, before) {
  if (before === 'own') return fillPlain(texts.hints.own, { file: ownPicture(setup) });
  return before === 'start' && !isStart(setup) ? texts.hints.other : '';
}
