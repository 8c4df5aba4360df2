/** The texts of the panel, in the language of the figure. */
import { completed } from '../model/texts/completed.js';
import { takeAlong as en } from '../model/texts/en.js';

/** @param {any} figure @returns {typeof en} */
export const wordsFor = (figure) => completed(figure.texts.takeAlong, en);
