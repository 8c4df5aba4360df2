/**
 * attn-embed.js, for the page around: adapts the heights of our frames, ties links in its prose to
 * them, and hands on what the reader does in them.
 *
 * - `<iframe src="…embed.html#attn-pattern">` (or any with `data-attn`) gets its figure's height.
 * - `<a data-attn-frame="ID" href="#attn-pattern?query=3">` sets the figure in the frame of this id.
 * - Each frame sends `attn-change` as the elements do, with the same detail.
 */
export {};

const VERSION = 1;
const HIGHEST = 20_000;

/** @param {Element | null | undefined} frame @returns {frame is HTMLIFrameElement} */
const isOurs = (frame) =>
  frame instanceof HTMLIFrameElement &&
  (frame.hasAttribute('data-attn') || /(^|\/)embed\.html([?#]|$)/.test(frame.src));

const ourFrames = () => [...document.querySelectorAll('iframe')].filter(isOurs);

/** @param {HTMLIFrameElement} frame @param {object} message */
const tell = (frame, message) =>
  // A sandboxed frame has no origin to name; what is sent is no secret.
  frame.contentWindow?.postMessage({ ...message, version: VERSION }, '*');

addEventListener('message', ({ source, data }) => {
  if (data?.version !== VERSION) return;
  const frame = ourFrames().find((one) => one.contentWindow === source);
  if (!frame) return;
  if (data.type === 'attn-height') fit(frame, data.height);
  if (data.type !== 'attn-changed') return;
  const { figure, link, state, values, source: by } = data;
  const detail = { figure, link, state, values, source: by };
  frame.dispatchEvent(new CustomEvent('attn-change', { bubbles: true, composed: true, detail }));
});

/** @param {HTMLIFrameElement} frame @param {unknown} height of what is in it */
function fit(frame, height) {
  if (typeof height !== 'number' || !(height > 0 && height < HIGHEST)) return;
  const { boxSizing, borderTopWidth, borderBottomWidth, paddingTop, paddingBottom } =
    getComputedStyle(frame);
  const edges = [borderTopWidth, borderBottomWidth, paddingTop, paddingBottom];
  const around = edges.reduce((sum, edge) => sum + parseFloat(edge), 0);
  frame.style.height = `${height + (boxSizing === 'border-box' ? around : 0)}px`;
}

addEventListener('click', (event) => {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  const link = target instanceof Element && target.closest('a[data-attn-frame]');
  if (!link || event.defaultPrevented || button || ctrlKey || metaKey || shiftKey || altKey) return;
  const frame = document.getElementById(link.getAttribute('data-attn-frame') ?? '');
  if (!isOurs(frame)) return;
  event.preventDefault();
  tell(frame, { type: 'attn-set', link: /** @type {HTMLAnchorElement} */ (link).hash });
});

// Frames that spoke before this script was there say it again.
const ask = () => ourFrames().forEach((frame) => tell(frame, { type: 'attn-get' }));
ask();
addEventListener('DOMContentLoaded', ask);
