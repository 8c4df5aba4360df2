/** One frame loop for all figures: each renders at most once a frame. */

/** @type {Set<() => void>} */
const waiting = new Set();
let asked = false;

/**
 * Resolves in the next animation frame, or soon where frames do not come (a page in the
 * background must still be able to finish its first picture).
 * @returns {Promise<void>}
 */
export function nextFrame() {
  return new Promise((resolve) => {
    waiting.add(resolve);
    if (asked) return;
    asked = true;
    const timer = setTimeout(release, 250);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      release();
    });
  });
}

function release() {
  asked = false;
  const batch = [...waiting];
  waiting.clear();
  for (const resolve of batch) resolve();
}
