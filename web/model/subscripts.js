/** Names such as d_k, W_Q or d_model are written with an underscore in texts and shown as subscripts. */

const NAME = /(?<![A-Za-z])([A-Za-z])_([A-Za-z0-9]+)/;

/**
 * The text cut into plain pieces and names with a subscript.
 * @param {string} text
 * @returns {(string | { base: string, sub: string })[]}
 */
export function splitSubscripts(text) {
  const pieces = text.split(NAME);
  /** @type {(string | { base: string, sub: string })[]} */
  const result = [];
  for (let i = 0; i < pieces.length; i += 3) {
    if (pieces[i] !== '') result.push(pieces[i]);
    if (i + 2 < pieces.length) result.push({ base: pieces[i + 1], sub: pieces[i + 2] });
  }
  return result;
}
