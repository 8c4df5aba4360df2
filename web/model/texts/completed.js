/**
 * A translation with what it lacks taken from the English texts, key by key.
 * @param {any} texts @param {any} english
 * @returns {any}
 */
export function completed(texts, english) {
  if (texts === undefined) return english;
  if (typeof english !== 'object') return texts;
  if (Array.isArray(english)) return english.map((one, i) => completed(texts[i], one));
  return Object.fromEntries(
    Object.keys(english).map((key) => [key, completed(texts[key], english[key])]),
  );
}
