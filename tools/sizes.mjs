// What the deliveries weigh, and what they may weigh.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const SITE = new URL('../build/site/', import.meta.url);
const KB = 1000;

/** @typedef {{ what: string, bytes: number, budget: number }} Size */

/** @returns {Size[]} in the order in which they are shown */
export function sizes() {
  return [
    { what: '`attn.wasm`', bytes: raw('engine/attn.wasm'), budget: 64 * KB },
    { what: '`attn.wasm`, gzip', bytes: gzip('engine/attn.wasm'), budget: 28 * KB },
    { what: '`attn-widgets.js`, gzip', bytes: gzip('attn-widgets.js'), budget: 140 * KB },
    { what: '`attn-take-along.js`, gzip', bytes: gzip('attn-take-along.js'), budget: 40 * KB },
    { what: '`attn-seq2seq.js`, gzip', bytes: gzip('attn-seq2seq.js'), budget: 20 * KB },
    { what: '`attn-large.js`, gzip', bytes: gzip('attn-large.js'), budget: 16 * KB },
    ...['ar', 'ja'].map((language) => ({
      what: `\`attn-texts.${language}.js\`, gzip`,
      bytes: gzip(`attn-texts.${language}.js`),
      budget: 25 * KB,
    })),
    { what: '`index.html` with all it loads, gzip', bytes: firstLoad(), budget: 350 * KB },
    { what: '`embed.html`, gzip', bytes: gzip('embed.html'), budget: 180 * KB },
    { what: '`attention-explorer.html`', bytes: raw('attention-explorer.html'), budget: 1500 * KB },
  ];
}

function read(name) {
  return readFileSync(new URL(name, SITE));
}

function raw(name) {
  return read(name).length;
}

/** As a server sends it; a font is compressed already. */
function gzip(name) {
  return name.endsWith('.woff2') ? raw(name) : gzipSync(read(name), { level: 9 }).length;
}

/** Lazy pictures come when the reader does: those of chapter 1 are near from the start. */
const NEAR = ['static/attn-lookup.svg', 'static/attn-pipeline.svg'];

/** The page, what it names, and what its style sheets name. */
function firstLoad() {
  const all = named('index.html', /(?:src|href)="\.\/([^"#]+)"/g);
  const now = all.filter((name) => !name.startsWith('static/') || NEAR.includes(name));
  const names = new Set(['index.html', ...now]);
  for (const name of [...names].filter((one) => one.endsWith('.css'))) {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    for (const found of named(name, /url\(["']?\.?\/?([^)"']+\.woff2)["']?\)/g)) {
      names.add(folder + found);
    }
  }
  return [...names].reduce((sum, name) => sum + gzip(name), 0);
}

function named(name, pattern) {
  return [...read(name).toString().matchAll(pattern)].map(([, found]) => found);
}

/** A size as people read it: 27 KB, 1.23 MB. */
export function inWords(bytes) {
  if (bytes >= KB * KB) return `${(bytes / KB / KB).toFixed(2)} MB`;
  return `${Math.round(bytes / KB)} KB`;
}
