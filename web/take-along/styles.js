/** The look of the panels, beside what the frame gives to every panel. */
import { styleSheetFor } from '../draw/style-sheet.js';

const panelStyles = `
.embed-code {
  display: block;
  margin-top: 10px;
}
.embed-code textarea {
  display: block;
  width: 100%;
  margin: 4px 0 6px;
  font: 12.5px/1.5 ui-monospace, 'DejaVu Sans Mono', monospace;
  color: var(--c-ink);
  background: var(--c-card);
  border: 1px solid var(--c-edge);
  border-radius: 8px;
  padding: 8px 10px;
  resize: vertical;
}
.take form {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
}
.take fieldset {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 14px;
}
.take legend {
  float: left;
  padding: 0;
  min-width: 5.2em;
  font-weight: 650;
}
.take label {
  display: inline-flex;
  align-items: center;
  gap: 7px;
  min-height: 30px;
  max-width: 100%;
  color: var(--c-muted);
}
.take select {
  min-width: 0;
  max-width: min(100%, 13.5em);
  color: var(--c-ink);
}
.take input[type='checkbox'] {
  width: 18px;
  height: 18px;
  margin: 3px;
  accent-color: var(--c-ink);
}
.take .buttons {
  display: inline-flex;
  gap: 6px;
}
.take.link {
  display: flex;
  flex-wrap: wrap;
  gap: 8px 12px;
  align-items: center;
}
.take.link label {
  display: block;
  flex: 1 1 260px;
}
.link-field {
  width: 100%;
  font-size: 13px;
}
.take p {
  margin: 0;
}
.take .note {
  color: var(--c-muted);
}
.take [role='status'] {
  min-height: 1.5em;
  overflow-wrap: anywhere;
}
.take summary {
  cursor: pointer;
  min-height: 24px;
}
.take textarea {
  display: block;
  width: 100%;
  height: 150px;
  max-height: 60vh;
  font: 12.5px/1.45 ui-monospace, 'DejaVu Sans Mono', monospace;
  white-space: pre;
  overflow: auto;
}
`;

/** The sheet that each figure has, in its present document. @type {WeakMap<ShadowRoot, CSSStyleSheet>} */
const sheets = new WeakMap();

/** @param {ShadowRoot} root */
export function adoptStyles(root) {
  const had = sheets.get(root);
  if (had && root.adoptedStyleSheets.includes(had)) return;
  const sheet = styleSheetFor(root, panelStyles);
  sheets.set(root, sheet);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
