/**
 * Whether a finger or a button is down. A field's text is judged when the reader presses elsewhere:
 * a notice that came at once would move what is being pressed away, and the press would be lost.
 */
let isDown = false;
/** What waits for the release. @type {(() => void)[]} */
const waiting = [];

function release() {
  isDown = false;
  // The click comes behind it.
  setTimeout(() => waiting.splice(0).forEach((run) => run()));
}

if ('addEventListener' in globalThis) {
  addEventListener('pointerdown', () => (isDown = true), true);
  addEventListener('pointerup', release, true);
  addEventListener('pointercancel', release, true);
}

/** Now, or when what is pressed has had its click. @param {() => void} run */
export function afterPress(run) {
  if (isDown) waiting.push(run);
  else run();
}
