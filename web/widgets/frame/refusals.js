/** Input that could not be taken, in words. */
import { fillPlain } from '../../model/fill.js';
import { count } from '../../model/format.js';
import { shortened, visible } from '../../model/tokens.js';

const LONGEST = 40;

/**
 * @param {import('../../model/parameters.js').Refusal} refusal
 * @param {Record<string, string>} texts
 * @returns {string}
 */
export function refusalText({ key, given, reason }, texts) {
  const short = (/** @type {string} */ text) =>
    shortened(text.split(' ').map(visible).join(' '), LONGEST);
  return fillPlain(texts[reason.kind], {
    key: short(key),
    given: short(given),
    min: reason.min === undefined ? '' : plainNumber(reason.min),
    max: reason.max === undefined ? '' : plainNumber(reason.max),
    values: reason.values?.join(', ') ?? '',
    length: reason.length ?? '',
  });
}

/** @param {number} value */
const plainNumber = (value) =>
  Number.isInteger(value) ? count(value) : String(value).replace('Infinity', '∞');
