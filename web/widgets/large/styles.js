/** What canvases add to the styles of a figure. */
import { styleSheetFor } from '../../draw/style-sheet.js';

const STYLES = `
  .layers, .layers svg { position: relative; }
  .sheet { position: absolute; inset: 0; }
  [dir='rtl'] .sheet { transform: scaleX(-1); }
  canvas { position: absolute; forced-color-adjust: none; }
  .reading { margin: 6px 18px 0; font-size: 13.5px; color: var(--c-muted); }
`;

/** The sheet that each figure has, in its present document. @type {WeakMap<ShadowRoot, CSSStyleSheet>} */
const sheets = new WeakMap();

/** @param {ShadowRoot} root */
export function adoptStyles(root) {
  const had = sheets.get(root);
  if (had && root.adoptedStyleSheets.includes(had)) return;
  const sheet = styleSheetFor(root, STYLES);
  sheets.set(root, sheet);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
