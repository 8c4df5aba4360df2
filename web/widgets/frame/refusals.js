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
  // However much was given, only its beginning is read.
  const short = (/** @type {string} */ text) =>
    shortened(
      text
        .slice(0, 20 * LONGEST)
        .split(' ')
        .map(visible)
        .join(' '),
      LONGEST,
    );
  return fillPlain(texts[reason.kind], {
    key: short(key),
    given: plainNumber(reason.given) || short(given),
    min: plainNumber(reason.min),
    max: plainNumber(reason.max),
    values: reason.values?.join(', ') ?? '',
    length: plainNumber(reason.length),
  });
}

/** @param {number} [value] */
const plainNumber = (value = NaN) =>
  Number.isSafeInteger(value)
    ? count(value)
    : String(value).replace('Infinity', '∞').replace('NaN', '');
