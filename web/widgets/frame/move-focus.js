/**
 * Focus what matches, unless it has the focus.
 * @param {any} root a shadow root
 * @param {string} selector
 */
export function moveFocus(root, selector) {
  const target = root.querySelector(selector);
  if (target !== root.activeElement) target?.focus();
}
