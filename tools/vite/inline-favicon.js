import { readFile } from 'node:fs/promises';

const FAVICON = new URL('../../web/public/favicon.svg', import.meta.url);

/** Puts the favicon into the single file: a browser would ask for it otherwise. */
export function inlineFavicon() {
  return {
    name: 'attn-inline-favicon',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const svg = await readFile(FAVICON);
        const data = `data:image/svg+xml;base64,${svg.toString('base64')}`;
        return html.replace(/href="[^"]*favicon\.svg"/, `href="${data}"`);
      },
    },
  };
}
