/** The Content-Security-Policy of a strict host: nothing inline, no fetch, no Worker from a blob. */
export const STRICT = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
].join('; ');

/** The same, and no WebAssembly. */
export const NO_WASM = STRICT.replace(" 'wasm-unsafe-eval'", '');

/**
 * Whether a Worker may start can only be tried, and the browser itself reports that it may not;
 * the figures then compute in slices. This is the one message that a strict policy may leave.
 */
const REFUSED_WORKER = {
  chromium: /^Creating a worker from 'blob:[^']*' violates .* 'worker-src' was not explicitly set/,
  firefox: /settings blocked a worker script \(worker-src\) at blob:/,
  webkit: /^refused by worker-src: blob$/,
};

/**
 * What else the console of a page under a strict policy said.
 * @param {import('./page.mjs').Page} page
 * @returns {Promise<string[]>}
 */
export async function complaints(page) {
  const heard = (await page.messages()).map(({ text }) => text);
  return heard.filter((text) => !REFUSED_WORKER[page.browser].test(text));
}
