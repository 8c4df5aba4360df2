/** Where the loader in widgets/frame/language.js looks for the texts of a language. */
const PLACE = Symbol.for('attention-explorer.texts.1');

/** @param {{ language: string }} texts */
export function register(texts) {
  const place = /** @type {any} */ (globalThis);
  place[PLACE] = { ...place[PLACE], [texts.language]: texts };
}
