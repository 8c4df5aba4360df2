/**
 * A style sheet for what stands in a node's document: a document adopts sheets of its own window
 * alone.
 * @param {Node} node
 * @param {string} css
 * @returns {CSSStyleSheet}
 */
export function styleSheetFor(node, css) {
  const view = /** @type {any} */ (node.ownerDocument?.defaultView ?? globalThis);
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
