/**
 * A link in the page's own prose sets a figure, if it says which:
 * `<a data-attn-figure="ID" href="#attn-pattern?query=3">`. The page keeps its address.
 */
globalThis.document?.addEventListener('click', (event) => {
  const link = /** @type {any} */ (event.target).closest?.('a[data-attn-figure]');
  const figure = link && document.getElementById(link.dataset.attnFigure);
  if (!figure || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  figure.setAttribute('start', link.hash);
});
