/**
 * What a figure has to say of its numbers, sentence by sentence: the summary, and what it marks as
 * `data-sayable`, which its fields lead to and the summary leaves out; and where its numbers come
 * from, which may be all that a new seed changes in words.
 * @param {ParentNode} root
 * @returns {string[]}
 */
export function sayable(root) {
  const parts = /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll('.chip, .summary, [data-sayable]')
  );
  // What is drawn has no innerText.
  return Array.from(parts, (part) =>
    String(part.innerText ?? part.textContent)
      .replace(/\s+/g, ' ')
      .trim(),
  );
}
