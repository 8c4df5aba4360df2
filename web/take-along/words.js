/** The texts of the panel, in the language of the figure. */
import { takeAlong as en } from '../model/texts/en.js';

/** @type {Record<string, typeof en>} */
const TEXTS = { en };

/** @param {any} figure */
export const wordsFor = (figure) => TEXTS[figure.texts.language] ?? en;
