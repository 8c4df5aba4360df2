/**
 * Whether a finger or a button is down. A field's text is judged when the reader presses elsewhere:
 * a notice that came at once would move what is being pressed away, and the press would be lost.
 */
let isDown = false;
const press = () => (isDown = true);
const release = () => (isDown = false);
if ('addEventListener' in globalThis) {
  addEventListener('pointerdown', press, true);
  addEventListener('pointerup', release, true);
  addEventListener('pointercancel', release, true);
}

/** Now, or when what is pressed has had its click. @param {() => void} run */
export function afterPress(run) {
  if (!isDown) return run();
  const later = () => {
    removeEventListener('pointerup', later, true);
    removeEventListener('pointercancel', later, true);
    // The click comes behind the release.
    setTimeout(run);
  };
  addEventListener('pointerup', later, true);
  addEventListener('pointercancel', later, true);
}
