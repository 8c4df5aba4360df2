/** Handing a file to the reader: as a download, or through the clipboard. */

/**
 * Whether the page stands in a frame that forbids downloads, as far as a page can know: browsers
 * drop such a download without a word.
 * @returns {'no' | 'perhaps' | 'yes'}
 */
export function isBoxed() {
  try {
    const frame = /** @type {HTMLIFrameElement | null} */ (window.frameElement);
    const box = frame?.getAttribute('sandbox');
    if (frame) return typeof box === 'string' && !/\ballow-downloads\b/.test(box) ? 'yes' : 'no';
  } catch {
    // A frame of another origin: its sandbox cannot be read.
  }
  // Only a sandbox takes a page of the web its origin; what else it forbids is not to be seen.
  return window.origin === 'null' && /^https?:/.test(location.protocol) ? 'perhaps' : 'no';
}

/** How long a browser may need to begin a download, in milliseconds. */
const BEGIN = 10_000;

/**
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), BEGIN);
}

/**
 * @param {string} text
 * @param {HTMLTextAreaElement | HTMLInputElement | null} field where the text stands, for browsers without a clipboard
 * @returns {Promise<boolean>}
 */
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    // The old way works where a frame has no permission for the new one.
    return field !== null && document.execCommand('copy');
  }
}

/** @param {Blob} blob @returns {Promise<boolean>} */
export async function copyPicture(blob) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
    return true;
  } catch {
    return false;
  }
}
