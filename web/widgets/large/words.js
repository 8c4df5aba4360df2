/** The texts of large matrices, in the language of the figure. */
import { completed } from '../../model/texts/completed.js';
import { large as en } from '../../model/texts/en.js';

/** @type {WeakMap<object, typeof en>} */
const known = new WeakMap();

/** @param {{ texts: any }} figure @returns {typeof en} */
export function wordsFor({ texts }) {
  const words = known.get(texts) ?? completed(texts.large, en);
  known.set(texts, words);
  return words;
}
