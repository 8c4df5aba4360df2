/** The summary, and what fields lead to beside it. */
const SAYABLE =
  '.summary, .warning, [data-count], [data-part=bytes], [data-cost=read], [data-layer]:nth-child(n+3)';

/**
 * What a figure has to say of its numbers, sentence by sentence.
 * @param {ParentNode} root
 * @returns {string[]}
 */
export function sayable(root) {
  const parts = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(SAYABLE));
  return Array.from(parts, ({ innerText }) => innerText.replace(/\s+/g, ' ').trim());
}
