/**
 * Scripts that few figures need lie beside the widgets and are fetched when one is first asked
 * for. They are classic scripts: a page opened from `file://` may load them, and so may a page
 * whose policy is `script-src 'self'`.
 */

/* global BESIDE */

/** This script's own address: a classic one knows it only while it first runs. */
const HERE =
  import.meta.url || /** @type {any} */ (document.currentScript)?.src || document.baseURI;

/** The address of a file that lies beside this script. @param {string} file */
export const besideAddress = (file) => new URL(BESIDE + file, HERE).href;

/** @type {Map<string, Promise<any>>} */
const loading = new Map();

/**
 * What a script beside this one leaves in a place; a script that could not be loaded is tried anew
 * when it is next asked for.
 * @param {string} file its name
 * @param {() => any} look for what it leaves
 * @returns {Promise<any>}
 */
export function sideScript(file, look) {
  const started = loading.get(file) ?? load(file, look);
  loading.set(file, started);
  started.catch(() => loading.delete(file));
  return started;
}

/** @param {string} file @param {() => any} look */
function load(file, look) {
  return new Promise((resolve, reject) => {
    const present = look();
    if (present) return resolve(present);
    const script = document.createElement('script');
    script.src = besideAddress(file);
    // A page that does not say its own would have it read in another.
    script.charset = 'utf-8';
    script.onload = () => (look() ? resolve(look()) : reject(new Error(file)));
    script.onerror = () => reject(new Error(file));
    document.head.append(script);
  });
}
