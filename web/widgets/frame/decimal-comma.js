/**
 * Number fields take a decimal comma too, also in a browser whose own language has a point: such a
 * browser would leave the comma out, or refuse the number.
 */

const hasComma = new Intl.NumberFormat().format(1.5).includes(',');

/** @param {InputEvent} event before the field takes it */
export function takeDecimalComma(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (hasComma || field.type !== 'number' || !/^[,٫]$/.test(event.data ?? '')) return;
  event.preventDefault();
  // The way that keeps the place of the cursor and what Undo knows; there is no other.
  document.execCommand('insertText', false, '.');
}
