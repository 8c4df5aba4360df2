/**
 * Sentences with places to fill: "{query} looks most at {first}".
 *
 * Sentences are data (web/model/texts), so that a translation is one file and may put the places
 * in another order.
 */
import { isolated } from './language.js';

/**
 * The sentence cut into its pieces, each place replaced by its value, which may be anything that
 * the caller can show (a string, a template).
 * @template T
 * @param {string} sentence
 * @param {Record<string, T>} values
 * @returns {(string | T)[]}
 */
export function fill(sentence, values) {
  return sentence.split(/\{([\w-]+)\}/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    if (!(piece in values)) throw new Error(`text place {${piece}} has no value: "${sentence}"`);
    return isolated(values[piece]);
  });
}

/**
 * The sentence as a plain string.
 * @param {string} sentence
 * @param {Record<string, string | number>} values
 */
export function fillPlain(sentence, values) {
  return fill(sentence, values).join('');
}
