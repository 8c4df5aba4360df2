/**
 * What a figure has to say of its numbers, sentence by sentence: the summary, and what it marks as
 * `data-sayable`, which its fields lead to and the summary leaves out.
 * @param {ParentNode} root
 * @returns {string[]}
 */
export function sayable(root) {
  const parts = /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll('.summary, [data-sayable]')
  );
  return Array.from(parts, ({ innerText }) => innerText.replace(/\s+/g, ' ').trim());
}
