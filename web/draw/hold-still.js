/**
 * For `@touchstart` on what is dragged: Chromium does not heed touch-action on parts of an SVG,
 * and a finger on a tip would scroll the page.
 */
export const holdStill = {
  handleEvent: (/** @type {Event} */ event) => event.preventDefault(),
  passive: false,
};
