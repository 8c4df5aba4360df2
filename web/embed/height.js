/**
 * Tells the page around the frame how high it wants to be: in our own words, and in those of
 * Canvas. Where the child script of iframe-resizer is present it measures for itself.
 */

/**
 * @param {HTMLElement} place what is measured
 * @returns {() => void} says it once more
 */
export function startHeight(place) {
  if (parent === window) return () => {};
  let said = 0;
  const say = () => {
    said = Math.ceil(place.getBoundingClientRect().height);
    // A frame in a closed tab has no height to tell.
    if (said === 0) return;
    parent.postMessage({ type: 'attn-height', version: 1, height: said }, '*');
    parent.postMessage(JSON.stringify({ subject: 'lti.frameResize', height: said }), '*');
  };
  new ResizeObserver(() => {
    if (Math.ceil(place.getBoundingClientRect().height) !== said) say();
  }).observe(place);
  return say;
}
