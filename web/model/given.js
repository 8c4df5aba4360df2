/** Values that a page gives as properties and messages, which may be anything. */

/** No list of a figure is longer. */
const LONGEST = 1000;

/**
 * What a page gives may be anything: a list without an end, or one that answers otherwise when it is
 * read again, or that cannot be read.
 * @param {any} given @param {string} key
 */
export function readOnce(given, key) {
  try {
    const value = given[key];
    if (!Array.isArray(value)) return value;
    const { length } = value;
    const list = Array.from({ length: Math.min(length, LONGEST) }, (_, i) => value[i]);
    list.length = length;
    return list;
  } catch {
    return {};
  }
}

/** What was given, for a notice. @param {unknown} value */
export function briefly(value) {
  if (Array.isArray(value)) {
    return `[${value.slice(0, 40).map((one) => (typeof one === 'number' ? one : '…'))}]`;
  }
  return Object(value) === value ? '{…}' : String(value);
}
